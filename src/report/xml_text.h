// XML trees that are changed and written again: io/xml.h reads them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/xml.h"

namespace graze {

// The document: a declaration, then the element. Blanks between children are not kept; text of elements without
// children is.
std::string xml_text(const XmlElement& root);

XmlElement make_element(std::string_view name, std::string_view text = {});
XmlElement* find_child(XmlElement& parent, std::string_view name) noexcept;  // null: there is none
XmlElement& child_of(XmlElement& parent, std::string_view name);             // made at the end where there is none
void remove_children(XmlElement& parent, std::string_view name);
// The text of a child; empty where there is none.
std::string child_text(const XmlElement& parent, std::string_view name);
void set_attribute(XmlElement& element, std::string_view name, std::string_view value);
void rename_attribute(XmlElement& element, std::string_view from, std::string_view to);
void remove_attribute(XmlElement& element, std::string_view name);
// Children in the order of the names, in their own order where they have one name; others come last.
void order_children(XmlElement& parent, std::span<const std::string_view> names);

}  // namespace graze
