// docs/kinds.md has the table of the code.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "narrow/cells.h"

namespace graze {
namespace {

constexpr int form_count = int(ShapeForm::compound) + 1;

std::string table() {
  std::string text = "| |";
  for (int b = 0; b < form_count; ++b) text += std::string(" ") + name(static_cast<ShapeForm>(b)) + " |";
  text += "\n|---|";
  for (int b = 0; b < form_count; ++b) text += "---|";
  text += "\n";
  for (int a = 0; a < form_count; ++a) {
    text += std::string("| ") + name(static_cast<ShapeForm>(a)) + " |";
    for (int b = 0; b < form_count; ++b) {
      const auto form_a = static_cast<ShapeForm>(a), form_b = static_cast<ShapeForm>(b);
      const bool closed = closed_form_of(form_a, form_b) != ClosedForm::none;
      text += std::string(closed ? " closed, " : " ") + name(method_of(family_of(form_a), family_of(form_b))) + " |";
    }
    text += "\n";
  }
  return text;
}

TEST(KindsTable, IsInTheDocument) {
  const auto path = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "docs" / "kinds.md";
  std::ifstream in(path);
  std::stringstream content;
  content << in.rdbuf();
  EXPECT_NE(content.str().find(table()), std::string::npos) << "docs/kinds.md must have this table:\n" << table();
}

TEST(KindsTable, HasNoUnsupportedCell) { EXPECT_EQ(table().find("unsupported"), std::string::npos); }

}  // namespace
}  // namespace graze
