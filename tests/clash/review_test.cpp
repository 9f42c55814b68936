// The review file: what is written is read, what is wrong is named with its line, and reviews are joined.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "graze/clash_review.h"
#include "graze/error.h"

namespace graze {
namespace {

constexpr const char* head = "{\"graze_review\":1}\n";

TEST(Review, ReadsWhatItWrites) {
  ClashReview review;
  review["0123456789abcdef"] = {
      ReviewStatus::approved,
      "Ann \"the\" <planner>",
      {{"00000000-0000-4000-8000-000000000001", "2026-01-31T23:59:59Z", "Bo", "two\nlines\t\\"},
       {"", "", "", "\xc3\xa4 sleeve"}},
      {"wall", "duct"}};
  review["fedcba9876543210"] = {};
  for (const ReviewStatus status :
       {ReviewStatus::open, ReviewStatus::active, ReviewStatus::reviewed, ReviewStatus::approved,
        ReviewStatus::resolved, ReviewStatus::closed, ReviewStatus::ignored}) {
    review["fedcba9876543210"].status = status;
    const std::string text = clash_review_text(review);
    const ClashReview again = parse_clash_review(text, "f");
    EXPECT_EQ(clash_review_text(again), text);
    ASSERT_EQ(again.size(), 2u);
    EXPECT_EQ(again.at("fedcba9876543210").status, status);
    const ReviewEntry& entry = again.at("0123456789abcdef");
    EXPECT_EQ(entry.assignee, "Ann \"the\" <planner>");
    ASSERT_EQ(entry.comments.size(), 2u);
    EXPECT_EQ(entry.comments[0].text, "two\nlines\t\\");
    EXPECT_EQ(entry.comments[1].text, "\xc3\xa4 sleeve");
    EXPECT_EQ(entry.parts, (std::vector<std::string>{"wall", "duct"}));
    ReviewStatus read = ReviewStatus::open;
    EXPECT_TRUE(read_status(name(status), read));
    EXPECT_EQ(read, status);
  }
  // Blank lines, line ends of either kind and a mark of the encoding do no harm.
  EXPECT_EQ(
      parse_clash_review("\xef\xbb\xbf" + std::string(head) + "\r\n{\"id\":\"0123456789abcdef\"}\r\n\n", "f").size(),
      1u);
}

TEST(Review, FaultsNameTheLine) {
  const std::string ok = R"({"id":"0123456789abcdef","status":"open"})";
  const std::pair<std::string, std::string> cases[] = {
      {"", "f:1: a review file begins with"},
      {"\n\n" + ok + "\n", "f:3: a review file begins with"},
      {"{\"graze_review\":2}\n", "f:1: a review file of version 2; this graze reads version 1"},
      {"[1]\n", "f:1: a review file begins with"},
      {head + ok + "\n\n{\"id\":\n", "f:4: not a JSON object on a line of its own"},
      {head + std::string("[]\n"), "f:2: not a JSON object in braces"},
      {head + ok + "\n" + ok + "\n", "f:3: the clash 0123456789abcdef has a line above already"},
      {head + std::string(R"({"id":"0123456789ABCDEF"})"), "f:2: \"id\" is not that of a clash"},
      {head + std::string(R"({"status":"open"})"), "f:2: \"id\" is not that of a clash"},
      {head + std::string(R"({"id":"0123456789abcdef","status":"aproved"})"),
       "f:2: 'aproved' is no status: there are open, active"},
      {head + std::string(R"({"id":"0123456789abcdef","status":7})"), "f:2: \"status\" is not a text in quotes"},
      {head + std::string(R"({"id":"0123456789abcdef","asignee":"Ann"})"),
       "f:2: unknown field 'asignee': there are id, status, assignee"},
      {head + std::string(R"({"id":"0123456789abcdef","comments":"x"})"),
       "f:2: \"comments\" is not a list in brackets"},
      {head + std::string(R"({"id":"0123456789abcdef","comments":["x"]})"), "f:2: not a JSON object in braces"},
      {head + std::string(R"({"id":"0123456789abcdef","comments":[{"author":"x"}]})"),
       "f:2: a comment has no \"text\""},
      {head + std::string(R"({"id":"0123456789abcdef","parts":[1]})"), "f:2: \"parts\" is not a list of names"}};
  for (const auto& [text, message] : cases) {
    try {
      parse_clash_review(text, "f");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, message.size()), message) << error.what();
    }
  }
  EXPECT_THROW(read_clash_review("no such file"), Error);
}

TEST(Review, WordsOfOtherPrograms) {
  ReviewStatus value = ReviewStatus::open;
  EXPECT_TRUE(read_status("In Progress", value));
  EXPECT_EQ(value, ReviewStatus::active);
  EXPECT_TRUE(read_status("APPROVED", value));
  EXPECT_TRUE(accepted(value));
  EXPECT_TRUE(read_status("ReOpened", value));
  EXPECT_EQ(value, ReviewStatus::open);
  EXPECT_FALSE(read_status("Offen", value));
  EXPECT_FALSE(accepted(value));
  for (const ReviewStatus other :
       {ReviewStatus::active, ReviewStatus::reviewed, ReviewStatus::resolved, ReviewStatus::closed})
    EXPECT_FALSE(accepted(other));
  EXPECT_TRUE(accepted(ReviewStatus::ignored));
}

TEST(Review, WhatIsNewerHoldsAndCommentsStay) {
  ClashReview first = parse_clash_review(
      head +
          std::string(
              R"({"id":"0123456789abcdef","status":"open","assignee":"Ann","comments":[{"guid":"g1","text":"one"},{"date":"d","author":"a","text":"two"}]})"
              "\n"
              R"({"id":"1111111111111111","status":"approved"})"),
      "f");
  const ClashReview second = parse_clash_review(
      head +
          std::string(
              R"({"id":"0123456789abcdef","status":"resolved","comments":[{"guid":"g1","text":"one, changed"},{"guid":"g2","date":"d","author":"a","text":"two"},{"text":"three"}]})"
              "\n"
              R"({"id":"2222222222222222","status":"ignored"})"),
      "f");
  merge_review(first, second);
  ASSERT_EQ(first.size(), 3u);
  const ReviewEntry& entry = first.at("0123456789abcdef");
  EXPECT_EQ(entry.status, ReviewStatus::resolved);
  EXPECT_EQ(entry.assignee, "");
  ASSERT_EQ(entry.comments.size(), 3u);
  EXPECT_EQ(entry.comments[0].text, "one, changed");
  EXPECT_EQ(entry.comments[1].guid, "g2");
  EXPECT_EQ(entry.comments[2].text, "three");
  const std::string once = clash_review_text(first);
  merge_review(first, second);
  EXPECT_EQ(clash_review_text(first), once);
}

}  // namespace
}  // namespace graze
