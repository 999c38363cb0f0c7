// SPDX-License-Identifier: Apache-2.0
#include "remote/messages.h"

#include <unistd.h>

#include "base/settings.gen.h"
#include "pipe/calls.gen.h"
#include "pipe/namespace.h"

namespace remote {

const char* buildStamp() { return MOBILEGL_BUILD_STAMP; }

std::vector<std::byte> packFrame(control::FrameT& frame) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(control::Frame::Pack(builder, &frame));
  const auto* bytes = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
  return {bytes, bytes + builder.GetSize()};
}

std::unique_ptr<control::FrameT> parseFrame(std::span<const std::byte> bytes) {
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier(data, bytes.size());
  if (bytes.empty() || !control::VerifyFrameBuffer(verifier)) return nullptr;
  return std::unique_ptr<control::FrameT>(control::UnPackFrame(data));
}

control::HelloT makeHello(const std::string& backend) {
  control::HelloT hello;
  hello.protocol = kProtocolVersion;
  hello.layout = pipe::kLayoutFingerprint;
  hello.build = buildStamp();
  hello.backend = backend;
  hello.pid = static_cast<uint32_t>(::getpid());
  const auto table = base::settingTable();
  for (size_t i = 0; i < table.size(); ++i) {
    if (!table[i].shared) continue;
    auto setting = std::make_unique<control::SettingT>();
    const std::string line = base::settingLine(base::settings(), i);
    setting->name = table[i].name;
    setting->value = line.substr(line.find('=') + 1);
    hello.settings.push_back(std::move(setting));
  }
  return hello;
}

bool acceptHello(const control::HelloT& hello, control::RefuseT& refuse) {
  auto no = [&](control::RefuseCode code, const std::string& sentence) {
    refuse.code = code;
    refuse.sentence = sentence;
    return false;
  };
  if (hello.protocol != kProtocolVersion)
    return no(control::RefuseCode::Protocol, "The client speaks protocol " + std::to_string(hello.protocol) +
                                                 ", this server speaks " + std::to_string(kProtocolVersion) + ".");
  if (hello.layout != pipe::kLayoutFingerprint)
    return no(control::RefuseCode::Layout, "The client's record layout is " + std::to_string(hello.layout) +
                                               ", this server's is " + std::to_string(pipe::kLayoutFingerprint) + ".");
  if (hello.build != buildStamp())
    return no(control::RefuseCode::Build, "The client is build '" + hello.build + "', this server is build '" +
                                              buildStamp() + "'; a spawned server must be of the same build.");
  for (const auto& setting : hello.settings) {
    std::string problem;
    if (!setting || !base::overrideSetting(setting->name, setting->value, problem))
      return no(control::RefuseCode::Settings, problem);
  }
  return true;
}

}  // namespace remote
