// Two boxes that overlap: what was decided about them in an earlier run holds in the next one.
#include <graze/clash.h>
#include <graze/clash_review.h>

#include <cstdio>
#include <vector>

int main() {
  std::vector<graze::Part> parts(2);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].name = parts[i].path = i == 0 ? "wall" : "duct";
    parts[i].shape = graze::make_box({0.5, 0.5, 0.5});
    parts[i].pose.translation = {0.75 * static_cast<double>(i), 0, 0};
  }
  graze::ClashReview review;  // read_clash_review("review.jsonl")
  for (const graze::Clash& clash : graze::find_clashes(parts, {}).clashes) {
    graze::ReviewEntry& entry = review[clash.id];
    entry.status = graze::ReviewStatus::approved;
    entry.comments.push_back({.author = "Ann", .text = "a sleeve is planned"});
  }
  const graze::ClashReview later = graze::parse_clash_review(graze::clash_review_text(review), "review.jsonl");
  int left = 0;
  for (const graze::Clash& clash : graze::find_clashes(parts, {}).clashes) {
    const auto found = later.find(clash.id);
    const bool counts = found == later.end() || !graze::accepted(found->second.status);
    std::printf("%s: %s\n", clash.id.c_str(), counts ? "a clash" : found->second.comments[0].text.c_str());
    left += counts;
  }
  return left;
}
