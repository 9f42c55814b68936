// A file read line by line, in bounded memory, with errors that name the place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math.h"

namespace graze {

// Opens a regular file for reading; throws Error when it is missing, a directory, unreadable or empty.
GRAZE_API std::ifstream open_file(const std::string& path);

class TextFile {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;

  explicit TextFile(const std::string& path) : path_(path), file_(open_file(path)) {}

  // The next line without its end (\n or \r\n), valid until the next call; false at the end of the file. With
  // `continued`, a line that ends in a backslash goes on in the next. Throws Error when it is longer than longest_line.
  bool next(std::string_view& line, bool continued);

  // The number, from 1, of the first line that the last call read.
  std::uint64_t line() const noexcept { return line_; }

  // Throws Error "path:line: message".
  [[noreturn]] void fail(const std::string& message) const;
  [[noreturn]] void fail_at(std::uint64_t line, const std::string& message) const;

  double number(std::string_view word) const;
  // Three numbers, from words[first] on.
  Vec3 point(const std::vector<std::string_view>& words, std::size_t first) const;

 private:
  bool append_line();

  std::string path_;
  std::ifstream file_;
  std::string text_;
  std::uint64_t line_ = 0, lines_read_ = 0;
};

// The words between blanks (space, tab, \r, \v, \f).
void split_words(std::string_view line, std::vector<std::string_view>& words);

// At most 40 bytes of a word from a file, in quotes, with what is not printable ASCII replaced by '?'.
GRAZE_API std::string in_quotes(std::string_view word);

}  // namespace graze
