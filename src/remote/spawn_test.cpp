// SPDX-License-Identifier: Apache-2.0
// Sessions with a real server process: its environment, its death, its client's death, and forks.
#include "remote/spawn.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "remote/session_registry.h"
#include "remote/spawn_process.h"
#include "remote/backend_fixture.h"

namespace remote {
namespace {

using namespace std::chrono_literals;
constexpr uint64_t kSecondNs = 1'000'000'000;

// Living children of a process that run the server program.
std::set<int> serversOf(int parent) {
  std::set<int> found;
  DIR* proc = ::opendir("/proc");
  while (const dirent* entry = ::readdir(proc)) {
    const int pid = std::atoi(entry->d_name);
    if (pid <= 0) continue;
    std::ifstream stat("/proc/" + std::string(entry->d_name) + "/stat");
    std::string line;
    if (!std::getline(stat, line)) continue;
    const size_t open = line.find('('), close = line.rfind(')');
    if (open == std::string::npos || line.substr(open + 1, close - open - 1) != "mobilegl-server") continue;
    char state;
    int ppid;
    if (std::sscanf(line.c_str() + close + 2, "%c %d", &state, &ppid) == 2 && state != 'Z' && ppid == parent)
      found.insert(pid);
  }
  ::closedir(proc);
  return found;
}

bool alive(int pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  return std::getline(stat, line) && line[line.rfind(')') + 2] != 'Z';
}

template <class Condition>
bool within(std::chrono::milliseconds limit, Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

SessionSetup testSetup() {
  SessionSetup setup = setupFromSettings();
  setup.client.spinNs = 0;
  return setup;
}

// Work of every kind until the session is lost; returns when the loss was seen.
void workUntilLost(pipe::Stream& stream, unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<std::byte> bytes(60'000);
  std::vector<std::byte> answer(4096);
  EventList events;
  for (uint32_t i = 1; !stream.lost(); ++i) {
    switch (random() % 6) {
      case 0: stream.bufferSubdata({}, bytes); break;
      case 1: stream.bufferRead({}, answer); break;
      case 2:
        stream.fenceCreate({{i, 1}});
        stream.waitForEvents(events, kSecondNs, pipe::BlockingPoint::FenceWait);
        break;
      case 3:
        stream.waitPresentCredit();
        stream.present({{}, {}, i, 1, 1, 0, 0});
        break;
      default:
        for (int d = 0; d < 100; ++d) stream.draw({});
    }
  }
}

// A session answers, is one process, and leaves none behind after its orderly end.
TEST(Spawn, OneServerAndAnOrderlyEnd) {
  int pid;
  {
    auto screen = openSpawn("null", testSetup());
    ASSERT_TRUE(screen) << screen.error().text;
    EXPECT_EQ((*screen)->caps().backend, "null");
    EXPECT_EQ((*screen)->topology(), "spawn");
    auto stream = (*screen)->createStream();
    ASSERT_TRUE(stream);
    pipe::FinishReply reply;
    EXPECT_EQ((*stream)->finish({}, reply), pipe::ReplyStatus::Ok);
    const auto servers = serversOf(::getpid());
    ASSERT_EQ(servers.size(), 1u);
    pid = *servers.begin();
    EXPECT_TRUE(serversOf(pid).empty());
  }
  EXPECT_FALSE(alive(pid));
}

// The server is killed at a random moment of all kinds of work, a hundred times: each time the client sees the loss
// within 100 ms, nothing crashes, nothing hangs, and no process is left.
TEST(Spawn, ServerKilledAtAnyMoment) {
  std::mt19937 random(11);
  uint64_t worstNs = 0;
  for (int round = 0; round < 100; ++round) {
    auto screen = openSpawn("null", testSetup());
    ASSERT_TRUE(screen) << screen.error().text;
    auto first = (*screen)->createStream(), second = (*screen)->createStream();
    ASSERT_TRUE(first && second);
    const auto servers = serversOf(::getpid());
    ASSERT_EQ(servers.size(), 1u);
    std::thread other([&] { workUntilLost(**second, static_cast<unsigned>(round) + 1000); });
    std::atomic<uint64_t> killedNs{0};
    std::thread killer([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 8000));
      killedNs = base::monotonicNs();
      ::kill(*servers.begin(), SIGKILL);
    });
    workUntilLost(**first, static_cast<unsigned>(round));
    const uint64_t seenNs = base::monotonicNs();
    killer.join();
    other.join();
    worstNs = std::max(worstNs, seenNs - killedNs);
    EXPECT_TRUE((*screen)->lost());
    EXPECT_FALSE((*screen)->createStream());
    first->reset();
    screen->reset();
  }
  EXPECT_LT(worstNs, 100'000'000u);
  EXPECT_TRUE(within(1000ms, [] { return serversOf(::getpid()).empty(); }));
}

// Runs `body` in a fresh child of this process, which has no session and one thread; returns its pid.
template <class Body>
int inChild(Body&& body) {
  const int pid = ::fork();
  if (pid == 0) {
    body();
    ::_exit(0);
  }
  return pid;
}

// A client is killed at a random moment, many times: its server is gone within a second each time.
TEST(Spawn, ClientKilledAtAnyMoment) {
  std::mt19937 random(12);
  for (int round = 0; round < 40; ++round) {
    int report[2];
    ASSERT_EQ(::pipe2(report, O_CLOEXEC), 0);
    const int client = inChild([&] {
      auto screen = openSpawn("null", testSetup());
      if (!screen) ::_exit(3);
      auto stream = (*screen)->createStream();
      const auto servers = serversOf(::getpid());
      const int server = servers.size() == 1 ? *servers.begin() : -1;
      if (::write(report[1], &server, sizeof server) != sizeof server) ::_exit(4);
      workUntilLost(**stream, static_cast<unsigned>(round));
    });
    int server = -1;
    ASSERT_EQ(::read(report[0], &server, sizeof server), static_cast<ssize_t>(sizeof server));
    ASSERT_GT(server, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
    ::kill(client, SIGKILL);
    int status = 0;
    ::waitpid(client, &status, 0);
    EXPECT_TRUE(within(1000ms, [&] { return !alive(server); }));
    ::close(report[0]);
    ::close(report[1]);
  }
}

// A client killed while its server still starts leaves no server.
TEST(Spawn, ClientKilledDuringTheStart) {
  for (int round = 0; round < 20; ++round) {
    const int client = inChild([] { (void)openSpawn("null", testSetup()); });
    std::this_thread::sleep_for(std::chrono::microseconds(300 * round));
    const auto servers = serversOf(client);
    ::kill(client, SIGKILL);
    int status = 0;
    ::waitpid(client, &status, 0);
    for (const int server : servers) EXPECT_TRUE(within(1000ms, [&] { return !alive(server); }));
  }
}

// A client that exits without ending anything: exit() runs the handlers, _exit() does not; the server ends both times.
TEST(Spawn, ExitWithWorkInFlight) {
  for (const bool handlers : {true, false}) {
    int report[2];
    ASSERT_EQ(::pipe2(report, O_CLOEXEC), 0);
    const int client = inChild([&] {
      auto screen = openSpawn("null", testSetup());
      if (!screen) ::_exit(3);
      static std::unique_ptr<pipe::Stream> leaked;
      leaked = std::move(*(*screen)->createStream());
      const int server = *serversOf(::getpid()).begin();
      if (::write(report[1], &server, sizeof server) != sizeof server) ::_exit(4);
      for (int i = 0; i < 10'000; ++i) leaked->draw({});
      if (!handlers) ::_exit(0);
      endAllSessions();
      // The handler has waited for the server's goodbye.
      ::_exit(alive(server) ? 5 : 0);
    });
    int server = -1, status = 0;
    ASSERT_EQ(::read(report[0], &server, sizeof server), static_cast<ssize_t>(sizeof server));
    ASSERT_EQ(::waitpid(client, &status, 0), client);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(within(1000ms, [&] { return !alive(server); }));
    ::close(report[0]);
    ::close(report[1]);
  }
}

// A forked child of the application neither uses nor ends the session, can end itself either way, and does not keep the
// server alive when the parent dies.
TEST(Spawn, ForkedChildrenStayOut) {
  auto screen = openSpawn("null", testSetup());
  ASSERT_TRUE(screen) << screen.error().text;
  auto stream = (*screen)->createStream();
  ASSERT_TRUE(stream);
  const auto block = (*stream)->acquireStage(8192);
  for (int i = 0; i < 50; ++i) (*stream)->draw({});
  for (const bool destroys : {true, false}) {
    const int child = inChild([&] {
      if (!(*stream)->lost()) ::_exit(10);
      for (int i = 0; i < 100'000; ++i) (*stream)->draw({});
      pipe::FinishReply reply;
      if ((*stream)->finish({}, reply) != pipe::ReplyStatus::Lost) ::_exit(11);
      (*stream)->releaseStage(block);
      if (destroys) {
        stream->reset();
        screen->reset();
        endAllSessions();
      }
    });
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  pipe::FinishReply reply;
  EXPECT_EQ((*stream)->finish({}, reply), pipe::ReplyStatus::Ok);
  // Draws of the children never arrived: the count is the parent's own.
  EXPECT_EQ(settledSequence(**stream, 51), 51u);
}

// A child that outlives its parent holds no copy of the connection, so the server still goes with the parent.
TEST(Spawn, LongLivedChildrenKeepNoServer) {
  int report[2];
  ASSERT_EQ(::pipe2(report, O_CLOEXEC), 0);
  const int client = inChild([&] {
    auto screen = openSpawn("null", testSetup());
    if (!screen) ::_exit(3);
    const int grandchild = inChild([] { std::this_thread::sleep_for(20s); });
    const int pids[2] = {*serversOf(::getpid()).begin(), grandchild};
    if (::write(report[1], pids, sizeof pids) != sizeof pids) ::_exit(4);
    ::pause();
  });
  int pids[2] = {-1, -1};
  ASSERT_EQ(::read(report[0], pids, sizeof pids), static_cast<ssize_t>(sizeof pids));
  ::kill(client, SIGKILL);
  int status = 0;
  ::waitpid(client, &status, 0);
  EXPECT_TRUE(within(400ms, [&] { return !alive(pids[0]); }));
  EXPECT_TRUE(alive(pids[1]));
  ::kill(pids[1], SIGKILL);
  ::close(report[0]);
  ::close(report[1]);
}

// The server's environment has the role and the named knobs, nothing that makes a client, and back what `run` saved.
TEST(Spawn, TheEnvironmentIsScrubbed) {
  const char* const client[] = {"HOME=/home/a",
                                "MOBILEGL_TRANSPORT=spawn",
                                "MOBILEGL_BACKEND=gles",
                                "MOBILEGL_IPC_SERVER_PATH=/x",
                                "MOBILEGL_IPC_SPIN_US=7",
                                "MOBILEGL_LOG=debug",
                                "MOBILEGL_NO_SUCH_SETTING=1",
                                "MOBILEGL_ROLE=client",
                                "__EGL_VENDOR_LIBRARY_FILENAMES=/ours.json",
                                "__EGL_VENDOR_LIBRARY_DIRS=/ours",
                                "__GLX_VENDOR_LIBRARY_NAME=mobilegl",
                                "LD_PRELOAD=/ours.so",
                                "LD_LIBRARY_PATH=/ours:/theirs",
                                "MOBILEGL_RUN_SAVED_LD_LIBRARY_PATH=/theirs",
                                "MOBILEGL_RUN_SAVED___EGL_VENDOR_LIBRARY_FILENAMES=/driver.json",
                                "MOBILEGL_RUN_SAVED_LD_PRELOAD=",
                                "MOBILEGL_RUN_SAVED_MOBILEGL_TRANSPORT=spawn",
                                nullptr};
  auto environment = serverEnvironment(client);
  std::sort(environment.begin(), environment.end());
  EXPECT_EQ(environment,
            (std::vector<std::string>{"HOME=/home/a", "LD_LIBRARY_PATH=/theirs", "MOBILEGL_IPC_SPIN_US=7",
                                      "MOBILEGL_LOG=debug", "MOBILEGL_ROLE=server",
                                      "__EGL_VENDOR_LIBRARY_FILENAMES=/driver.json"}));
}

// What cannot be executed is an error with the reason, and no process.
TEST(Spawn, ABadProgramIsAnError) {
  const auto pid = executeServer("/no/such/program", 0, {});
  ASSERT_FALSE(pid);
  EXPECT_NE(pid.error().text.find("/no/such/program"), std::string::npos);
}

// The program refuses to run without its role, with a client's variables, or without a socket: no chain of forks.
TEST(Spawn, TheProgramRefusesOtherRoles) {
  const auto program = findServer();
  ASSERT_TRUE(program) << program.error().text;
  auto codeOf = [&](int socket, const std::vector<std::string>& environment) {
    const auto pid = executeServer(*program, socket, environment);
    EXPECT_TRUE(pid);
    int status = 0;
    ::waitpid(*pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  const base::OwnedFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  EXPECT_EQ(codeOf(null.get(), {}), 64);
  EXPECT_EQ(codeOf(null.get(), {"MOBILEGL_ROLE=client"}), 64);
  EXPECT_EQ(codeOf(null.get(), {"MOBILEGL_ROLE=server", "MOBILEGL_TRANSPORT=spawn"}), 65);
  EXPECT_EQ(codeOf(null.get(), {"MOBILEGL_ROLE=server"}), 71);
}

}  // namespace
}  // namespace remote
