// Slips of language that messages are prone to: a list that names a thing twice, the wrong article.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/words.h"
#include "graze/deformable.h"
#include "graze/error.h"
#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

std::string error_of(const std::string& line) { return Json::parse(run("query", line + "\n").lines().at(0))["error"]; }

// What stands between "known: ", "supported: " or "one of " and the next bracket or semicolon.
std::vector<std::string> listed(const std::string& message) {
  std::size_t from = std::string::npos;
  for (const std::string before : {"known: ", "supported: ", "one of "})
    if (const std::size_t at = message.find(before); at != std::string::npos) from = at + before.size();
  if (from == std::string::npos) return {};
  std::istringstream text(message.substr(from, message.find_first_of(");", from) - from));
  std::vector<std::string> names;
  for (std::string name; std::getline(text >> std::ws, name, ',');) names.push_back(name);
  return names;
}

void expect_each_once(const std::string& line) {
  const std::string message = error_of(line);
  const std::vector<std::string> names = listed(message);
  EXPECT_GE(names.size(), 2U) << message;
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size()) << message;
}

TEST(Messages, ListEachKnownFieldOnce) {
  const std::vector<std::string> ops = listed(error_of(R"({"op":"nothing"})"));
  ASSERT_GE(ops.size(), 10U);
  for (const std::string& op : ops)
    if (op != "world") expect_each_once(R"({"op":")" + op + R"(","nonsense":1})");
  const std::vector<std::string> edits = listed(error_of(R"({"op":"world","do":"nothing"})"));
  ASSERT_GE(edits.size(), 5U);
  for (const std::string& edit : edits) expect_each_once(R"({"op":"world","do":")" + edit + R"(","nonsense":1})");
}

TEST(Messages, HaveTheArticleOfTheKind) {
  EXPECT_EQ(with_article("ellipsoid"), "an ellipsoid");
  EXPECT_EQ(with_article("box"), "a box");
  for (const Shape& shape : {make_ellipsoid({1, 2, 3}), make_box({1, 1, 1}), make_halfspace({0, 0, 1}, 0)}) {
    try {
      const DeformableMesh mesh(shape);
      ADD_FAILURE() << name(shape.form());
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(" " + with_article(name(shape.form())) + " "), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace graze::test
