#include "io/number.h"

#include <cmath>

#include "base/compat.h"

namespace graze {

namespace {

// For a number that from_chars found outside the doubles: is it too large, rather than too small? Sums the decimal
// exponent and the place of the first digit that is not 0; the two cases are hundreds of powers apart.
bool too_large(std::string_view text) noexcept {
  const std::size_t exponent_at = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, exponent_at);
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  const std::size_t point = mantissa.find('.') == std::string_view::npos ? mantissa.size() : mantissa.find('.');
  double power = static_cast<double>(point) - static_cast<double>(first);
  if (exponent_at != std::string_view::npos) {
    bool negative = false;
    double exponent = 0;
    for (const char c : text.substr(exponent_at + 1)) {
      if (c == '-') negative = true;
      if (c >= '0' && c <= '9') exponent = exponent * 10 + (c - '0');
    }
    power += negative ? -exponent : exponent;
  }
  return power > 0;
}

}  // namespace

Number parse_number(std::string_view text) noexcept {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = read_double(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) {
    return {0, NumberFault::not_a_number};
  }
  if (error == std::errc::result_out_of_range) {
    if (too_large(text)) return {0, NumberFault::not_finite};
    return {text[0] == '-' ? -0.0 : 0.0, NumberFault::none};
  }
  if (!std::isfinite(value)) return {0, NumberFault::not_finite};
  return {value, NumberFault::none};
}

}  // namespace graze
