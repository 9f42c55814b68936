// Several numbers in one word of the command line: 0,0,-16.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace graze::app {

// Throws Error naming the option: a word that is not a finite number, or another count; `what` says what they mean.
std::vector<double> read_list(const std::string& text, const std::string& option, std::size_t count, const char* what);

}  // namespace graze::app
