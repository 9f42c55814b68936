#include "io/text_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <streambuf>

#include "graze/error.h"
#include "io/number.h"

namespace graze {

std::ifstream open_file(const std::string& path) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (status.type() == std::filesystem::file_type::not_found) throw Error(path + ": no such file");
  if (status.type() == std::filesystem::file_type::none) throw Error(path + ": " + code.message());
  if (std::filesystem::is_directory(status)) throw Error(path + ": is a directory, not a file");
  if (!std::filesystem::is_regular_file(status)) throw Error(path + ": is not a regular file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot be opened: " + std::strerror(errno));
  if (std::filesystem::file_size(path, code) == 0 && !code) throw Error(path + ": the file is empty");
  return file;
}

bool TextFile::append_line() {
  std::streambuf& buffer = *file_.rdbuf();
  constexpr int end = std::char_traits<char>::eof();
  int c = buffer.sbumpc();
  if (c == end) return false;
  ++lines_read_;
  for (; c != end && c != '\n'; c = buffer.sbumpc()) {
    if (text_.size() == longest_line) {
      fail("the line is longer than " + std::to_string(longest_line) + " bytes");
    }
    text_.push_back(static_cast<char>(c));
  }
  if (!text_.empty() && text_.back() == '\r') text_.pop_back();
  return true;
}

bool TextFile::next(std::string_view& line, bool continued) {
  text_.clear();
  line_ = lines_read_ + 1;
  if (!append_line()) return false;
  while (continued && !text_.empty() && text_.back() == '\\') {
    text_.back() = ' ';
    if (!append_line()) break;
  }
  line = text_;
  return true;
}

void TextFile::fail(const std::string& message) const { fail_at(line_, message); }

void TextFile::fail_at(std::uint64_t line, const std::string& message) const {
  throw Error(path_ + ":" + std::to_string(line) + ": " + message);
}

double TextFile::number(std::string_view word) const {
  const Number number = parse_number(word);
  if (number.fault == NumberFault::not_a_number) fail(in_quotes(word) + " is not a number");
  if (number.fault == NumberFault::not_finite) fail(in_quotes(word) + " is not a finite double");
  return number.value;
}

Vec3 TextFile::point(const std::vector<std::string_view>& words, std::size_t first) const {
  return {number(words[first]), number(words[first + 1]), number(words[first + 2])};
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
  constexpr std::string_view blanks = " \t\r\v\f";
  words.clear();
  for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = line.find_first_of(blanks, begin);
    words.push_back(line.substr(begin, end - begin));
    begin = end == std::string_view::npos ? end : line.find_first_not_of(blanks, end);
  }
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : word.substr(0, longest)) text.push_back(c >= 0x20 && c < 0x7f ? c : '?');
  if (word.size() > longest) text += "...";
  return text + "'";
}

}  // namespace graze
