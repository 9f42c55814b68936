// The papers' systems by their public calls; ./dev soak runs 10,000 cases of each.
#include <gtest/gtest.h>

#include "tests/property/study_systems.h"

namespace graze {
namespace {

using property::Tally;

Tally run(const char* title, Tally (*check)(std::uint64_t, std::uint64_t), std::uint64_t count) {
  Tally tally = check(oracle::run_seed(), oracle::scaled(count));
  tally.print(title);
  EXPECT_FALSE(tally.failed()) << tally.failure;
  return tally;
}

TEST(StudySystems, TreesAnswerAsTheCore) {
  const Tally tally = run("study: trees", &property::check_study_trees, 1200);
  EXPECT_GT(tally.total().rate(), 0.2);
  EXPECT_LT(tally.total().rate(), 0.9);
}

TEST(StudySystems, ConvexMethodsProveWhatTheySay) {
  const Tally tally = run("study: convex", &property::check_study_convex, 2000);
  if (tally.total().cases < 1000) return;
  for (const char* name : {"lin-canny", "v-clip", "enhanced-gjk", "i-collide"}) {
    EXPECT_GT(tally.kinds.at(std::string(name) + ", apart").rate(), 0.998) << name;
    EXPECT_GT(tally.kinds.at(std::string(name) + ", meeting").cases, 200u);
    EXPECT_LT(tally.kinds.at(std::string(name) + ", apart, said to meet").rate(), 0.005) << name;
    EXPECT_GT(tally.kinds.at(std::string(name) + ", distance to 1e-6").rate(), 0.98) << name;
  }
  for (const char* name : {"q-collide", "separating-plane", "linear-program"})
    EXPECT_GT(tally.kinds.at(std::string(name) + ", apart").rate(), 0.9) << name;
}

TEST(StudySystems, PiecesAnswerAsTheCore) {
  const Tally tally = run("study: pieces", &property::check_study_pieces, 1000);
  for (const char* kind : {"apart", "meeting", "distance to 1e-6"})
    EXPECT_GT(tally.kinds.at(kind).rate(), 0.99) << kind;
  EXPECT_GT(tally.kinds.at("meeting").cases, 200u);
  EXPECT_GT(tally.kinds.at("apart").cases, 200u);
}

TEST(StudySystems, SupportsAreTheFarthestVertices) {
  const Tally tally = run("study: supports", &property::check_study_supports, 5000);
  EXPECT_GT(tally.kinds.at("large hulls").rate(), 0.95);
}

TEST(StudySystems, BspTreesAnswerAsTheCore) {
  const Tally tally = run("study: bsp", &property::check_study_bsp, 1200);
  EXPECT_GT(tally.total().rate(), 0.2);
  EXPECT_LT(tally.total().rate(), 0.9);
}

TEST(StudySystems, FramesAgreeButForRounding) {
  const Tally tally = run("study: frames", &property::check_study_frames, 1400);
  for (const study::Frame frame : study::frames) EXPECT_GT(tally.kinds.at(name(frame)).rate(), 0.98);
  EXPECT_GT(tally.kinds.at("segments").rate(), 0.98);
  EXPECT_GT(tally.kinds.at("meeting").rate(), 0.2);
}

TEST(StudySystems, BoxesAreFoundInEveryGrid) {
  EXPECT_GT(run("study: boxes", &property::check_study_boxes, 1000).total().rate(), 0.3);
}

TEST(StudySystems, CrowdsAnswerAsTheCore) {
  const Tally tally = run("study: crowds", &property::check_study_crowds, 600);
  EXPECT_GT(tally.kinds.at("steps of I-COLLIDE, as exact").rate(), 0.98);
  EXPECT_GT(tally.kinds.at("steps of V-COLLIDE").rate(), 0.05);
  EXPECT_GT(tally.kinds.at("moves of the server").rate(), 0.01);
}

}  // namespace
}  // namespace graze
