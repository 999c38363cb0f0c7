// SPDX-License-Identifier: Apache-2.0
// KHR_debug: messages to a callback or into a log, filters, groups and object labels (GL 4.6 core §20).
#include <algorithm>
#include <cstring>
#include <optional>

#include "gl/checks.h"
#include "gl/debug.h"
#include "gl/names.h"
#include "gl/prototypes_debug.gen.h"

namespace gl {
namespace {

bool isSource(GLenum source) { return source >= GL_DEBUG_SOURCE_API && source <= GL_DEBUG_SOURCE_OTHER; }
bool isApplicationSource(GLenum source) {
  return isOneOf(source, {GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_SOURCE_THIRD_PARTY});
}
bool isType(GLenum type) {
  return (type >= GL_DEBUG_TYPE_ERROR && type <= GL_DEBUG_TYPE_OTHER) ||
         isOneOf(type, {GL_DEBUG_TYPE_MARKER, GL_DEBUG_TYPE_PUSH_GROUP, GL_DEBUG_TYPE_POP_GROUP});
}
bool isSeverity(GLenum severity) {
  return isOneOf(severity, {GL_DEBUG_SEVERITY_HIGH, GL_DEBUG_SEVERITY_MEDIUM, GL_DEBUG_SEVERITY_LOW,
                            GL_DEBUG_SEVERITY_NOTIFICATION});
}

bool matches(uint32_t rule, uint32_t value) { return rule == GL_DONT_CARE || rule == value; }

// Low severity is off until asked for (§20.4); the newest matching rule decides.
bool isWanted(const Context::Debug& debug, const DebugMessage& message) {
  for (auto rule = debug.rules.rbegin(); rule != debug.rules.rend(); ++rule) {
    if (!matches(rule->source, message.source) || !matches(rule->type, message.type) ||
        !matches(rule->severity, message.severity))
      continue;
    if (rule->ids.empty() || std::find(rule->ids.begin(), rule->ids.end(), message.id) != rule->ids.end())
      return rule->enabled;
  }
  return message.severity != GL_DEBUG_SEVERITY_LOW;
}

// length < 0: null-terminated. Empty optional after INVALID_VALUE.
bool checkText(const Context& ctx, const char* command, GLsizei length, const GLchar* text, size_t limit) {
  const size_t bytes = length < 0 ? std::strlen(text) : static_cast<size_t>(length);
  return bytes < limit || refuse(ctx, GL_INVALID_VALUE, "%s: the text has %zu bytes; the limit is %zu.", command, bytes,
                                 limit - 1);
}

std::string textOf(GLsizei length, const GLchar* text) {
  return length < 0 ? std::string(text) : std::string(text, static_cast<size_t>(length));
}

// Where labels live, by identifier; empty if the identifier is unknown (first) or the name has no object (second).
struct Labelled {
  bool known = true;
  std::shared_ptr<state::Object> object;
};

Labelled findLabelled(const Context& ctx, GLenum identifier, GLuint name) {
  using Share = state::ShareGroup;
  const state::Context& st = ctx.state();
  switch (identifier) {
    case GL_BUFFER: return {true, findShared(ctx, &Share::buffers, name)};
    case GL_SHADER: return {true, findShared(ctx, &Share::shaders, name)};
    case GL_PROGRAM: return {true, findShared(ctx, &Share::programs, name)};
    case GL_TEXTURE: return {true, findShared(ctx, &Share::textures, name)};
    case GL_SAMPLER: return {true, findShared(ctx, &Share::samplers, name)};
    case GL_RENDERBUFFER: return {true, findShared(ctx, &Share::renderbuffers, name)};
    case GL_QUERY: return {true, st.queries.find(name)};
    case GL_VERTEX_ARRAY: return {true, name ? st.vertexArrays.find(name) : st.defaultVertexArray};
    case GL_FRAMEBUFFER: return {true, name ? st.framebuffers.find(name) : st.defaultDraw};
    case GL_TRANSFORM_FEEDBACK: return {true, name ? st.xfbs.find(name) : st.defaultXfb};
    case GL_PROGRAM_PIPELINE: return {true, nullptr};
    default: return {false, nullptr};
  }
}

bool checkLabelled(const Context& ctx, const char* command, GLenum identifier, GLuint name) {
  const Labelled labelled = findLabelled(ctx, identifier, name);
  if (!labelled.known) return refuseEnum(ctx, command, "identifier", identifier);
  return labelled.object || refuse(ctx, GL_INVALID_VALUE, "%s: %u is not the name of an object of %s.", command, name,
                                   enumName(identifier, "ObjectIdentifier"));
}

std::shared_ptr<state::Sync> findSync(const Context& ctx, const void* key) {
  std::lock_guard lock(ctx.share().mutex);
  const auto at = ctx.share().syncs.find(key);
  return at == ctx.share().syncs.end() ? nullptr : at->second;
}

bool checkLabelledSync(const Context& ctx, const char* command, const void* key) {
  return findSync(ctx, key) || refuse(ctx, GL_INVALID_VALUE, "%s: %p is not a sync object.", command, key);
}

void copyLabel(const std::string& label, GLsizei bufSize, GLsizei* length, GLchar* out) {
  size_t copied = label.size();
  if (out && bufSize > 0) {
    copied = std::min(copied, static_cast<size_t>(bufSize) - 1);
    std::memcpy(out, label.data(), copied);
    out[copied] = 0;
  }
  if (length) *length = static_cast<GLsizei>(copied);
}

}  // namespace

void Context::debugMessage(const DebugMessage& message) const {
  if (!mDebug.output || !isWanted(mDebug, message)) return;
  if (const auto callback = reinterpret_cast<GLDEBUGPROC>(mDebug.callback)) {
    callback(message.source, message.type, message.id, message.severity, static_cast<GLsizei>(message.text.size()),
             message.text.c_str(), mDebug.userParam);
    return;
  }
  // A full log drops the newest (§20.2).
  if (mDebug.log.size() < kMaxDebugLoggedMessages) mDebug.log.push_back(message);
}

void debugMessageCallback(Context& ctx, GLDEBUGPROC callback, const void* userParam) {
  ctx.debug().callback = reinterpret_cast<void*>(callback);
  ctx.debug().userParam = userParam;
}

bool validateDebugMessageControl(const Context& ctx, GLenum source, GLenum type, GLenum severity, GLsizei count,
                                 const GLuint*, GLboolean) {
  constexpr const char* kCommand = "glDebugMessageControl";
  if (!checkNotNegative(ctx, kCommand, "count", count)) return false;
  if (source != GL_DONT_CARE && !isSource(source)) return refuseEnum(ctx, kCommand, "source", source);
  if (type != GL_DONT_CARE && !isType(type)) return refuseEnum(ctx, kCommand, "type", type);
  if (severity != GL_DONT_CARE && !isSeverity(severity)) return refuseEnum(ctx, kCommand, "severity", severity);
  if (count > 0 && (source == GL_DONT_CARE || type == GL_DONT_CARE || severity != GL_DONT_CARE))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: ids need a source and a type, and severity GL_DONT_CARE.", kCommand);
  return true;
}
void debugMessageControl(Context& ctx, GLenum source, GLenum type, GLenum severity, GLsizei count, const GLuint* ids,
                         GLboolean enabled) {
  std::vector<DebugRule>& rules = ctx.debug().rules;
  // A rule for everything makes all earlier rules of this group void.
  if (count == 0 && source == GL_DONT_CARE && type == GL_DONT_CARE && severity == GL_DONT_CARE)
    rules.resize(ctx.debug().ruleMarks.empty() ? 0 : ctx.debug().ruleMarks.back());
  rules.push_back({source, type, severity, count > 0 ? std::vector<uint32_t>(ids, ids + count) : std::vector<uint32_t>{},
                   enabled != GL_FALSE});
}

bool validateDebugMessageInsert(const Context& ctx, GLenum source, GLenum type, GLuint, GLenum severity, GLsizei length,
                                const GLchar* buf) {
  constexpr const char* kCommand = "glDebugMessageInsert";
  if (!isApplicationSource(source)) return refuseEnum(ctx, kCommand, "source", source);
  if (!isType(type)) return refuseEnum(ctx, kCommand, "type", type);
  if (!isSeverity(severity)) return refuseEnum(ctx, kCommand, "severity", severity);
  return checkText(ctx, kCommand, length, buf, kMaxDebugMessageLength);
}
void debugMessageInsert(Context& ctx, GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                        const GLchar* buf) {
  ctx.debugMessage({source, type, id, severity, textOf(length, buf)});
}

bool validateGetDebugMessageLog(const Context& ctx, GLuint, GLsizei bufSize, GLenum*, GLenum*, GLuint*, GLenum*,
                                GLsizei*, GLchar* messageLog) {
  return !messageLog || checkNotNegative(ctx, "glGetDebugMessageLog", "bufSize", bufSize);
}
GLuint getDebugMessageLog(Context& ctx, GLuint count, GLsizei bufSize, GLenum* sources, GLenum* types, GLuint* ids,
                          GLenum* severities, GLsizei* lengths, GLchar* messageLog) {
  std::vector<DebugMessage>& log = ctx.debug().log;
  GLuint taken = 0;
  size_t room = messageLog ? static_cast<size_t>(bufSize) : 0;
  for (; taken < count && taken < log.size(); ++taken) {
    const DebugMessage& message = log[taken];
    const size_t bytes = message.text.size() + 1;
    if (messageLog) {
      if (bytes > room) break;
      std::memcpy(messageLog, message.text.c_str(), bytes);
      messageLog += bytes, room -= bytes;
    }
    if (sources) sources[taken] = message.source;
    if (types) types[taken] = message.type;
    if (ids) ids[taken] = message.id;
    if (severities) severities[taken] = message.severity;
    if (lengths) lengths[taken] = static_cast<GLsizei>(bytes);
  }
  log.erase(log.begin(), log.begin() + taken);
  return taken;
}

bool validatePushDebugGroup(const Context& ctx, GLenum source, GLuint, GLsizei length, const GLchar* message) {
  constexpr const char* kCommand = "glPushDebugGroup";
  if (!isApplicationSource(source)) return refuseEnum(ctx, kCommand, "source", source);
  if (!checkText(ctx, kCommand, length, message, kMaxDebugMessageLength)) return false;
  // The default group counts.
  return ctx.debug().groups.size() + 1 < kMaxDebugGroups ||
         refuse(ctx, GL_STACK_OVERFLOW, "%s: %zu groups are pushed; there is no room for more.", kCommand,
                ctx.debug().groups.size());
}
void pushDebugGroup(Context& ctx, GLenum source, GLuint id, GLsizei length, const GLchar* message) {
  DebugMessage group{source, GL_DEBUG_TYPE_PUSH_GROUP, id, GL_DEBUG_SEVERITY_NOTIFICATION, textOf(length, message)};
  ctx.debugMessage(group);
  ctx.debug().ruleMarks.push_back(ctx.debug().rules.size());
  ctx.debug().groups.push_back(std::move(group));
}

bool validatePopDebugGroup(const Context& ctx) {
  return !ctx.debug().groups.empty() ||
         refuse(ctx, GL_STACK_UNDERFLOW, "glPopDebugGroup: no debug group is pushed.");
}
void popDebugGroup(Context& ctx) {
  Context::Debug& debug = ctx.debug();
  DebugMessage group = std::move(debug.groups.back());
  debug.groups.pop_back();
  debug.rules.resize(debug.ruleMarks.back());
  debug.ruleMarks.pop_back();
  group.type = GL_DEBUG_TYPE_POP_GROUP;
  ctx.debugMessage(group);
}

bool validateObjectLabel(const Context& ctx, GLenum identifier, GLuint name, GLsizei length, const GLchar* label) {
  return checkLabelled(ctx, "glObjectLabel", identifier, name) &&
         (!label || checkText(ctx, "glObjectLabel", length, label, kMaxLabelLength));
}
void objectLabel(Context& ctx, GLenum identifier, GLuint name, GLsizei length, const GLchar* label) {
  findLabelled(ctx, identifier, name).object->label = label ? textOf(length, label) : std::string();
}
bool validateGetObjectLabel(const Context& ctx, GLenum identifier, GLuint name, GLsizei bufSize, GLsizei*, GLchar*) {
  return checkLabelled(ctx, "glGetObjectLabel", identifier, name) &&
         checkNotNegative(ctx, "glGetObjectLabel", "bufSize", bufSize);
}
void getObjectLabel(Context& ctx, GLenum identifier, GLuint name, GLsizei bufSize, GLsizei* length, GLchar* label) {
  copyLabel(findLabelled(ctx, identifier, name).object->label, bufSize, length, label);
}

bool validateObjectPtrLabel(const Context& ctx, const void* ptr, GLsizei length, const GLchar* label) {
  return checkLabelledSync(ctx, "glObjectPtrLabel", ptr) &&
         (!label || checkText(ctx, "glObjectPtrLabel", length, label, kMaxLabelLength));
}
void objectPtrLabel(Context& ctx, const void* ptr, GLsizei length, const GLchar* label) {
  findSync(ctx, ptr)->label = label ? textOf(length, label) : std::string();
}
bool validateGetObjectPtrLabel(const Context& ctx, const void* ptr, GLsizei bufSize, GLsizei*, GLchar*) {
  return checkLabelledSync(ctx, "glGetObjectPtrLabel", ptr) &&
         checkNotNegative(ctx, "glGetObjectPtrLabel", "bufSize", bufSize);
}
void getObjectPtrLabel(Context& ctx, const void* ptr, GLsizei bufSize, GLsizei* length, GLchar* label) {
  copyLabel(findSync(ctx, ptr)->label, bufSize, length, label);
}

}  // namespace gl
