#include "report/xml_text.h"

#include <algorithm>

#include "report/utf8_text.h"

namespace graze {

namespace {

void append(std::string& text, const XmlElement& element) {
  text += "<" + element.name;
  for (const auto& [key, value] : element.attributes) text += " " + key + "=\"" + escaped_text(value) + "\"";
  if (element.children.empty() && element.content.empty()) {
    text += "/>\n";
    return;
  }
  text += ">";
  if (element.children.empty()) {
    text += escaped_text(element.content);
  } else {
    text += "\n";
    for (const XmlElement& child : element.children) append(text, child);
  }
  text += "</" + element.name + ">\n";
}

}  // namespace

std::string xml_text(const XmlElement& root) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  append(text, root);
  return text;
}

XmlElement make_element(std::string_view name, std::string_view text) {
  XmlElement element;
  element.name = name;
  element.content = text;
  return element;
}

XmlElement* find_child(XmlElement& parent, std::string_view name) noexcept {
  for (XmlElement& child : parent.children)
    if (child.name == name) return &child;
  return nullptr;
}

XmlElement& child_of(XmlElement& parent, std::string_view name) {
  if (XmlElement* const found = find_child(parent, name)) return *found;
  return parent.children.emplace_back(make_element(name));
}

void remove_children(XmlElement& parent, std::string_view name) {
  std::erase_if(parent.children, [&](const XmlElement& child) { return child.name == name; });
}

std::string child_text(const XmlElement& parent, std::string_view name) {
  const XmlElement* const found = parent.child(name);
  return found == nullptr ? std::string() : found->content;
}

void set_attribute(XmlElement& element, std::string_view name, std::string_view value) {
  for (auto& [key, old] : element.attributes) {
    if (key != name) continue;
    old = value;
    return;
  }
  element.attributes.emplace_back(name, value);
}

void rename_attribute(XmlElement& element, std::string_view from, std::string_view to) {
  for (auto& attribute : element.attributes)
    if (attribute.first == from) attribute.first = to;
}

void remove_attribute(XmlElement& element, std::string_view name) {
  std::erase_if(element.attributes, [&](const auto& attribute) { return attribute.first == name; });
}

void order_children(XmlElement& parent, std::span<const std::string_view> names) {
  const auto place = [&](const XmlElement& child) {
    return std::find(names.begin(), names.end(), child.name) - names.begin();
  };
  std::stable_sort(parent.children.begin(), parent.children.end(),
                   [&](const XmlElement& x, const XmlElement& y) { return place(x) < place(y); });
}

}  // namespace graze
