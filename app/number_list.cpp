#include "app/number_list.h"

#include <fmt/format.h>

#include "graze/error.h"
#include "io/number.h"

namespace graze::app {

std::vector<double> read_list(const std::string& text, const std::string& option, std::size_t count, const char* what) {
  std::vector<double> numbers;
  std::size_t start = 0;
  for (;;) {
    const std::size_t comma = text.find(',', start);
    const std::string word = text.substr(start, comma - start);
    const Number number = parse_number(word);
    if (number.fault != NumberFault::none) throw Error(option + ": '" + word + "' is not a finite number");
    numbers.push_back(number.value);
    if (comma == std::string::npos) break;
    start = comma + 1;
  }
  if (numbers.size() != count) throw Error(fmt::format("{}: {} numbers are needed: {}", option, count, what));
  return numbers;
}

}  // namespace graze::app
