#include "robot/xacro_params.h"

#include "graze/error.h"

namespace graze {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Up to the next blank that is in no quotes, braces or parentheses.
std::string default_text(const std::string& text, std::size_t& at) {
  const std::size_t begin = at;
  char quote = 0;
  int level = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '{' || c == '(') {
      ++level;
    } else if (c == '}' || c == ')') {
      --level;
    } else if (is_blank(c) && level <= 0) {
      break;
    }
  }
  return text.substr(begin, at - begin);
}

}  // namespace

std::vector<XacroParam> read_xacro_params(const std::string& text) {
  std::vector<XacroParam> params;
  for (std::size_t at = 0;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at == text.size()) return params;
    XacroParam param;
    while (at < text.size() && text[at] == '*') {
      ++param.stars;
      ++at;
    }
    const std::size_t begin = at;
    while (at < text.size() && !is_blank(text[at]) && text[at] != '=' && text.compare(at, 2, ":=") != 0) ++at;
    param.name = text.substr(begin, at - begin);
    if (param.name.empty() || param.stars > 2) throw Error("'" + text + "' is no list of parameters");
    const bool given = at < text.size() && !is_blank(text[at]);
    if (given) {
      at += text[at] == ':' ? 2 : 1;
      if (param.stars > 0) throw Error("a block has no default: " + param.name);
      if (at < text.size() && text[at] == '^') {
        ++at;
        param.forwarded = true;
        if (at < text.size() && text[at] == '|') {
          ++at;
          param.standard = default_text(text, at);
        }
      } else {
        param.standard = default_text(text, at);
      }
    }
    params.push_back(std::move(param));
  }
}

}  // namespace graze
