// Pictures of clashes: what is in them, and that they repeat.
#include <gtest/gtest.h>

#include "graze/error.h"
#include "parts.h"
#include "render/see_through.h"
#include "render/sheets.h"
#include "report/clash_shots.h"
#include "report/html.h"
#include "report/web_text.h"

namespace graze {
namespace {

TEST(Sheets, TellWhatIsCommon) {
  const Body a{test::box_mesh({1, 1, 1}), {}}, b{test::box_mesh({1, 1, 1}), make_pose({1.5, 0, 0})};
  Sheets sheets(a, b, 1e-9);
  const auto common = [&](Vec3 from, Vec3 direction) {
    std::string text;
    for (const Sheet& sheet : sheets.along({from, direction})) {
      text += sheet.body == 0 ? 'a' : 'b';
      text += sheet.entering ? '+' : '-';
      if (sheet.common) text += '!';
    }
    return text;
  };
  EXPECT_EQ(common({-5, 0.1, 0.2}, {1, 0, 0}), "a+b+!a-!b-");
  EXPECT_FALSE(sheets.starts_inside());
  EXPECT_EQ(common({5, 0.1, 0.2}, {-1, 0, 0}), "b+a+!b-!a-");
  EXPECT_EQ(common({0.75, 0.1, 5}, {0, 0, -2}), "a+!b+!a-!b-!");  // flush: all of it is common
  EXPECT_EQ(common({0, 0.1, 5}, {0, 0, -1}), "a+a-");
  EXPECT_EQ(common({0, 0.1, 0.2}, {-1, 0, 0}), "a-");
  EXPECT_TRUE(sheets.starts_inside());
  EXPECT_EQ(common({0, 5, 5}, {0, 0, 1}), "");
}

// Pixels that are clearly of one colour.
struct Seen {
  int blue = 0, orange = 0, red = 0;
};
Seen seen_in(const Image& image) {
  Seen seen;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    const int r = image.rgb[i], g = image.rgb[i + 1], b = image.rgb[i + 2];
    seen.blue += b > r + 50 && b > g + 25;
    seen.orange += r > b + 50 && g > b + 15 && r > g + 15;
    seen.red += r > g + 90 && r > b + 60 && g < b + 15;
  }
  return seen;
}

TEST(ClashPicture, ShowsBothPartsAndWhatTheyHaveInCommon) {
  const ClashReport report = test::one_of_each();
  ASSERT_EQ(report.result.clashes.size(), 5u);
  for (const Clash& clash : report.result.clashes) {
    const Camera camera = clash_camera(report, clash);
    EXPECT_EQ(camera.target, clash.point);
    const Seen seen = seen_in(clash_picture(report, clash, camera, clash_region(report, clash), 240, 160));
    const bool both = clash.value != ClashClass::duplicate && clash.value != ClashClass::enclosed;
    EXPECT_GT(seen.blue, both ? 1000 : -1) << name(clash.value);
    EXPECT_GT(seen.orange, both ? 1000 : -1) << name(clash.value);
    EXPECT_GT(seen.red, clash.value == ClashClass::duplicate ? 3000 : 100) << name(clash.value);
  }
}

TEST(ClashPicture, SameBytesForAnyNumberOfThreads) {
  const ClashReport report = test::one_of_each();
  const std::vector<ClashShot> one = take_shots(report, 3, 1), many = take_shots(report, 3, 4);
  ASSERT_EQ(one.size(), 5u);
  int pictures = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].png, many[i].png);
    EXPECT_EQ(one[i].camera.eye, many[i].camera.eye);
    pictures += !one[i].png.empty();
  }
  EXPECT_EQ(pictures, 3);
  for (const std::size_t i : {3, 4}) EXPECT_TRUE(one[worst_first(report.result.clashes)[i]].png.empty());
}

TEST(ClashPicture, WhatCannotBeDrawnIsSaid) {
  ClashReport report = test::one_of_each();
  report.assembly.parts[0].pose.linear.c2 = {};
  int faults = 0;
  for (const ClashShot& shot : take_shots(report, 5, 1)) {
    EXPECT_EQ(shot.png.empty(), !shot.fault.empty());
    faults += !shot.fault.empty();
  }
  EXPECT_EQ(faults, 1);
}

TEST(ClashRegion, CurvesPatchesAndGaps) {
  const ClashReport report = test::one_of_each();
  for (const Clash& clash : report.result.clashes) {
    const ClashRegion region = clash_region(report, clash);
    EXPECT_EQ(region.curves.empty(), clash.value != ClashClass::overlapping);
    EXPECT_EQ(region.patches.size(), clash.value == ClashClass::touching ? 1u : 0u);
    if (clash.value == ClashClass::touching) {
      // The faces at x = 1 have 1.5 by 1.5 in common.
      ASSERT_EQ(region.patches[0].size(), 4u);
      for (const Vec3& corner : region.patches[0]) EXPECT_NEAR(corner.x, 1, 1e-12);
    }
    EXPECT_NEAR(length(region.to - region.from), std::abs(clash.distance), 1e-12);
    const ClashRegion thin = clash_region(report, clash, 2);
    for (const ContactCurve& curve : thin.curves) EXPECT_LE(curve.points.size(), 4u);
  }
}

TEST(Html, HoldsTheReportAndAsksForNothing) {
  if (three_js.empty()) {
    EXPECT_THROW(require_html(), Error);
    GTEST_SKIP() << "built without three.js";
  }
  ClashReport report = test::one_of_each();
  report.assembly.parts[0].name = "</script><b>\x01";
  const std::vector<ClashShot> shots = take_shots(report, 1, 1);
  const std::string page = clash_html(report, shots), again = clash_html(report, shots);
  EXPECT_EQ(page, again);
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script>\\u003cb>"), std::string::npos);
  EXPECT_NE(page.find("Permission is hereby granted"), std::string::npos);
  // Too many triangles for the page: boxes stand for them.
  EXPECT_NE(page.find("\"boxes\":0}"), std::string::npos);
  EXPECT_NE(clash_html(report, shots, {.max_triangles = 12}).find("\"boxes\":9}"), std::string::npos);
  EXPECT_THROW(clash_html(report, {}), Error);
}

}  // namespace
}  // namespace graze
