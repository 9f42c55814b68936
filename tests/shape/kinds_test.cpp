#include "shape/kinds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include "shape/sized_kinds.h"

namespace graze {
namespace {

TEST(Kinds, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const KindRow& row : kind_rows) EXPECT_TRUE(names.insert(row.name).second) << row.name;
  EXPECT_STREQ(name(ShapeForm::cone), "cone");
  EXPECT_STREQ(name(static_cast<ShapeForm>(kind_rows.size())), "unknown");
}

TEST(Kinds, SetsAreThoseOfTheGroups) {
  int primitives = 0;
  for (const KindRow& row : kind_rows) {
    const bool primitive = row.family != Family::triangles && row.family != Family::compound;
    EXPECT_EQ(primitive_forms.has(row.form), primitive) << row.name;
    EXPECT_EQ(curved_forms.has(row.form), row.family == Family::curved) << row.name;
    EXPECT_EQ(faceted_forms.has(row.form), row.family == Family::hull || row.form == ShapeForm::box) << row.name;
    primitives += primitive ? 1 : 0;
  }
  EXPECT_EQ(primitives, 10);
}

// What make() is given comes back by numbers(), and a number that breaks its rule is an error that names the field.
TEST(SizedKinds, KeepTheirNumbersAndTheirRules) {
  int refused = 0;
  for (const SizedKind& kind : sized_kinds()) {
    const double given[most_size_numbers] = {1, 2, 3, 4, 5, 6};
    const Shape shape = kind.make(given);
    ASSERT_EQ(shape.form(), kind.form);
    double back[most_size_numbers];
    kind.numbers(data_of(shape), back);
    std::size_t count = 0;
    for (const SizeField& field : kind.fields) count += field.numbers();
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(back[i], given[i]) << name(kind.form) << ' ' << i;
    std::size_t at = 0;
    for (const SizeField& field : kind.fields) {
      for (std::size_t i = 0; i < field.numbers(); ++i, ++at) {
        for (const double bad : {-1.0, 0.0, std::nan("")}) {
          if (field.rule == SizeField::Rule::by_complete || (bad == 0 && field.rule != SizeField::Rule::above_zero))
            continue;
          double wrong[most_size_numbers];
          std::memcpy(wrong, given, sizeof wrong);
          wrong[at] = bad;
          try {
            kind.make(wrong);
            ADD_FAILURE() << name(kind.form) << ' ' << field.name << ' ' << bad;
          } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()).find(std::string(name(kind.form)) + ": " + field.name), 0u)
                << error.what();
            ++refused;
          }
        }
      }
    }
  }
  EXPECT_GE(refused, 30);
}

}  // namespace
}  // namespace graze
