#include "io/xml.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>

#include "graze/error.h"
#include "io/number.h"
#include "io/text_file.h"

namespace graze {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80) != 0;
}
bool in_name(char c) { return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

class Parser {
 public:
  Parser(const std::string& path, std::string_view text, std::uint64_t most_elements, int most_levels)
      : path_(path), text_(text), elements_left_(most_elements), most_levels_(most_levels) {}

  XmlElement document() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    if (text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff")) fail("the text is UTF-16; write it as UTF-8");
    between(nullptr);
    if (at_ == text_.size()) fail("there is no element");
    XmlElement root = element(0);
    between(nullptr);
    if (at_ < text_.size()) fail("a second element after the end of <" + root.name + ">");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(path_ + ":" + std::to_string(line_) + ": " + message);
  }
  bool ahead(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  void go(std::size_t to) {
    line_ += static_cast<std::uint64_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
  }
  void skip_blanks() {
    std::size_t to = at_;
    while (to < text_.size() && is_blank(text_[to])) ++to;
    go(to);
  }
  void skip_past(std::string_view end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) fail(std::string(what) + " does not end");
    go(found + end.size());
  }

  // To the next tag, or the end: comments and instructions are passed over, text goes to `content`; null: outside of
  // all elements, where there is none.
  void between(std::string* content) {
    for (;;) {
      if (!content) skip_blanks();
      if (at_ == text_.size()) return;
      if (ahead("<!--")) {
        at_ += 4;
        skip_past("-->", "a comment");
      } else if (ahead("<?")) {
        skip_past("?>", "an instruction");
      } else if (ahead("<!DOCTYPE")) {
        fail("a document type is not read");
      } else if (ahead("<![CDATA[") && content) {
        const std::size_t begin = at_ + 9;
        skip_past("]]>", "CDATA");
        *content += text_.substr(begin, at_ - 3 - begin);
      } else if (text_[at_] == '<') {
        return;
      } else if (!content) {
        fail("text outside of all elements");
      } else {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        *content += unescaped(text_.substr(at_, end - at_), false);
        go(end);
      }
    }
  }

  std::string name(const char* of) {
    const std::size_t begin = at_;
    if (at_ == text_.size() || !begins_name(text_[at_])) fail(std::string("a name is missing: of ") + of);
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string value(const std::string& of) {
    skip_blanks();
    if (!ahead("=")) fail("'=' is missing after the attribute " + of);
    ++at_;
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    if (quote != '"' && quote != '\'') fail("the value of " + of + " is not in quotes");
    const std::size_t begin = ++at_, end = text_.find(quote, begin);
    if (end == std::string_view::npos) fail("the value of " + of + " does not end");
    const std::string_view raw = text_.substr(begin, end - begin);
    if (raw.find('<') != std::string_view::npos) fail("'<' in the value of " + of + ": a quote is missing");
    std::string result = unescaped(raw, true);
    go(end + 1);
    return result;
  }

  // Of an attribute a blank of any kind is a space; an entity that is not known is an error, in text it stays.
  std::string unescaped(std::string_view raw, bool attribute) const {
    constexpr std::pair<std::string_view, char> known[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    std::string result;
    for (std::size_t i = 0; i < raw.size();) {
      if (raw[i] != '&') {
        result += attribute && is_blank(raw[i]) ? ' ' : raw[i];
        ++i;
        continue;
      }
      if (raw.substr(i).starts_with("&#")) {
        const std::size_t end = raw.find(';', i);
        if (end != std::string_view::npos && append_letter(raw.substr(i + 2, end - i - 2), result)) {
          i = end + 1;
          continue;
        }
      }
      const auto* found = std::find_if(std::begin(known), std::end(known),
                                       [&](const auto& entity) { return raw.substr(i).starts_with(entity.first); });
      if (found == std::end(known) && !attribute) {
        result += raw[i++];
        continue;
      }
      if (found == std::end(known)) fail("unknown entity " + in_quotes(raw.substr(i, raw.find(';', i) + 1 - i)));
      result += found->second;
      i += found->first.size();
    }
    return result;
  }

  // The letter of a number, decimal or after x hexadecimal, as UTF-8; false: there is none.
  static bool append_letter(std::string_view digits, std::string& text) {
    const bool hex = digits.starts_with('x');
    if (hex) digits.remove_prefix(1);
    std::uint32_t code = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
    if (fault != std::errc() || end != digits.data() + digits.size() || code == 0 || code > 0x10ffff) return false;
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else if (code < 0x800) {
      text += static_cast<char>(0xc0 | (code >> 6));
      tail(0);
    } else if (code < 0x10000) {
      text += static_cast<char>(0xe0 | (code >> 12));
      tail(6);
      tail(0);
    } else {
      text += static_cast<char>(0xf0 | (code >> 18));
      tail(12);
      tail(6);
      tail(0);
    }
    return true;
  }

  XmlElement element(int level) {
    if (level == most_levels_) fail("elements are nested more than " + std::to_string(most_levels_) + " deep");
    if (elements_left_-- == 0) fail("there are too many elements for the size of the file");
    XmlElement result;
    result.line = line_;
    ++at_;
    result.name = name("an element");
    for (;;) {
      const std::size_t before = at_;
      skip_blanks();
      if (ahead("/>")) {
        result.close = at_;
        at_ += 2;
        return result;
      }
      if (ahead(">")) {
        ++at_;
        break;
      }
      if (at_ == text_.size()) fail("<" + result.name + "> does not end");
      if (at_ == before) fail("a blank is missing before an attribute of <" + result.name + ">");
      std::string attribute = name("an attribute");
      if (result.find(attribute)) fail("<" + result.name + "> has the attribute " + attribute + " twice");
      std::string text = value(attribute);
      result.attributes.emplace_back(std::move(attribute), std::move(text));
    }
    for (;;) {
      between(&result.content);
      if (at_ == text_.size()) {
        fail("the file ends within <" + result.name + ">, which begins in line " + std::to_string(result.line));
      }
      if (!ahead("</")) {
        result.children.push_back(element(level + 1));
        continue;
      }
      result.close = at_;
      at_ += 2;
      const std::string closing = name("a closing tag");
      if (closing != result.name) {
        fail("</" + closing + "> closes <" + result.name + ">, which begins in line " + std::to_string(result.line));
      }
      skip_blanks();
      if (!ahead(">")) fail("'>' is missing after </" + closing);
      ++at_;
      return result;
    }
  }

  const std::string& path_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1, elements_left_;
  int most_levels_;
};

std::string whole_file(const std::string& path) {
  std::ifstream file = open_file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

const std::string* XmlElement::find(std::string_view attribute) const noexcept {
  for (const auto& [key, value] : attributes) {
    if (key == attribute) return &value;
  }
  return nullptr;
}

const XmlElement* XmlElement::child(std::string_view wanted) const noexcept {
  for (const XmlElement& element : children) {
    if (element.name == wanted) return &element;
  }
  return nullptr;
}

XmlFile::XmlFile(const std::string& path) : XmlFile(path, whole_file(path)) {}

XmlFile::XmlFile(std::string path, std::string_view text, std::uint64_t most_elements, int most_levels)
    : paths_{std::move(path)}, root_(Parser(paths_[0], text, most_elements, most_levels).document()) {}

XmlFile::XmlFile(std::vector<std::string> paths, XmlElement root) : paths_(std::move(paths)), root_(std::move(root)) {}

void XmlFile::fail(const XmlElement& at, const std::string& message) const {
  throw Error(path_of(at) + ":" + std::to_string(at.line) + ": " + message);
}

std::string XmlFile::place(const XmlElement& element) const {
  const std::string line = "line " + std::to_string(element.line);
  if (element.source == 0) return line;
  return std::filesystem::path(path_of(element)).filename().string() + ", " + line;
}

const std::string& XmlFile::text(const XmlElement& element, std::string_view attribute) const {
  const std::string* const value = element.find(attribute);
  if (!value) fail(element, "<" + element.name + "> has no attribute " + std::string(attribute));
  return *value;
}

double XmlFile::number_of(const XmlElement& element, std::string_view attribute, std::string_view word) const {
  const Number number = parse_number(word);
  if (number.fault != NumberFault::none) {
    fail(element, std::string(attribute) + " of <" + element.name + ">: " + in_quotes(word) + " is not a " +
                      (number.fault == NumberFault::not_finite ? "finite double" : "number"));
  }
  return number.value;
}

std::string XmlFile::content(const XmlElement& element) const {
  const std::string& text = element.content;
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

std::vector<double> XmlFile::content_numbers(const XmlElement& element, std::size_t count) const {
  std::string text = element.content;
  std::replace_if(text.begin(), text.end(), is_blank, ' ');
  std::vector<std::string_view> words;
  split_words(text, words);
  if (words.size() != count) {
    fail(element,
         "<" + element.name + "> has " + std::to_string(words.size()) + " numbers, not " + std::to_string(count));
  }
  std::vector<double> result;
  for (const std::string_view word : words) result.push_back(number_of(element, "the text", word));
  return result;
}

double XmlFile::content_number(const XmlElement& element) const { return content_numbers(element, 1)[0]; }

std::vector<double> XmlFile::numbers(const XmlElement& element, std::string_view attribute) const {
  std::vector<std::string_view> words;
  split_words(text(element, attribute), words);
  std::vector<double> result;
  for (const std::string_view word : words) result.push_back(number_of(element, attribute, word));
  return result;
}

double XmlFile::number(const XmlElement& element, std::string_view attribute) const {
  std::vector<std::string_view> words;
  split_words(text(element, attribute), words);
  if (words.size() != 1) fail(element, std::string(attribute) + " of <" + element.name + "> is not one number");
  return number_of(element, attribute, words[0]);
}

double XmlFile::number(const XmlElement& element, std::string_view attribute, double missing) const {
  return element.find(attribute) ? number(element, attribute) : missing;
}

Vec3 XmlFile::point(const XmlElement& element, std::string_view attribute) const {
  std::vector<std::string_view> words;
  split_words(text(element, attribute), words);
  if (words.size() != 3) {
    fail(element, std::string(attribute) + " of <" + element.name + "> has " + std::to_string(words.size()) +
                      " numbers, not three");
  }
  return {number_of(element, attribute, words[0]), number_of(element, attribute, words[1]),
          number_of(element, attribute, words[2])};
}

Vec3 XmlFile::point(const XmlElement& element, std::string_view attribute, Vec3 missing) const {
  return element.find(attribute) ? point(element, attribute) : missing;
}

std::vector<std::string> XmlFile::others(const XmlElement& element, std::initializer_list<std::string_view> attributes,
                                         std::initializer_list<std::string_view> children) const {
  std::vector<std::string> result;
  const auto line = [&](const XmlElement& at) { return place(at) + ": <"; };
  for (const auto& attribute : element.attributes) {
    if (std::find(attributes.begin(), attributes.end(), attribute.first) == attributes.end()) {
      result.push_back(line(element) + element.name + "> has an unknown attribute " + attribute.first);
    }
  }
  for (const XmlElement& child : element.children) {
    if (std::find(children.begin(), children.end(), child.name) == children.end()) {
      result.push_back(line(child) + child.name + "> has no place in <" + element.name + ">");
    }
  }
  return result;
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace graze
