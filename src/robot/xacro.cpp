#include "robot/xacro.h"

namespace graze {

void refuse_xacro(const XmlFile& file, const XmlElement& element) {
  if (element.name.starts_with("xacro:")) {
    file.fail(element, "<" + element.name + ">: this is not expanded; run xacro on the file first");
  }
  for (const auto& [key, value] : element.attributes) {
    if (value.find("${") == std::string::npos && value.find("$(") == std::string::npos) continue;
    file.fail(element, key + " of <" + element.name + "> is \"" + value +
                           "\": this is not expanded; run xacro on the file first");
  }
  for (const XmlElement& child : element.children) refuse_xacro(file, child);
}

}  // namespace graze
