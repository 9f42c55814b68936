// Runs made-up sessions through the code of `graze query` in this process, one request at a time under a clock.
//
// Session k of a seed has a seed of its own, so that a request is found again by the seed, k and its number, without
// the sessions before it. A request that fails is told as the lines that repeat it, those alone that it needs.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "app/session.h"
#include "tests/fuzz/answers.h"
#include "tests/fuzz/watch.h"
#include "tests/property/tally.h"

namespace graze::fuzz {

inline constexpr std::uint64_t session_length = 60;
inline constexpr double longest_seconds = 1;  // of processor time, a request

struct Past {
  Request request;
  bool answered = false;
};

// The request, and before it the lines of its session that it depends on.
inline std::string repeat_lines(const std::vector<Past>& past, const Request& request) {
  std::vector<std::string> needed = request.shapes;
  const auto needs = [&](const std::string& name) { return std::ranges::find(needed, name) != needed.end(); };
  const bool world = request.op.starts_with("world");
  std::vector<const std::string*> kept{&request.line};
  for (auto it = past.rbegin(); it != past.rend(); ++it) {
    const Request& earlier = it->request;
    const bool of_world = world && earlier.op.starts_with("world");
    // An update that fails lets the next one begin with a new tree, which may change a number within its bound.
    if (!(it->answered || earlier.op == "update") || !(of_world || needs(earlier.defines))) continue;
    kept.push_back(&earlier.line);
    if (earlier.op == "define" && !earlier.broken) std::erase(needed, earlier.defines);
    needed.insert(needed.end(), earlier.shapes.begin(), earlier.shapes.end());
  }
  std::string lines;
  for (auto it = kept.rbegin(); it != kept.rend(); ++it) lines += **it + "\n";
  return lines;
}

inline double processor_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct OpCount {
  std::uint64_t asked = 0, answered = 0, yes = 0, no = 0, open = 0;
};

struct Slow {
  double seconds = 0;
  std::string op, lines;
};

struct Report {
  std::uint64_t seed = 0, requests = 0, answered = 0, broken = 0;
  std::map<std::string, OpCount> ops;
  std::vector<Slow> slowest;          // ten, the slowest first
  std::vector<std::string> failures;  // the first ones

