// SPDX-License-Identifier: Apache-2.0
// The sessions of this process, for its exit.
#pragma once

namespace remote {

class SessionCore;
void registerSession(SessionCore* core);
void unregisterSession(SessionCore* core);
// Ends every session in order: what was emitted is applied, servers end. Calls that follow do nothing.
void endAllSessions();

}  // namespace remote
