// SPDX-License-Identifier: Apache-2.0
// The sessions of this process, for its exit.
#pragma once

#include <memory>

namespace remote {

class SessionCore;
void registerSession(const std::shared_ptr<SessionCore>& core);
// Ends every session in order: what was emitted is applied, servers end. Calls that follow do nothing. In a forked
// child of the process that opened them it does nothing.
void endAllSessions();

}  // namespace remote