  void count(const std::string& op, bool ok, Verdict said) {
    OpCount& entry = ops[op];
    ++requests, ++entry.asked;
    if (!ok) return;
    ++answered, ++entry.answered;
    entry.yes += said == Verdict::yes;
    entry.no += said == Verdict::no;
    entry.open += said == Verdict::open;
  }
  OpCount total() const {
    OpCount sum;
    for (const auto& [op, entry] : ops) {
      sum.asked += entry.asked, sum.answered += entry.answered;
      sum.yes += entry.yes, sum.no += entry.no, sum.open += entry.open;
    }
    return sum;
  }
};

// What is wrong with how a line was answered; empty when nothing is. `parsed` is the answer.
inline std::string fault_in_reply(const Request& request, const app::SessionAnswer& answer, Json& parsed) {
  try {
    parsed = Json::parse(answer.line);
  } catch (const Json::exception&) {
    return "the answer is no JSON";
  }
  if (!request.broken && parsed["id"] != request.json["id"]) return "the answer has another id";
  if (answer.failed) {
    const std::string error = parsed.value("error", "");
    if (error.empty()) return "an error without words";
    if (error.find("out_of_memory") != std::string::npos || error == "out of memory") return "out of memory";
    if (error.find("internal") != std::string::npos) return "a fault of graze itself";
    if (error.rfind("internal", 0) == 0) return "a fault of the library";
    for (const char* words : {"unknown field", "missing field", "unknown op", "must be a "})
      if (!request.broken && error.find(words) != std::string::npos) return "the generator is wrong: " + error;
    return {};
  }
  return request.broken ? std::string() : fault_in_answer(request, parsed);
}

inline void keep_slow(Report& report, Slow slow) {
  report.slowest.push_back(std::move(slow));
  std::ranges::sort(report.slowest, std::greater{}, &Slow::seconds);
  if (report.slowest.size() > 10) report.slowest.pop_back();
}

inline void run_session(Report& report, std::uint64_t index, Watch& watch) {
  Requests requests(report.seed * 0x9e3779b97f4a7c15u + index);
  app::Session session;
  std::vector<Past> past;
  for (std::uint64_t i = 0; i < session_length; ++i) {
    Past now{requests.next(), false};
    const std::string where =
        "seed " + std::to_string(report.seed) + ", session " + std::to_string(index) + ", request " + std::to_string(i);
    const std::string note = where + "\n" + repeat_lines(past, now.request);
    watch.note(note);
    const double start = processor_seconds();
    const app::SessionAnswer answer = session.answer(now.request.line);
    const double seconds = processor_seconds() - start;
    now.answered = !answer.failed;
    Json parsed;
    std::string fault = fault_in_reply(now.request, answer, parsed);
    if (seconds > longest_seconds) fault = "took " + std::to_string(seconds) + " s of processor time";
    const bool known = now.answered && !now.request.broken;
    if (now.request.broken) {
      ++report.broken;
    } else {
      report.count(now.request.op, known, known ? verdict(now.request.op, parsed) : Verdict::none);
    }
    if (report.slowest.size() < 10 || seconds > report.slowest.back().seconds)
      keep_slow(report, {seconds, now.request.op, note});
    if (!fault.empty()) report.failures.push_back(fault + "; " + note + answer.line + "\n");
    requests.learn(now.request, now.answered);
    past.push_back(std::move(now));
  }
}

// Stops after `most_failures`.
inline Report run_sessions(std::uint64_t seed, std::uint64_t first, std::uint64_t sessions,
                           std::size_t most_failures = 1) {
  Report report;
  report.seed = seed;
  Watch watch(60);
  for (std::uint64_t k = first; k < first + sessions && report.failures.size() < most_failures; ++k)
    run_session(report, k, watch);
  return report;
}

// The lines that repeat a failure, in a file of their own.
inline std::string written(const std::string& failure, std::uint64_t seed) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("graze_fuzz_" + std::to_string(seed) + ".jsonl");
  std::ofstream file(path);
  for (std::size_t at = failure.find('\n'); at + 1 < failure.size();) {
    const std::size_t end = failure.find('\n', at + 1);
    const std::string line = failure.substr(at + 1, end - at - 1);
    if (end + 1 < failure.size()) file << line << "\n";  // the last line is the answer
    at = end;
  }
  return path.string();
}

// `count` requests, or a few more. A request counts as a hit when it was answered with a yes.
inline property::Tally check_requests(std::uint64_t seed, std::uint64_t count) {
  std::printf("requests, seed %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  const Report report = run_sessions(seed, 0, (count + session_length - 1) / session_length);
  property::Tally tally;
  tally.seed = seed;
  for (const auto& [op, entry] : report.ops) {
    if (entry.yes + entry.no + entry.open > 0) tally.kinds[op] = {entry.yes + entry.no + entry.open, entry.yes};
    std::printf(
        "  %-28s %9llu asked, %5.1f %% answered, %5.1f %% of them open\n", op.c_str(),
        static_cast<unsigned long long>(entry.asked),
        100.0 * static_cast<double>(entry.answered) / static_cast<double>(entry.asked),
        100.0 * static_cast<double>(entry.open) / static_cast<double>(std::max<std::uint64_t>(1, entry.answered)));
  }
  std::printf("  %llu requests and %llu broken ones; the slowest:", static_cast<unsigned long long>(report.requests),
              static_cast<unsigned long long>(report.broken));
  for (const Slow& slow : report.slowest) std::printf(" %s %.3f s,", slow.op.c_str(), slow.seconds);
  std::printf("\n");
  if (!report.failures.empty())
    tally.failure = report.failures[0] + "also in " + written(report.failures[0], seed) + "\n";
  const double answered = static_cast<double>(report.answered) / static_cast<double>(report.requests);
  if (!tally.failed() && answered < 0.5) tally.failure = "only " + std::to_string(answered) + " were answered\n";
  return tally;
}

}  // namespace graze::fuzz
