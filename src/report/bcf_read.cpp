#include "report/bcf_read.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <unordered_map>

#include "graze/error.h"
#include "io/limits.h"
#include "io/text_file.h"
#include "io/unzip.h"
#include "report/bcf_form.h"
#include "report/utf8_text.h"
#include "report/xml_text.h"

namespace graze {

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The ids of lines such as "clash 0123456789abcdef", which graze writes.
std::vector<std::string> ids_in(const std::string& description) {
  constexpr std::string_view before = "clash ";
  constexpr std::size_t digits = 16;
  std::vector<std::string> ids;
  for (std::size_t at = 0; at < description.size();) {
    std::size_t end = std::min(description.find('\n', at), description.size());
    std::string line = description.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.pop_back();
    if (line.size() != before.size() + digits || !line.starts_with(before)) continue;
    if (line.find_first_not_of("0123456789abcdef", before.size()) == std::string::npos)
      ids.push_back(line.substr(before.size()));
  }
  return ids;
}

ReviewEntry entry_of(const XmlElement& markup, std::vector<std::string>& notes) {
  const XmlElement& topic = *markup.child("Topic");
  ReviewEntry entry;
  if (const std::string* const word = topic.find("TopicStatus");
      word != nullptr && !word->empty() && !read_status(*word, entry.status))
    notes.push_back("the status " + in_quotes(*word) + " of the topic " + in_quotes(child_text(topic, "Title")) +
                    " counts as open");
  entry.assignee = clean_text(child_text(topic, "AssignedTo"));
  if (const XmlElement* const comments = topic.child("Comments")) {
    for (const XmlElement& comment : comments->children) {
      const std::string text = clean_text(child_text(comment, "Comment"));
      if (comment.name != "Comment" || text.empty()) continue;  // one that has a viewpoint alone
      const std::string* const guid = comment.find("Guid");
      entry.comments.push_back({guid == nullptr ? "" : lower_case(*guid), child_text(comment, "Date"),
                                clean_text(child_text(comment, "Author")), text});
    }
  }
  return entry;
}

BcfVersion version_of(const std::map<std::string, std::string>& files) {
  const auto at = files.find("bcf.version");
  if (at == files.end()) throw Error("not a BCF archive: it has no bcf.version");
  const XmlFile xml("bcf.version", at->second, limits::xml_elements(0));
  const std::string* const version = xml.root().find("VersionId");
  if (version != nullptr && *version == "2.1") return BcfVersion::v2_1;
  if (version != nullptr && *version == "3.0") return BcfVersion::v3_0;
  throw Error("BCF of version " + in_quotes(version == nullptr ? "" : *version) +
              " is not read: write it as 2.1 or 3.0");
}

// What is only looked into when the archive is written again must not be found bad then.
void check_parts(const std::map<std::string, std::string>& files) {
  for (const auto& [name, bytes] : files) {
    if (name.ends_with(".bcfv") || name == "project.bcfp" || name == "extensions.xml" || name == "extensions.xsd")
      (void)XmlFile(name, bytes, limits::xml_elements(bytes.size()));
  }
  (void)read_documents(files);
}

}  // namespace

bool is_bcf(const std::string& path) {
  std::ifstream file = open_file(path);
  char begin[2] = {};
  file.read(begin, 2);
  return begin[0] == 'P' && begin[1] == 'K';
}

BcfArchive read_bcf(const std::string& path) {
  std::ifstream file = open_file(path);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    BcfArchive archive;
    std::uint64_t size = 0;
    for (const ZipEntry& entry : zip_entries(bytes)) {
      size += entry.size;
      if (size > limits::unpacked_bytes(bytes.size()))
        throw Error("the archive holds more than " + std::to_string(limits::unpacked_bytes(bytes.size())) +
                    " bytes in " + std::to_string(bytes.size()) + ", which are too many: at " + in_quotes(entry.name));
      std::string name = entry.name;
      std::replace(name.begin(), name.end(), '\\', '/');  // as some programs write them
      if (!name.ends_with('/')) archive.files[name] = unzipped(bytes, entry);
    }
    archive.version = version_of(archive.files);
    archive.files.erase("bcf.version");
    check_parts(archive.files);
    std::map<std::string, BcfTopic> topics;
    for (auto& [name, content] : archive.files) {
      constexpr std::string_view tail = "/markup.bcf";
      if (!name.ends_with(tail)) continue;
      const XmlFile xml(name, content, limits::xml_elements(bytes.size()));
      const XmlElement* const topic = xml.root().child("Topic");
      if (topic == nullptr) xml.fail(xml.root(), "there is no <Topic>");
      BcfTopic& found = topics[name.substr(0, name.size() - tail.size()) + "/"];
      found.guid = lower_case(xml.text(*topic, "Guid"));
      found.markup = xml.root();
      if (archive.version == BcfVersion::v2_1) lists_of_markup(found.markup);
      found.clashes = ids_in(child_text(*found.markup.child("Topic"), "Description"));
      found.review = entry_of(found.markup, archive.notes);
    }
    for (auto at = archive.files.begin(); at != archive.files.end();) {
      const std::size_t slash = at->first.find('/');
      const auto owner = slash == std::string::npos ? topics.end() : topics.find(at->first.substr(0, slash + 1));
      if (owner == topics.end()) {
        ++at;
        continue;
      }
      owner->second.files[at->first.substr(slash + 1)] = std::move(at->second);
      at = archive.files.erase(at);
    }
    for (auto& [folder, topic] : topics) {
      topic.folder = folder.substr(0, folder.size() - 1);
      archive.topics.push_back(std::move(topic));
    }
    std::sort(archive.topics.begin(), archive.topics.end(),
              [](const BcfTopic& x, const BcfTopic& y) { return x.guid < y.guid; });
    return archive;
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

ClashReview review_of(const BcfArchive& archive, const std::vector<Clash>& clashes) {
  std::unordered_map<std::string, std::string> by_guid;
  for (const Clash& clash : clashes) by_guid.emplace(bcf_guid(clash.id, "topic"), clash.id);
  ClashReview review;
  for (const BcfTopic& topic : archive.topics) {
    std::vector<std::string> ids = topic.clashes;
    if (const auto known = by_guid.find(topic.guid);
        known != by_guid.end() && std::find(ids.begin(), ids.end(), known->second) == ids.end())
      ids.push_back(known->second);
    std::stable_partition(ids.begin(), ids.end(),
                          [&](const std::string& id) { return bcf_guid(id, "topic") == topic.guid; });
    for (std::size_t i = 0; i < ids.size(); ++i) {
      ReviewEntry entry = topic.review;
      if (i > 0) entry.comments.clear();
      // A clash that leads a topic of its own is told of there.
      if (i == 0 || !review.contains(ids[i])) review[ids[i]] = std::move(entry);
    }
  }
  return review;
}

}  // namespace graze
