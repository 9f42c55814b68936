// What work in a child process may do to the caller: nothing.
#include "io/child.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <vector>

#include "graze/error.h"
#include "io/foreign_scene.h"

namespace graze {
namespace {

std::string message(const std::function<std::string()>& work, ChildLimits limits = {}) {
  try {
    return "returned " + run_in_child(work, limits);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Child, AnswersOrTellsWhy) {
  EXPECT_EQ(run_in_child([] { return std::string(3000000, 'x'); }, {}), std::string(3000000, 'x'));
  EXPECT_EQ(message([]() -> std::string { throw Error("broken"); }), "broken");
  EXPECT_EQ(message([]() -> std::string { throw 7; }), "its reader failed without saying why");
  EXPECT_EQ(message([]() -> std::string {
              raise(SIGSEGV);
              return "";
            }),
            "its reader crashed (signal 11): damaged?");
  EXPECT_EQ(message([]() -> std::string { _exit(0); }), "its reader ended without an answer: damaged?");
  EXPECT_EQ(message([] { return std::string(2000, 'x'); }, {1000, 5}), "its reader made more than 1000 bytes of it");
  const std::string endless = message(
      []() -> std::string {
        for (volatile bool on = true; on;) {
        }
        return "";
      },
      {1 << 30, 1});
  EXPECT_NE(endless.find("did not end in"), std::string::npos) << endless;
}

TEST(Child, HasNoStreams) {
  testing::internal::CaptureStdout();
  run_in_child(
      [] {
        std::puts("noise");
        std::fflush(stdout);
        return std::string();
      },
      {});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Child, ProgramsThatAreNotThere) {
  try {
    run_program({"/nonexistent/reader"}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "its reader could not be started");
  }
}

TEST(ForeignScene, GoesThroughBytesAndBadOnesAreRefused) {
  ForeignScene scene;
  scene.meshes.push_back(
      {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, ""});
  scene.nodes.push_back({ForeignNode::no_parent, "", "", "", {}, {}});
  scene.nodes.push_back({0, "part", "id", "", make_pose({1, 2, 3}), {0}});
  scene.nodes.push_back({0, "flat", "", "", {{{1, 0, 0}, {0, 1, 0}, {}}, {}}, {0}});
  scene.nodes.push_back({0, "none", "", "", {}, {7}});
  scene.skipped.push_back({"file", "why"});
  scene.metres_per_unit = 0.5;
  scene.up = UpAxis::z;
  const std::string bytes = to_bytes(scene);
  const Assembly made = make_assembly(from_bytes(bytes), bytes.size());
  ASSERT_EQ(made.parts.size(), 1u);
  EXPECT_EQ(made.parts[0].path, "part");
  EXPECT_EQ(made.parts[0].global_id, "id");
  EXPECT_EQ(made.parts[0].pose, make_pose({1, 2, 3}));
  EXPECT_TRUE(made.parts[0].shape.solid());
  ASSERT_EQ(made.skipped.size(), 3u);
  EXPECT_EQ(made.skipped[0].path, "flat");
  EXPECT_EQ(made.skipped[1].reason, "there is no mesh 7");
  EXPECT_EQ(made.metres_per_unit, 0.5);
  EXPECT_EQ(made.up, UpAxis::z);
  for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_THROW(from_bytes(bytes.substr(0, i)), Error) << i;
  EXPECT_THROW(from_bytes(bytes + "x"), Error);

  scene.nodes[1].parent = 3;
  EXPECT_THROW(make_assembly(scene, 0), Error);
  EXPECT_THROW(make_assembly({}, 0), Error);
}

}  // namespace
}  // namespace graze
