#include "io/ifc/units.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "graze/error.h"

namespace graze::ifc {

namespace {

double prefix_value(std::string_view prefix) {
  constexpr std::pair<std::string_view, double> prefixes[] = {
      {"EXA", 1e18},  {"PETA", 1e15},  {"TERA", 1e12},   {"GIGA", 1e9},   {"MEGA", 1e6},   {"KILO", 1e3},
      {"HECTO", 1e2}, {"DECA", 1e1},   {"DECI", 1e-1},   {"CENTI", 1e-2}, {"MILLI", 1e-3}, {"MICRO", 1e-6},
      {"NANO", 1e-9}, {"PICO", 1e-12}, {"FEMTO", 1e-15}, {"ATTO", 1e-18}};
  for (const auto& [name, value] : prefixes) {
    if (name == prefix) return value;
  }
  return 1;
}

// In metres or radians; by the names of common units where the file says no factor. NaN: not understood.
double unit_value(const Spf& file, std::uint32_t id, int depth) {
  if (depth > 10 || !file.has(id)) return NAN;
  const Record unit = file.record(id);
  if (unit.is("IFCSIUNIT")) return unit.given(2) ? prefix_value(unit.word(2)) : 1;
  if (unit.is("IFCCONVERSIONBASEDUNIT") || unit.is("IFCCONVERSIONBASEDUNITWITHOFFSET")) {
    if (unit.is_ref(3) && file.has(unit.ref(3))) {
      const Record measure = file.record(unit.ref(3));
      const double factor = parse_real(measure.raw(0)), base = unit_value(file, measure.ref_or_none(1), depth + 1);
      if (std::isfinite(factor * base) && factor * base > 0) return factor * base;
    }
    std::string name = unit.text(2);
    for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (name == "DEGREE") return std::numbers::pi / 180;
    if (name == "FOOT" || name == "FEET") return 0.3048;
    if (name == "INCH") return 0.0254;
    if (name == "YARD") return 0.9144;
    if (name == "MILE") return 1609.344;
  }
  return NAN;
}

}  // namespace

double length_unit(const Spf& file, std::uint32_t id) { return unit_value(file, id, 0); }

Units units_of(const Spf& file) {
  Units units;
  for (const char* type : {"IFCPROJECT", "IFCPROJECTLIBRARY"}) {
    for (const std::uint32_t project : file.all(type)) {
      const Record record = file.record(project);
      if (!record.is_ref(8) || !file.has(record.ref(8))) continue;
      for (const std::uint32_t id : file.record(record.ref(8)).refs(0)) {
        if (!file.has(id)) continue;
        const Record unit = file.record(id);
        const std::string_view kind = unit.word(1);
        if (kind != "LENGTHUNIT" && kind != "PLANEANGLEUNIT") continue;
        const double value = unit_value(file, id, 0);
        if (!std::isfinite(value) || !(value > 0)) {
          if (kind == "LENGTHUNIT") unit.fail("its unit of length is not understood");
          continue;
        }
        (kind == "LENGTHUNIT" ? units.metres : units.radians) = value;
      }
    }
  }
  return units;
}

}  // namespace graze::ifc
