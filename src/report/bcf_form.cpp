#include "report/bcf_form.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "graze/error.h"
#include "report/bcf_read.h"
#include "report/xml_text.h"

namespace graze {

namespace {

// The items of a topic that stand alone in 2.1, and the lists that 3.0 has around them.
struct ListName {
  std::string_view item, list, item_in_list;
};
constexpr ListName topic_lists[] = {{"ReferenceLink", "ReferenceLinks", "ReferenceLink"},
                                    {"Labels", "Labels", "Label"},
                                    {"DocumentReference", "DocumentReferences", "DocumentReference"},
                                    {"RelatedTopic", "RelatedTopics", "RelatedTopic"}};
constexpr ListName markup_lists[] = {{"Comment", "Comments", "Comment"}, {"Viewpoints", "Viewpoints", "ViewPoint"}};

constexpr std::array<std::string_view, 18> topic_order = {
    "ReferenceLinks", "Title",        "Priority",           "Index",         "Labels",     "CreationDate",
    "CreationAuthor", "ModifiedDate", "ModifiedAuthor",     "DueDate",       "AssignedTo", "Stage",
    "Description",    "BimSnippet",   "DocumentReferences", "RelatedTopics", "Comments",   "Viewpoints"};

std::string changed(std::string text, int (*letter)(int)) {
  for (char& c : text) c = static_cast<char>(letter(static_cast<unsigned char>(c)));
  return text;
}
std::string small_letters(std::string text) { return changed(std::move(text), std::tolower); }

bool blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

// Children of one name, taken out.
std::vector<XmlElement> take(XmlElement& parent, std::string_view name) {
  std::vector<XmlElement> taken, left;
  for (XmlElement& child : parent.children) (child.name == name ? taken : left).push_back(std::move(child));
  parent.children = std::move(left);
  return taken;
}

// Puts items in a list, at the end of `to`; no items: no list.
void enlist(XmlElement& from, XmlElement& to, const ListName& names) {
  std::vector<XmlElement> items = take(from, names.item);
  if (items.empty()) return;
  XmlElement list = make_element(names.list);
  for (XmlElement& item : items) {
    item.name = names.item_in_list;
    list.children.push_back(std::move(item));
  }
  to.children.push_back(std::move(list));
}

void delist(XmlElement& from, XmlElement& to, const ListName& names) {
  for (XmlElement& list : take(from, names.list)) {
    for (XmlElement& item : list.children) {
      item.name = names.item;
      to.children.push_back(std::move(item));
    }
  }
}

// In all of a tree.
void visit(XmlElement& element, const auto& action) {
  action(element);
  for (XmlElement& child : element.children) visit(child, action);
}

void remove_empty(XmlElement& parent) {
  for (XmlElement& child : parent.children) remove_empty(child);
  std::erase_if(parent.children, [](const XmlElement& child) {
    return child.children.empty() && child.attributes.empty() && blank(child.content);
  });
}

void set_required(XmlElement& parent, std::string_view name, std::string_view otherwise) {
  XmlElement& child = child_of(parent, name);
  if (blank(child.content)) child.content = otherwise;
}

void make_guids_small(XmlElement& root) {
  visit(root, [](XmlElement& element) {
    for (auto& [key, value] : element.attributes)
      if (key == "Guid") value = small_letters(value);
  });
}

void third_viewpoint(XmlElement& info) {
  make_guids_small(info);
  if (XmlElement* const components = find_child(info, "Components")) {
    if (std::vector<XmlElement> hints = take(*components, "ViewSetupHints"); !hints.empty()) {
      XmlElement& visibility = child_of(*components, "Visibility");
      visibility.children.insert(visibility.children.begin(), std::move(hints[0]));
    }
    if (XmlElement* const coloring = find_child(*components, "Coloring")) {
      for (XmlElement& color : coloring->children) enlist(color, color, {"Component", "Components", "Component"});
    }
    constexpr std::string_view order[] = {"Selection", "Visibility", "Coloring"};
    order_children(*components, order);
    // An empty text has no place, an empty element may: <Component/> has.
    visit(*components, [](XmlElement& element) {
      std::erase_if(element.children, [](const XmlElement& child) {
        return (child.name == "OriginatingSystem" || child.name == "AuthoringToolId") && blank(child.content);
      });
    });
  }
  if (find_child(info, "PerspectiveCamera") != nullptr) remove_children(info, "OrthogonalCamera");
  for (const std::string_view camera : {"OrthogonalCamera", "PerspectiveCamera"})
    if (XmlElement* const found = find_child(info, camera)) set_required(*found, "AspectRatio", "1");
  enlist(info, info, {"Bitmap", "Bitmaps", "Bitmap"});
  if (XmlElement* const bitmaps = find_child(info, "Bitmaps")) {
    for (XmlElement& bitmap : bitmaps->children) {
      XmlElement* const format = find_child(bitmap, "Bitmap");
      if (format == nullptr) continue;
      format->name = "Format";
      format->content = small_letters(format->content);
    }
  }
}

void second_viewpoint(XmlElement& info) {
  if (XmlElement* const components = find_child(info, "Components")) {
    const auto empty = [](XmlElement& parent, std::string_view list) {
      if (const XmlElement* const found = parent.child(list); found != nullptr && found->children.empty())
        remove_children(parent, list);
    };
    XmlElement& visibility = child_of(*components, "Visibility");
    if (visibility.find("DefaultVisibility") == nullptr) set_attribute(visibility, "DefaultVisibility", "false");
    empty(visibility, "Exceptions");
    std::vector<XmlElement> hints = take(visibility, "ViewSetupHints");
    if (!hints.empty()) components->children.push_back(std::move(hints[0]));
    if (XmlElement* const coloring = find_child(*components, "Coloring")) {
      for (XmlElement& color : coloring->children) {
        delist(color, color, {"Component", "Components", "Component"});
        if (const std::string* const value = color.find("Color"))
          set_attribute(color, "Color", changed(*value, std::toupper));
      }
    }
    empty(*components, "Selection");
    empty(*components, "Coloring");
    constexpr std::string_view order[] = {"ViewSetupHints", "Selection", "Visibility", "Coloring"};
    order_children(*components, order);
  }
  if (const XmlElement* const lines = info.child("Lines"); lines != nullptr && lines->children.empty())
    remove_children(info, "Lines");
  for (const std::string_view camera : {"OrthogonalCamera", "PerspectiveCamera"})
    if (XmlElement* const found = find_child(info, camera)) remove_children(*found, "AspectRatio");
  if (XmlElement* const bitmaps = find_child(info, "Bitmaps")) {
    for (XmlElement& bitmap : bitmaps->children) {
      XmlElement* const format = find_child(bitmap, "Format");
      if (format == nullptr) continue;
      format->name = "Bitmap";
      format->content = changed(format->content, std::toupper);
    }
  }
  delist(info, info, {"Bitmap", "Bitmaps", "Bitmap"});
}

void convert_viewpoints(BcfTopic& topic, void (*convert)(XmlElement&)) {
  for (auto& [name, bytes] : topic.files) {
    if (!name.ends_with(".bcfv")) continue;
    XmlElement root = XmlFile(topic.guid + "/" + name, bytes).root();
    convert(root);
    bytes = xml_text(root);
  }
}

// isExternal of files, snippets and documents.
void rename_external(XmlElement& markup, std::string_view from, std::string_view to) {
  visit(markup, [&](XmlElement& element) { rename_attribute(element, from, to); });
}

}  // namespace

void lists_of_markup(XmlElement& markup) {
  XmlElement* const topic = find_child(markup, "Topic");
  if (topic == nullptr) throw Error("there is no <Topic>");
  for (const ListName& names : topic_lists) enlist(*topic, *topic, names);
  XmlElement inner = std::move(take(markup, "Topic")[0]);
  for (const ListName& names : markup_lists) enlist(markup, inner, names);
  order_children(inner, topic_order);
  markup.children.push_back(std::move(inner));
  if (XmlElement* const header = find_child(markup, "Header")) enlist(*header, *header, {"File", "Files", "File"});
  constexpr std::string_view order[] = {"Header", "Topic"};
  order_children(markup, order);
}

void order_markup(XmlElement& markup) {
  if (XmlElement* const topic = find_child(markup, "Topic")) order_children(*topic, topic_order);
}

void lists_taken_apart(XmlElement& markup) {
  XmlElement* const topic = find_child(markup, "Topic");
  if (topic == nullptr) throw Error("there is no <Topic>");
  for (const ListName& names : topic_lists) delist(*topic, *topic, names);
  XmlElement inner = std::move(take(markup, "Topic")[0]);
  for (const ListName& names : markup_lists) delist(inner, markup, names);
  constexpr std::string_view topic_order_apart[] = {
      "ReferenceLink",  "Title",        "Priority",          "Index",       "Labels",     "CreationDate",
      "CreationAuthor", "ModifiedDate", "ModifiedAuthor",    "DueDate",     "AssignedTo", "Stage",
      "Description",    "BimSnippet",   "DocumentReference", "RelatedTopic"};
  order_children(inner, topic_order_apart);
  markup.children.push_back(std::move(inner));
  if (XmlElement* const header = find_child(markup, "Header")) {
    delist(*header, *header, {"File", "Files", "File"});
    if (header->children.empty()) remove_children(markup, "Header");
  }
  constexpr std::string_view order[] = {"Header", "Topic", "Comment", "Viewpoints"};
  order_children(markup, order);
}

BcfDocuments read_documents(const std::map<std::string, std::string>& files) {
  BcfDocuments documents;
  const auto list = files.find("documents.xml");
  if (list == files.end()) return documents;
  const XmlFile xml("documents.xml", list->second);
  const XmlElement* const all = xml.root().child("Documents");
  for (const XmlElement& each : all == nullptr ? std::vector<XmlElement>() : all->children) {
    const std::string guid = xml.text(each, "Guid");
    BcfDocuments::Document document{child_text(each, "Filename"), child_text(each, "Description"), {}};
    for (const char* folder : {"documents/", "Documents/"})
      if (const auto at = files.find(folder + guid); at != files.end()) document.bytes = at->second;
    documents.by_guid[guid] = std::move(document);
  }
  return documents;
}

std::map<std::string, std::string> document_files(const BcfDocuments& documents) {
  std::map<std::string, std::string> files;
  if (documents.by_guid.empty()) return files;
  XmlElement root = make_element("DocumentInfo");
  XmlElement& list = child_of(root, "Documents");
  for (const auto& [guid, document] : documents.by_guid) {
    XmlElement each = make_element("Document");
    set_attribute(each, "Guid", guid);
    each.children.push_back(make_element("Filename", document.filename));
    if (!blank(document.description)) each.children.push_back(make_element("Description", document.description));
    list.children.push_back(std::move(each));
    files["documents/" + guid] = document.bytes;
  }
  files["documents.xml"] = xml_text(root);
  return files;
}

void make_third(BcfTopic& topic, BcfDocuments& documents) {
  rename_external(topic.markup, "isExternal", "IsExternal");
  make_guids_small(topic.markup);
  XmlElement& inner = child_of(topic.markup, "Topic");
  remove_empty(inner);
  for (const auto& [name, otherwise] : {std::pair("TopicType", "Issue"), std::pair("TopicStatus", "Open")})
    if (const std::string* const value = inner.find(name); value == nullptr || blank(*value))
      set_attribute(inner, name, otherwise);
  set_required(inner, "Title", "(no title)");
  set_required(inner, "CreationAuthor", "(unknown)");
  set_required(inner, "CreationDate", BcfSettings{}.date);
  if (XmlElement* const comments = find_child(inner, "Comments"))
    for (XmlElement& comment : comments->children) {
      set_required(comment, "Author", "(unknown)");
      set_required(comment, "Date", BcfSettings{}.date);
      constexpr std::string_view order[] = {"Date", "Author", "Comment", "Viewpoint", "ModifiedDate", "ModifiedAuthor"};
      order_children(comment, order);
    }
  if (XmlElement* const references = find_child(inner, "DocumentReferences")) {
    int number = 0;
    for (XmlElement& reference : references->children) {
      const std::string role = std::to_string(number++), place = child_text(reference, "ReferencedDocument");
      if (reference.find("Guid") == nullptr)
        set_attribute(reference, "Guid", bcf_guid(topic.guid, "document reference " + role));
      const std::string* const external = reference.find("IsExternal");
      const auto inside = topic.files.find(place);
      XmlElement where = make_element("Url", place);
      if ((external == nullptr || *external != "true") && inside != topic.files.end()) {
        where = make_element("DocumentGuid", bcf_guid(topic.guid, "document " + place));
        documents.by_guid[where.content] = {place, {}, inside->second};
        topic.files.erase(inside);
      }
      remove_attribute(reference, "IsExternal");
      remove_children(reference, "ReferencedDocument");
      if (!blank(where.content)) reference.children.insert(reference.children.begin(), std::move(where));
    }
  }
  order_children(inner, topic_order);
  convert_viewpoints(topic, third_viewpoint);
}

void make_second(BcfTopic& topic, const BcfDocuments& documents) {
  rename_external(topic.markup, "IsExternal", "isExternal");
  XmlElement& inner = child_of(topic.markup, "Topic");
  remove_attribute(inner, "ServerAssignedId");
  if (XmlElement* const comments = find_child(inner, "Comments"))
    for (XmlElement& comment : comments->children) {
      child_of(comment, "Comment");
      constexpr std::string_view order[] = {"Date", "Author", "Comment", "Viewpoint", "ModifiedDate", "ModifiedAuthor"};
      order_children(comment, order);
    }
  if (XmlElement* const references = find_child(inner, "DocumentReferences")) {
    for (XmlElement& reference : references->children) {
      const std::string guid = child_text(reference, "DocumentGuid"), url = child_text(reference, "Url");
      const auto document = documents.by_guid.find(guid);
      const bool inside = document != documents.by_guid.end();
      set_attribute(reference, "isExternal", inside ? "false" : "true");
      if (inside) topic.files[document->second.filename] = document->second.bytes;
      remove_children(reference, "DocumentGuid");
      remove_children(reference, "Url");
      reference.children.insert(reference.children.begin(),
                                make_element("ReferencedDocument", inside ? document->second.filename : url));
    }
  }
  convert_viewpoints(topic, second_viewpoint);
}

}  // namespace graze
