#include "robot/yaml.h"

#include <vector>

#include "graze/error.h"
#include "io/text_file.h"

namespace graze {

namespace {

constexpr int deepest_yaml = 64;

struct Line {
  std::size_t indent = 0;
  std::string text;  // without the indent, comments and blanks at its end
  std::uint64_t number = 0;
};

class YamlReader {
 public:
  explicit YamlReader(const std::string& path) : path_(path) {
    TextFile file(path);
    std::string_view view;
    while (file.next(view, false)) {
      std::string text = without_comment(std::string(view));
      const std::size_t indent = text.find_first_not_of(' ');
      if (indent == std::string::npos || text == "---" || text == "...") continue;
      if (text[indent] == '\t') fail(file.line(), "a tab indents the line");
      if (text[indent] == '%') continue;
      lines_.push_back({indent, text.substr(indent), file.line()});
    }
  }

  XacroValue read() {
    if (lines_.empty()) return {};
    XacroValue value = block(lines_[0].indent, 0);
    if (at_ < lines_.size()) fail(lines_[at_].number, "the line is indented in a way that is not understood");
    return value;
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& why) const {
    throw Error(path_ + ":" + std::to_string(line) + ": " + why);
  }

  static std::string without_comment(const std::string& text) {
    char quote = 0;
    std::size_t end = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (quote != 0) {
        if (text[i] == quote) quote = 0;
      } else if ((text[i] == '\'' || text[i] == '"') &&
                 (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])))) {
        quote = text[i];
      } else if (text[i] == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
        end = i;
        break;
      }
    }
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r')) --end;
    return text.substr(0, end);
  }

  // Where "key:" ends, one past the colon; npos: the line is none.
  static std::size_t key_end(const std::string& text) {
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (quote != 0) {
        if (text[i] == quote) quote = 0;
      } else if (i == 0 && (text[i] == '\'' || text[i] == '"')) {
        quote = text[i];
      } else if (i == 0 && (text[i] == '[' || text[i] == '{')) {
        return std::string::npos;
      } else if (text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) {
        return i + 1;
      }
    }
    return std::string::npos;
  }

  static bool is_item(const std::string& text) { return text == "-" || text.starts_with("- "); }

  XacroValue block(std::size_t indent, int depth) {
    if (depth > deepest_yaml) fail(lines_[at_].number, "nested too deep");
    if (is_item(lines_[at_].text)) return list(indent, depth);
    if (key_end(lines_[at_].text) == std::string::npos) {
      const Line& line = lines_[at_++];
      return scalar(line.text, line.number, depth);
    }
    return table(indent, depth);
  }

  XacroValue list(std::size_t indent, int depth) {
    auto items = std::make_shared<XacroList>();
    while (at_ < lines_.size() && lines_[at_].indent == indent && is_item(lines_[at_].text)) {
      Line& line = lines_[at_];
      const std::size_t inner = line.text.find_first_not_of(' ', 1);
      if (inner == std::string::npos) {
        ++at_;
        const bool deeper = at_ < lines_.size() && lines_[at_].indent > indent;
        items->push_back(deeper ? block(lines_[at_].indent, depth + 1) : XacroValue{});
      } else {
        // What stands after the dash is a block of its own, indented by the dash.
        line.indent += inner;
        line.text = line.text.substr(inner);
        items->push_back(block(line.indent, depth + 1));
      }
    }
    return {items};
  }

  XacroValue table(std::size_t indent, int depth) {
    auto entries = std::make_shared<XacroDict>();
    while (at_ < lines_.size() && lines_[at_].indent == indent && !is_item(lines_[at_].text)) {
      const Line line = lines_[at_];
      const std::size_t end = key_end(line.text);
      if (end == std::string::npos) fail(line.number, "'key: value' is expected");
      std::string key = line.text.substr(0, end - 1);
      if (key.size() >= 2 && (key[0] == '\'' || key[0] == '"')) key = key.substr(1, key.size() - 2);
      const std::size_t value = line.text.find_first_not_of(' ', end);
      ++at_;
      if (value != std::string::npos) {
        entries->emplace_back(key, scalar(line.text.substr(value), line.number, depth));
        continue;
      }
      // A list may stand at the indent of its key.
      const bool deeper = at_ < lines_.size() &&
                          (lines_[at_].indent > indent || (lines_[at_].indent == indent && is_item(lines_[at_].text)));
      entries->emplace_back(key, deeper ? block(lines_[at_].indent, depth + 1) : XacroValue{});
    }
    if (at_ < lines_.size() && lines_[at_].indent > indent) fail(lines_[at_].number, "the line is indented too far");
    return {entries};
  }

  XacroValue scalar(const std::string& text, std::uint64_t line, int depth) {
    if (depth > deepest_yaml) fail(line, "nested too deep");
    if (text[0] == '[' || text[0] == '{') {
      std::size_t at = 0;
      XacroValue value = flow(text, at, line, depth);
      if (text.find_first_not_of(' ', at) != std::string::npos) fail(line, "more after the closing bracket");
      return value;
    }
    if (text[0] == '&' || text[0] == '*' || text[0] == '|' || text[0] == '>') {
      fail(line, "anchors and texts of several lines are not read");
    }
    if (text[0] == '"' || text[0] == '\'') {
      if (text.size() < 2 || text.back() != text[0]) fail(line, "a text does not end");
      return {text.substr(1, text.size() - 2)};
    }
    if (text.starts_with("!degrees ") || text.starts_with("!radians ")) {
      const XacroValue number = literal_of(text.substr(9));
      const auto* x = std::get_if<double>(&number.is);
      const auto* n = std::get_if<std::int64_t>(&number.is);
      if (!x && !n) fail(line, "'" + text + "' is no number");
      const double value = x ? *x : double(*n);
      return {text[1] == 'd' ? value * 0x1.921fb54442d18p+1 / 180 : value};
    }
    if (text[0] == '!') fail(line, "the tag in '" + text + "' is not read");
    if (text == "null" || text == "~") return {};
    return literal_of(text);
  }

  XacroValue flow(const std::string& text, std::size_t& at, std::uint64_t line, int depth) {
    if (depth > deepest_yaml) fail(line, "nested too deep");
    const auto skip = [&] {
      while (at < text.size() && text[at] == ' ') ++at;
      if (at == text.size()) fail(line, "a bracket does not end in its line");
    };
    const char open = text[at];
    if (open != '[' && open != '{') {
      const std::size_t begin = at;
      char quote = 0;
      for (; at < text.size(); ++at) {
        if (quote != 0) {
          if (text[at] == quote) quote = 0;
        } else if (at == begin && (text[at] == '\'' || text[at] == '"')) {
          quote = text[at];
        } else if (text[at] == ',' || text[at] == ']' || text[at] == '}' ||
                   (text[at] == ':' && at + 1 < text.size() && text[at + 1] == ' ')) {
          break;
        }
      }
      std::size_t end = at;
      while (end > begin && text[end - 1] == ' ') --end;
      if (end == begin) return {};
      return scalar(text.substr(begin, end - begin), line, depth + 1);
    }
    ++at;
    auto items = std::make_shared<XacroList>();
    auto entries = std::make_shared<XacroDict>();
    const char close = open == '[' ? ']' : '}';
    for (;;) {
      skip();
      if (text[at] == close) break;
      XacroValue value = flow(text, at, line, depth + 1);
      skip();
      if (open == '{') {
        if (text[at] != ':') fail(line, "':' is missing");
        ++at;
        skip();
        entries->emplace_back(text_of(value), flow(text, at, line, depth + 1));
        skip();
      } else {
        items->push_back(std::move(value));
      }
      if (text[at] == ',') {
        ++at;
      } else if (text[at] != close) {
        fail(line, "',' is missing");
      }
    }
    ++at;
    if (open == '[') return {items};
    return {entries};
  }

  const std::string& path_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
};

}  // namespace

XacroValue read_yaml(const std::string& path) { return YamlReader(path).read(); }

}  // namespace graze
