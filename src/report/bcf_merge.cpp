#include "report/bcf_merge.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "report/xml_text.h"

namespace graze {

namespace {

constexpr std::string_view own_viewpoint = "viewpoint.bcfv", own_snapshot = "snapshot.png";

// A title that graze gave: "Overlap: a / b", or "3 clashes of a".
bool own_title(const std::string& title) {
  for (const char* begin : {"Overlap: ", "Enclosed: ", "Duplicate: ", "Touch: ", "Clearance: "})
    if (title.starts_with(begin)) return true;
  const std::size_t digits = title.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string::npos && title.compare(digits, 9, " clashes ") == 0;
}

// A description from the class at its begin to the id at its end.
bool own_description(const std::string& text) {
  bool begins = false;
  for (const char* begin : {"overlapping; ", "enclosed; ", "duplicate; ", "touching; ", "clearance; "})
    begins = begins || text.starts_with(begin);
  const std::size_t last = text.rfind('\n');
  return begins && last != std::string::npos && text.size() == last + 23 && text.compare(last, 7, "\nclash ") == 0;
}

bool own_label(const std::string& text) {
  for (const char* label : {"overlapping", "enclosed", "duplicate", "touching", "clearance", "new", "persistent"})
    if (text == label) return true;
  return false;
}

XmlElement comment_element(const ReviewComment& comment, const std::string& topic, const BcfSettings& settings) {
  XmlElement element = make_element("Comment");
  const std::string made = comment.date + " " + comment.author + " " + comment.text;
  set_attribute(element, "Guid", comment.guid.empty() ? bcf_guid(topic + " " + made, "comment") : comment.guid);
  element.children = {make_element("Date", comment.date.empty() ? settings.date : comment.date),
                      make_element("Author", comment.author.empty() ? settings.author : comment.author),
                      make_element("Comment", comment.text)};
  return element;
}

// Adds what is not there, and the text of what was changed; true where there was something.
bool take_comments(XmlElement& topic, const ReviewEntry& review, const BcfSettings& settings) {
  bool changed = false;
  const std::string* const guid = topic.find("Guid");
  for (const ReviewComment& comment : review.comments) {
    const XmlElement made = comment_element(comment, guid == nullptr ? "" : *guid, settings);
    XmlElement& comments = child_of(topic, "Comments");
    const auto same_guid = [&](const XmlElement& other) {
      const std::string &mine = *made.find("Guid"), *const theirs = other.find("Guid");
      return theirs != nullptr && std::equal(mine.begin(), mine.end(), theirs->begin(), theirs->end(),
                                             [](char x, char y) { return std::tolower(x) == std::tolower(y); });
    };
    const auto at = std::find_if(comments.children.begin(), comments.children.end(), same_guid);
    if (at == comments.children.end()) {
      comments.children.push_back(made);
      changed = true;
    } else if (XmlElement& text = child_of(*at, "Comment"); text.content != comment.text) {
      text.content = comment.text;
      changed = true;
    }
  }
  return changed;
}

void set_text(XmlElement& topic, std::string_view name, const std::string& text) {
  if (text.empty()) {
    remove_children(topic, name);
  } else {
    child_of(topic, name).content = text;
  }
}

void take_labels(XmlElement& topic, const XmlElement& fresh) {
  XmlElement labels = fresh.child("Labels") == nullptr ? make_element("Labels") : *fresh.child("Labels");
  if (const XmlElement* const old = topic.child("Labels"))
    for (const XmlElement& label : old->children)
      if (!own_label(label.content)) labels.children.push_back(label);
  remove_children(topic, "Labels");
  topic.children.push_back(std::move(labels));
}

// Files of the model that are named for the first time.
void take_header(XmlElement& markup, const XmlElement& fresh) {
  const XmlElement* const header = fresh.child("Header");
  if (header == nullptr) return;
  if (markup.child("Header") == nullptr) {
    markup.children.insert(markup.children.begin(), *header);
    return;
  }
  XmlElement& files = child_of(child_of(markup, "Header"), "Files");
  const XmlElement* const own = header->child("Files");
  for (const XmlElement& file : own == nullptr ? std::vector<XmlElement>() : own->children) {
    const bool known = std::any_of(files.children.begin(), files.children.end(), [&](const XmlElement& other) {
      return child_text(other, "Filename") == child_text(file, "Filename");
    });
    if (!known) files.children.push_back(file);
  }
}

// A name that no file of the folder has: viewpoint.bcfv, graze-viewpoint.bcfv, ...
std::string free_name(const std::map<std::string, std::string>& files, std::string_view wanted) {
  std::string name(wanted);
  while (files.contains(name)) name = "graze-" + name;
  return name;
}

void take_viewpoint(WrittenTopic& topic, const FreshTopic& fresh) {
  XmlElement& list = child_of(child_of(topic.markup, "Topic"), "Viewpoints");
  auto at = std::find_if(list.children.begin(), list.children.end(), [&](const XmlElement& each) {
    const std::string* const guid = each.find("Guid");
    return guid != nullptr && *guid == fresh.viewpoint_guid;
  });
  if (at == list.children.end()) {
    XmlElement entry = make_element("ViewPoint");
    set_attribute(entry, "Guid", fresh.viewpoint_guid);
    entry.children.push_back(make_element("Viewpoint", free_name(topic.files, own_viewpoint)));
    at = list.children.insert(at, std::move(entry));
  }
  const auto put = [&](std::string_view element, std::string_view name, const std::string& bytes) {
    XmlElement& child = child_of(*at, element);
    if (child.content.empty()) child.content = free_name(topic.files, name);
    topic.files[child.content] = bytes;
  };
  put("Viewpoint", own_viewpoint, fresh.viewpoint);
  if (!fresh.snapshot.empty()) put("Snapshot", own_snapshot, fresh.snapshot);
  constexpr std::string_view order[] = {"Viewpoint", "Snapshot", "Index"};
  order_children(*at, order);
}

}  // namespace

std::string status_word(ReviewStatus value) {
  std::string word = name(value);
  word[0] = static_cast<char>(std::toupper(word[0]));
  return word;
}

WrittenTopic write_topic(FreshTopic fresh, const BcfSettings& settings) {
  WrittenTopic written{std::move(fresh.markup), {}};
  take_comments(child_of(written.markup, "Topic"), fresh.review, settings);
  take_viewpoint(written, fresh);
  return written;
}

WrittenTopic merge_topic(const BcfTopic& earlier, FreshTopic fresh, const BcfSettings& settings) {
  WrittenTopic written{earlier.markup, earlier.files};
  written.files.erase("markup.bcf");
  XmlElement& topic = child_of(written.markup, "Topic");
  const XmlElement& renewed = *fresh.markup.child("Topic");
  if (own_title(child_text(topic, "Title"))) set_text(topic, "Title", child_text(renewed, "Title"));
  if (const std::string old = child_text(topic, "Description"); old.empty() || own_description(old))
    set_text(topic, "Description", child_text(renewed, "Description"));
  if (topic.child("Priority") == nullptr) set_text(topic, "Priority", child_text(renewed, "Priority"));
  take_labels(topic, renewed);
  take_header(written.markup, fresh.markup);

  bool changed = fresh.review.status != earlier.review.status;
  if (changed) set_attribute(topic, "TopicStatus", status_word(fresh.review.status));
  if (fresh.review.assignee != earlier.review.assignee) {
    set_text(topic, "AssignedTo", fresh.review.assignee);
    changed = true;
  }
  changed = take_comments(topic, fresh.review, settings) || changed;
  // A date that is not meant, such as that of 1980, would be before the topic was made.
  if (changed && settings.date > child_text(topic, "CreationDate")) {
    set_text(topic, "ModifiedDate", settings.date);
    set_text(topic, "ModifiedAuthor", settings.author);
  }
  take_viewpoint(written, fresh);
  return written;
}

}  // namespace graze
