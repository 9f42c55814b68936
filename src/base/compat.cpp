#include "base/compat.h"

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace graze {

#if defined(__cpp_lib_to_chars)

char* write_double(char* first, char* last, double value) noexcept {
  const std::to_chars_result result = std::to_chars(first, last, value);
  return result.ec == std::errc{} ? result.ptr : nullptr;
}

std::from_chars_result read_double(const char* first, const char* last, double& value) noexcept {
  return std::from_chars(first, last, value);
}

#else

char* write_double(char* first, char* last, double value) noexcept {
  return portable::write_double(first, last, value);
}

std::from_chars_result read_double(const char* first, const char* last, double& value) noexcept {
  return portable::read_double(first, last, value);
}

#endif

namespace portable {
namespace {

// value = 0.d1d2d3… times 10^exponent.
struct Decimal {
  char digits[18];
  int count = 0, exponent = 0;
};

// The number is positive and finite. The locale has a say in the character between the digits, and in nothing else.
Decimal rounded(double value, int count) noexcept {
  char text[40];
  std::snprintf(text, sizeof text, "%.*e", count - 1, value);
  Decimal result;
  const char* at = text;
  for (; *at != 'e'; ++at)
    if (*at >= '0' && *at <= '9') result.digits[result.count++] = *at;
  result.exponent = std::atoi(at + 1) + 1;
  return result;
}

double value_of(const Decimal& number) noexcept {
  char text[40];
  std::snprintf(text, sizeof text, "%.*se%d", number.count, number.digits, number.exponent - number.count);
  return std::strtod(text, nullptr);
}

// The next number of so many digits.
void increase(Decimal& number) noexcept {
  int i = number.count - 1;
  while (i >= 0 && number.digits[i] == '9') number.digits[i--] = '0';
  if (i >= 0) {
    ++number.digits[i];
    return;
  }
  number.digits[0] = '1';
  ++number.exponent;
}

// The fewest digits that read back, and of these the nearest. Below a power of two doubles are denser: there the
// nearest may be too far while the next above is not.
Decimal shortest(double value) noexcept {
  for (int count = 1;; ++count) {
    Decimal number = rounded(value, count);
    if (count == 17 || value_of(number) == value) return number;
    increase(number);
    if (value_of(number) == value) return number;
  }
}

struct Writer {
  char* at;
  char* end;
  bool fits = true;
  void put(char c) {
    if (at == end)
      fits = false;
    else
      *at++ = c;
  }
  void put(std::string_view text) {
    for (const char c : text) put(c);
  }
};

bool digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Does the text start with the word, in capitals or not?
bool starts(std::string_view text, std::string_view word) noexcept {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((text[i] | 32) != word[i]) return false;
  return true;
}

}  // namespace

char* write_double(char* first, char* last, double value) noexcept {
  Writer out{first, last};
  if (std::signbit(value)) out.put('-');
  value = std::fabs(value);
  if (std::isnan(value)) {
    out.put("nan");
  } else if (std::isinf(value)) {
    out.put("inf");
  } else if (value == 0) {
    out.put('0');
  } else {
    Decimal number = shortest(value);
    while (number.count > 1 && number.digits[number.count - 1] == '0') --number.count;
    const std::string_view digits(number.digits, std::size_t(number.count));
    const int power = number.exponent - 1;  // of the first digit
    const int fixed = power < 0 ? number.count + 1 - power : number.count > power + 1 ? number.count + 1 : power + 1;
    const int scientific = number.count + (number.count > 1 ? 1 : 0) + (std::abs(power) >= 100 ? 5 : 4);
    if (fixed <= scientific && power >= number.count) {
      char exact[40];  // every digit of a whole number, as the standard library writes them
      std::snprintf(exact, sizeof exact, "%.0f", value);
      out.put(exact);
    } else if (fixed <= scientific) {
      if (power < 0) {
        out.put("0.");
        for (int i = power + 1; i < 0; ++i) out.put('0');
        out.put(digits);
      } else {
        out.put(digits.substr(0, std::size_t(power) + 1));
        if (number.count > power + 1) {
          out.put('.');
          out.put(digits.substr(std::size_t(power) + 1));
        }
      }
    } else {
      out.put(digits[0]);
      if (number.count > 1) {
        out.put('.');
        out.put(digits.substr(1));
      }
      char text[16];
      std::snprintf(text, sizeof text, "e%c%02d", power < 0 ? '-' : '+', std::abs(power));
      out.put(text);
    }
  }
  return out.fits ? out.at : nullptr;
}

std::from_chars_result read_double(const char* first, const char* last, double& value) noexcept {
  const char* at = first;
  const bool negative = at != last && *at == '-';
  if (negative) ++at;
  const std::string_view rest(at, std::size_t(last - at));
  const auto special = [&](double found, std::size_t length) -> std::from_chars_result {
    value = negative ? -found : found;
    return {at + length, std::errc{}};
  };
  if (starts(rest, "infinity")) return special(HUGE_VAL, 8);
  if (starts(rest, "inf")) return special(HUGE_VAL, 3);
  if (starts(rest, "nan")) return special(std::nan(""), 3);
  std::string text(negative ? "-" : "");
  bool any = false, nonzero = false;
  const auto take_digits = [&] {
    for (; at != last && digit(*at); ++at) {
      text += *at;
      any = true;
      nonzero = nonzero || *at != '0';
    }
  };
  take_digits();
  if (at != last && *at == '.' && (any || (at + 1 != last && digit(at[1])))) {
    text += std::localeconv()->decimal_point;
    ++at;
    take_digits();
  }
  if (!any) return {first, std::errc::invalid_argument};
  if (at != last && (*at | 32) == 'e') {
    const char* exponent = at + 1;
    if (exponent != last && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (exponent != last && digit(*exponent)) {
      text.append(at, exponent);
      for (at = exponent; at != last && digit(*at); ++at) text += *at;
    }
  }
  const double found = std::strtod(text.c_str(), nullptr);
  if (std::isinf(found) || (found == 0 && nonzero)) return {at, std::errc::result_out_of_range};
  value = found;
  return {at, std::errc{}};
}

}  // namespace portable
}  // namespace graze
