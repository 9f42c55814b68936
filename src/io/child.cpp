// An answer is one byte, 'r' for a result or 'e' for an error, the number of bytes that follow, in 8, and these. Only a
// whole answer counts, whatever the child's exit code says, so that a host may have its own way with SIGCHLD.
#include "io/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "graze/error.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GRAZE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GRAZE_SANITIZED 1
#endif
#endif
#ifndef GRAZE_SANITIZED
#define GRAZE_SANITIZED 0
#endif

namespace graze {

namespace {

constexpr std::size_t message_header_bytes = 9;
constexpr int exit_no_program = 127;

bool write_all(int descriptor, const char* bytes, std::size_t count) noexcept {
  while (count > 0) {
    const ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

bool send(int descriptor, char kind, const char* bytes, std::uint64_t count) noexcept {
  char header[message_header_bytes] = {kind};
  std::memcpy(header + 1, &count, sizeof count);
  return write_all(descriptor, header, sizeof header) && write_all(descriptor, bytes, count);
}

std::uint64_t bytes_mapped() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void limit(decltype(RLIMIT_CPU) resource, std::uint64_t most) noexcept {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  now.rlim_cur = std::min<rlim_t>(now.rlim_max, most);
  setrlimit(resource, &now);
}

// Between fork and exec; `mapped` is what the parent has in memory.
void enter_child(const ChildLimits& limits, std::uint64_t mapped) noexcept {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGPIPE, SIGXCPU})
    signal(number, SIG_DFL);
  signal(SIGINT, SIG_IGN);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.seconds);
  // Sanitizers map more than there is.
  if (!GRAZE_SANITIZED) limit(RLIMIT_AS, mapped + limits.bytes);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
}

struct Received {
  std::string bytes;
  bool late = false, much = false;
};

Received receive(int descriptor, const ChildLimits& limits) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(4 * limits.seconds);
  Received received;
  std::vector<char> buffer(1 << 16);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = left <= 0 ? 0 : poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, 1 << 30)));
    if (ready < 0 && errno == EINTR) continue;
    received.late = ready == 0;
    if (ready <= 0) return received;
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return received;
    received.bytes.append(buffer.data(), static_cast<std::size_t>(count));
    received.much = received.bytes.size() > limits.bytes;
    if (received.much) return received;
  }
}

// The child runs `body`, which does not return, with the writing end.
std::string ask_child(const std::function<void(int)>& body, const ChildLimits& limits) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(std::string("no pipe to a reader: ") + std::strerror(errno));
  const std::uint64_t mapped = bytes_mapped();
  const pid_t child = fork();
  if (child < 0) {
    const int fault = errno;
    close(ends[0]);
    close(ends[1]);
    throw Error(std::string("no process for a reader: ") + std::strerror(fault));
  }
  if (child == 0) {
    enter_child(limits, mapped);
    body(ends[1]);
    _exit(exit_no_program);
  }
  close(ends[1]);
  Received received;
  std::exception_ptr fault;
  try {
    received = receive(ends[0], limits);
  } catch (...) {
    fault = std::current_exception();
  }
  close(ends[0]);
  if (fault || received.late || received.much) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (fault) std::rethrow_exception(fault);
  if (received.late) throw Error("its reader did not end in " + std::to_string(4 * limits.seconds) + " s");
  if (received.much) throw Error("its reader made more than " + std::to_string(limits.bytes) + " bytes of it");

  std::string& bytes = received.bytes;
  std::uint64_t count = 0;
  if (bytes.size() >= message_header_bytes) std::memcpy(&count, bytes.data() + 1, sizeof count);
  if (bytes.size() >= message_header_bytes && count == bytes.size() - message_header_bytes) {
    const bool result = bytes[0] == 'r';
    bytes.erase(0, message_header_bytes);
    if (result) return std::move(bytes);
    throw Error(bytes);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    throw Error("its reader did not end in " + std::to_string(limits.seconds) + " s: damaged?");
  }
  if (WIFSIGNALED(status)) {
    throw Error("its reader crashed (signal " + std::to_string(WTERMSIG(status)) + "): damaged?");
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == exit_no_program) throw Error("its reader could not be started");
  throw Error("its reader ended without an answer: damaged?");
}

}  // namespace

ChildLimits limits_for(std::uint64_t file_bytes) noexcept {
  ChildLimits limits;
  limits.bytes += 500 * std::min(file_bytes, std::uint64_t{1} << 40);
  limits.seconds += file_bytes / 5000;
  return limits;
}

void answer_parent(int descriptor, const std::function<std::string()>& work) noexcept {
  std::string answer;
  char kind = 'e';
  try {
    answer = work();
    kind = 'r';
  } catch (const std::bad_alloc&) {
    constexpr char message[] = "its reader ran out of memory: damaged?";
    _exit(send(descriptor, 'e', message, sizeof message - 1) ? 0 : 1);
  } catch (const std::exception& error) {
    answer = error.what();
  } catch (...) {
    answer = "its reader failed without saying why";
  }
  _exit(send(descriptor, kind, answer.data(), answer.size()) ? 0 : 1);
}

std::string run_in_child(const std::function<std::string()>& work, const ChildLimits& limits) {
  return ask_child([&](int descriptor) { answer_parent(descriptor, work); }, limits);
}

std::string run_program(const std::vector<std::string>& command, const ChildLimits& limits) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  return ask_child(
      [&](int descriptor) {
        dup2(descriptor, 1);
        execv(words[0], words.data());
      },
      limits);
}

}  // namespace graze
