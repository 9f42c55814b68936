// Files are told apart by how their names end.
#pragma once

#include <algorithm>
#include <string_view>

namespace graze {

// In any case of letters; the ending is given in lower case.
inline bool ends_with(std::string_view path, std::string_view ending) {
  return path.size() >= ending.size() && std::equal(ending.rbegin(), ending.rend(), path.rbegin(), [](char e, char p) {
           return e == (p >= 'A' && p <= 'Z' ? p - 'A' + 'a' : p);
         });
}

}  // namespace graze
