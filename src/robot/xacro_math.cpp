#include "robot/xacro_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "graze/error.h"
#include "io/number.h"
#include "math/constants.h"
#include "motion/turn.h"
#include "robot/kinematics.h"
#include "robot/orientation.h"

namespace graze {

namespace {

constexpr double euler = 0x1.5bf0a8b145769p+1, ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

double number_of(const std::string& name, const XacroValue& value) {
  if (const auto* x = std::get_if<double>(&value.is)) return *x;
  if (const auto* n = std::get_if<std::int64_t>(&value.is)) return double(*n);
  if (const auto* b = std::get_if<bool>(&value.is)) return *b ? 1 : 0;
  throw Error(name + "() takes numbers, not '" + text_of(value) + "'");
}

Turn turn_of(const std::string& name, double angle) {
  if (!(std::fabs(angle) <= largest_angle)) throw Error(name + "() is for angles up to 4096 radians");
  return turn_by(angle);
}

double of_one(const std::string& name, double x) {
  if (name == "sin") return turn_of(name, x).sine;
  if (name == "cos") return 1 - turn_of(name, x).versine;
  if (name == "tan") {
    const Turn turn = turn_of(name, x);
    return turn.sine / (1 - turn.versine);
  }
  if (name == "asin" || name == "acos") {
    if (!(std::fabs(x) <= 1)) throw Error(name + "() of " + std::to_string(x) + ": the number is not within -1 and 1");
    const double across = std::sqrt((1 - x) * (1 + x));
    return name == "asin" ? angle_of(x, across) : angle_of(across, x);
  }
  if (name == "atan") return std::isinf(x) ? std::copysign(pi / 2, x) : angle_of(x, 1);
  if (name == "sqrt") {
    if (x < 0) throw Error("sqrt() of a number below 0");
    return std::sqrt(x);
  }
  if (name == "exp") {
    if (x > 709.7 && std::isinf(exponential(x)) && !std::isinf(x)) throw Error("exp() of a number that is too large");
    return exponential(x);
  }
  if (name == "log" || name == "log10") {
    if (!(x > 0)) throw Error(name + "() of a number that is not above 0");
    return name == "log" ? logarithm(x) : logarithm(x) / 0x1.26bb1bbb55516p+1;
  }
  if (name == "radians") return x * (pi / 180);
  if (name == "degrees") return x * (180 / pi);
  return std::fabs(x);  // fabs
}

XacroValue whole(const std::string& name, double x) {
  if (!(std::fabs(x) < 0x1p62)) throw Error(name + "() of a number that is too large");
  return {static_cast<std::int64_t>(x)};
}

// As Python rounds: halves to the even one.
double to_nearest(double x) { return std::nearbyint(x); }

constexpr std::array ones = {"sin", "cos", "tan",   "asin",    "acos",    "atan", "sqrt",
                             "exp", "log", "log10", "radians", "degrees", "fabs"};
constexpr std::array others = {"atan2", "pow", "hypot", "fmod", "copysign", "floor", "ceil", "trunc", "abs",
                               "min",   "max", "round", "int",  "float",    "str",   "bool", "isinf", "isnan"};

bool less(const std::string& name, const XacroValue& a, const XacroValue& b) {
  if (a.is_text() && b.is_text()) return *a.text() < *b.text();
  return number_of(name, a) < number_of(name, b);
}

}  // namespace

double exponential(double x) noexcept {
  if (std::isnan(x)) return x;
  if (x > 710) return inf;
  if (x < -746) return 0;
  // 2^n times a series of what is left, within half of log 2.
  const double n = std::nearbyint(x / (ln2_high + ln2_low));
  const double rest = (x - n * ln2_high) - n * ln2_low;
  double term = 1, sum = 0;
  for (int k = 1; k <= 20; ++k) {
    term *= rest / k;
    sum += term;
  }
  return std::ldexp(1 + sum, static_cast<int>(n));
}

double logarithm(double x) noexcept {
  if (!(x > 0)) return x == 0 ? -inf : nan;
  if (std::isinf(x)) return x;
  int n = 0;
  double m = std::frexp(x, &n);  // 0.5 <= m < 1
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --n;
  }
  // log m = 2 artanh(s), with s at most 0.172.
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0, power_of_s = s;
  for (int k = 1; k <= 41; k += 2) {
    sum += power_of_s / k;
    power_of_s *= square;
  }
  return n * ln2_high + (n * ln2_low + 2 * sum);
}

double python_power(double x, double y) {
  if (x == 0 && y < 0) throw Error("a power of 0 with an exponent below 0");
  const double result = power(x, y);
  if (std::isnan(result) && !std::isnan(x) && !std::isnan(y)) throw Error("a power that is no real number");
  if (std::isinf(result) && !std::isinf(x) && !std::isinf(y)) throw Error("a power that is too large");
  return result;
}

