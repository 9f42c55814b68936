// The assembly of model_files.h in one format: parts, units, instances, and the same answers as in every other.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "shape/data.h"
#include "tests/property/model_checks.h"

namespace graze::models {

inline void expect_format(const Format& format, const std::string& folder, const ReadOptions& options) {
  for (const double nudge : {0.0, 0.002}) {
    SCOPED_TRACE(format.title + ", nudged by " + std::to_string(nudge));
    const Assembly read = read_format(format, nudge, folder, options);
    EXPECT_TRUE(read.skipped.empty());
    EXPECT_EQ(read.metres_per_unit, format.metres_per_unit);
    EXPECT_EQ(read.up, format.up);
    EXPECT_GT(read.resolution, 0);
    const std::vector<BoxPart> parts = assembly(nudge);
    ASSERT_EQ(read.parts.size(), parts.size());
    std::set<const void*> shapes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EXPECT_EQ(read.parts[i].name, parts[i].name);
      EXPECT_TRUE(read.parts[i].shape.solid());
      EXPECT_EQ(read.parts[i].remark, "");
      shapes.insert(&data_of(read.parts[i].shape));
    }
    EXPECT_EQ(shapes.size(), format.shapes);
    const Findings wanted = true_findings(), found = find(read);
    EXPECT_EQ(found.size(), wanted.size());
    for (const auto& [pair, finding] : wanted) {
      const auto at = found.find(pair);
      ASSERT_NE(at, found.end()) << pair.first << " and " << pair.second;
      EXPECT_EQ(at->second.first, finding.first) << pair.first << " and " << pair.second;
      EXPECT_NEAR(at->second.second, finding.second, format.precision) << pair.first << " and " << pair.second;
    }
  }
}

}  // namespace graze::models
