#include "clash/length.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/json_text.h"
#include "graze/error.h"
#include "io/number.h"
#include "math/norms.h"

namespace graze {

namespace {

constexpr std::array<std::pair<const char*, double>, 8> units = {
    {{"um", 1e-6}, {"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}, {"km", 1e3}, {"in", 0.0254}, {"ft", 0.3048}, {"yd", 0.9144}}};

}  // namespace

double metres_in(const std::string& unit) noexcept {
  for (const auto& [name, metres] : units) {
    if (unit == name) return metres;
  }
  return 0;
}

std::string unit_name(double metres) {
  if (metres == 0) return "model units";
  for (const auto& [name, value] : units) {
    if (metres == value) return name;
  }
  std::string text = "units of ";
  append_number(text, metres);
  return text + " m";
}

double parse_length(const std::string& text, double metres_per_unit, const std::string& option) {
  std::size_t end = text.size();
  while (end > 0 && (text[end - 1] >= 'a' && text[end - 1] <= 'z')) --end;
  const Number number = parse_number(std::string_view(text).substr(0, end));
  if (number.fault != NumberFault::none) throw Error(option + ": '" + text + "' is not a length, such as 2mm or 0.5");
  if (!(number.value >= 0)) throw Error(option + ": a length must not be negative");
  const std::string unit = text.substr(end);
  if (unit.empty()) return number.value;
  const double metres = metres_in(unit);
  if (metres == 0) throw Error(option + ": the unit '" + unit + "' is not one of um, mm, cm, m, km, in, ft, yd");
  if (metres_per_unit == 0) {
    throw Error(option + ": the model does not say what its unit is; give it with --unit (such as --unit mm)");
  }
  // Division first where it is exact more often: 20mm of a model in metres is 20 / 1000, the double nearest to 0.02.
  return metres < metres_per_unit ? number.value / (metres_per_unit / metres)
                                  : number.value * (metres / metres_per_unit);
}

double usual_contact(double resolution, const Box& box) {
  if (box.empty()) return 0;
  return std::min(std::max(4 * resolution, 0x1p-40 * largest(box)), 1e-5 * length(box.hi - box.lo));
}

}  // namespace graze