double power(double x, double y) noexcept {
  if (y == 0) return 1;
  if (std::floor(y) == y && std::fabs(y) <= 1024) {
    double result = 1, square = x;
    for (auto n = static_cast<unsigned>(std::fabs(y)); n > 0; n /= 2) {
      if (n % 2 == 1) result *= square;
      square *= square;
    }
    return y < 0 ? 1 / result : result;
  }
  if (x < 0) return nan;
  if (x == 0) return y > 0 ? 0 : inf;
  if (y == 0.5) return std::sqrt(x);
  return exponential(y * logarithm(x));
}

bool xacro_constant(const std::string& name, XacroValue& value) {
  if (name == "pi" || name == "M_PI") return value = {pi}, true;
  if (name == "e") return value = {euler}, true;
  if (name == "tau") return value = {2 * pi}, true;
  if (name == "inf") return value = {inf}, true;
  if (name == "nan") return value = {nan}, true;
  if (name == "True" || name == "true") return value = {true}, true;
  if (name == "False" || name == "false") return value = {false}, true;
  if (name == "None") return value = {}, true;
  return false;
}

bool is_xacro_function(const std::string& name) {
  const auto is = [&](const char* each) { return name == each; };
  return std::any_of(ones.begin(), ones.end(), is) || std::any_of(others.begin(), others.end(), is) ||
         is_xacro_list_function(name);
}

XacroValue call_xacro(const std::string& name, const XacroList& arguments) {
  if (is_xacro_list_function(name)) return call_xacro_list_function(name, arguments);
  const auto needs = [&](std::size_t least, std::size_t most) {
    if (arguments.size() >= least && arguments.size() <= most) return;
    throw Error(name + "() takes other than " + std::to_string(arguments.size()) + " arguments");
  };
  const auto number = [&](std::size_t i) { return number_of(name, arguments[i]); };
  if (std::find(ones.begin(), ones.end(), name) != ones.end()) {
    needs(1, 1);
    return {of_one(name, number(0))};
  }
  if (name == "atan2" || name == "pow" || name == "hypot" || name == "fmod" || name == "copysign") {
    needs(2, 2);
    const double x = number(0), y = number(1);
    if (name == "atan2") return {angle_of(x, y)};
    if (name == "pow") return {python_power(x, y)};
    if (name == "hypot") return {std::sqrt(x * x + y * y)};
    return {name == "fmod" ? std::fmod(x, y) : std::copysign(x, y)};
  }
  if (name == "min" || name == "max") {
    const auto* const list =
        arguments.size() == 1 ? std::get_if<std::shared_ptr<XacroList>>(&arguments[0].is) : nullptr;
    const XacroList& among = list ? **list : arguments;
    if (among.empty()) throw Error(name + "() of nothing");
    const XacroValue* best = &among[0];
    for (const XacroValue& each : among) {
      if (name == "min" ? less(name, each, *best) : less(name, *best, each)) best = &each;
    }
    return *best;
  }
  needs(1, name == "round" ? 2 : 1);
  const XacroValue& first = arguments[0];
  if (name == "str") return {text_of(first)};
  if (name == "bool") return {truth_of(first)};
  if (name == "int" || name == "float") {
    XacroValue value = first.is_text() ? literal_of(*first.text()) : first;
    const bool is_word = first.is_text() && std::holds_alternative<bool>(value.is);
    const bool is_part = first.is_text() && name == "int" && !std::holds_alternative<std::int64_t>(value.is);
    if (value.is_text() || is_word || is_part) {
      throw Error(name + "() of '" + *first.text() + "', which is no " + (name == "int" ? "whole number" : "number"));
    }
    if (name == "float") return {number_of(name, value)};
    if (const auto* n = std::get_if<std::int64_t>(&value.is)) return {*n};
    return whole(name, std::trunc(number_of(name, value)));
  }
  const double x = number(0);
  if (name == "isinf") return {std::isinf(x)};
  if (name == "isnan") return {std::isnan(x)};
  if (name == "floor") return whole(name, std::floor(x));
  if (name == "ceil") return whole(name, std::ceil(x));
  if (name == "trunc") return whole(name, std::trunc(x));
  if (name == "abs") {
    if (const auto* n = std::get_if<std::int64_t>(&first.is)) return {*n < 0 ? -*n : *n};
    return {std::fabs(x)};
  }
  if (name == "round") {
    if (arguments.size() == 1) return whole(name, to_nearest(x));
    if (const auto* n = std::get_if<std::int64_t>(&first.is); n && number(1) >= 0) return {*n};
    const auto* const digits = std::get_if<std::int64_t>(&arguments[1].is);
    if (!digits || *digits < 0 || *digits > 300 || !(std::fabs(x) < 0x1p60))
      throw Error("round() to such digits needs Python");
    // The exact decimal is rounded, halves to the even digit.
    char buffer[512];
    const int end = std::snprintf(buffer, sizeof buffer, "%.*f", int(*digits), x);
    if (*digits > 0) buffer[end - int(*digits) - 1] = '.';  // whatever the locale writes
    return {parse_number({buffer, std::size_t(end)}).value};
  }
  throw Error("there is no function " + name + "()");
}

}  // namespace graze
