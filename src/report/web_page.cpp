#include "report/web_page.h"

#include "graze/error.h"
#include "report/utf8_text.h"
#include "report/web_text.h"

namespace graze {

std::string in_script(const std::string& json) {
  std::string text;
  for (const char c : clean_text(json)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

void replace(std::string& page, std::string_view marker, std::string_view by) {
  const std::size_t at = page.find(marker);
  if (at == std::string::npos) throw Error("the page has no " + std::string(marker));
  page.replace(at, marker.size(), by);
}

void finish_page(std::string& page, const std::string& data) {
  replace(page, "<!--three licence-->", "<!--\n" + std::string(three_licence) + "-->");
  replace(page, "/*three.js*/", three_js);
  replace(page, "<!--data-->", in_script(data));
}

}  // namespace graze
