#include <gtest/gtest.h>

#include <sstream>

#include "tests/fuzz/run.h"

namespace graze::fuzz {
namespace {

TEST(Fuzz, RequestsOfEveryKindAreAnsweredInTime) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = check_requests(seed, oracle::scaled(1500));
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 500) continue;
    EXPECT_GT(tally.total().rate(), 0.25);
    EXPECT_LT(tally.total().rate(), 0.75);
    EXPECT_EQ(tally.kinds.size(), 14u);  // every op that says yes or no
  }
}

// The same seed makes the same lines, and the lines of a request are enough to repeat it.
TEST(Fuzz, RequestsAreRepeatedBySeedAndByLines) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::uint64_t compared = 0;
  Watch watch(60);
  for (std::uint64_t k = 0; k < oracle::scaled(6); ++k) {
    Requests requests(seed + k), again(seed + k);
    app::Session session;
    std::vector<Past> past;
    for (std::uint64_t i = 0; i < session_length; ++i) {
      Past now{requests.next(), false};
      const Request same = again.next();
      ASSERT_EQ(now.request.line, same.line);
      const std::string lines_so_far = repeat_lines(past, now.request);
      watch.note(lines_so_far);
      const app::SessionAnswer answer = session.answer(now.request.line);
      now.answered = !answer.failed;
      requests.learn(now.request, now.answered);
      again.learn(same, now.answered);
      // What moves has a tree that is refitted or built, as queries before did or did not need one: numbers of such
      // shapes may differ within their bounds.
      const bool moves =
          lines_so_far.find("\"update\"") != std::string::npos || lines_so_far.find("\"deform") != std::string::npos;
      if (now.answered && !now.request.broken && !moves) {
        app::Session fresh;
        std::istringstream lines(lines_so_far);
        std::string line, last;
        while (std::getline(lines, line)) last = fresh.answer(line).line;
        EXPECT_EQ(last, answer.line) << now.request.line;
        ++compared;
      }
      past.push_back(std::move(now));
    }
  }
  EXPECT_GT(compared, session_length / 2);
}

}  // namespace
}  // namespace graze::fuzz
