#include "report/bcf.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "graze/error.h"
#include "report/bcf_form.h"
#include "report/bcf_merge.h"
#include "report/bcf_read.h"
#include "report/bcf_topics.h"
#include "report/xml_text.h"
#include "report/zip.h"

namespace graze {

std::string bcf_guid(const std::string& id, const std::string& role) {
  std::uint64_t halves[2];
  for (std::uint64_t half = 0; half < 2; ++half) {
    std::uint64_t hash = 0xcbf29ce484222325u + half;
    for (const char c : "graze " + role + " " + id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    halves[half] = mix(hash);
  }
  // RFC 9562: version 8, a UUID of the maker's own; variant 10.
  const std::uint64_t high = (halves[0] & ~std::uint64_t{0xf000}) | 0x8000;
  const std::uint64_t low = (halves[1] & ~(std::uint64_t{3} << 62)) | std::uint64_t{1} << 63;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff, high & 0xffff, low >> 48,
                     low & 0xffffffffffffu);
}

std::string ifc_guid(const Part& part) {
  constexpr std::size_t length = 22;
  const bool known = part.global_id.size() == length;
  if (!known && part.name.size() < length) return "";
  const std::string tail = known ? part.global_id : part.name.substr(part.name.size() - length);
  // 128 bits in 22 digits of 6: the first has only 2.
  if (tail[0] < '0' || tail[0] > '3') return "";
  const bool digits = std::all_of(tail.begin(), tail.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$';
  });
  const bool whole = known || part.name.size() == length;
  const bool suffix = !whole && part.name.starts_with("Ifc") && part.name[part.name.size() - length - 1] == '_';
  return digits && (whole || suffix) ? tail : "";
}

namespace {

using Files = std::map<std::string, std::string>;

// Topics that came back, by GUID, in the version that is written; and what else was in their archives.
class Earlier {
 public:
  Earlier(std::span<const BcfArchive> archives, BcfVersion version) : third_(version == BcfVersion::v3_0) {
    for (const BcfArchive& archive : archives) {
      if (archive.version == BcfVersion::v3_0) {
        documents_change_ = documents_change_ || !documents_.by_guid.empty();
        for (auto& [guid, document] : read_documents(archive.files).by_guid) documents_.by_guid[guid] = document;
      }
      take_files(archive, archive.version == version);
      for (const BcfTopic& topic : archive.topics) topics_[topic.guid] = converted(topic, archive.version == version);
    }
  }

  // The topic of a clash, which is taken from here then; null where there is none.
  const BcfTopic* take(const std::string& guid) {
    const auto at = topics_.find(guid);
    return at == topics_.end() || !taken_.insert(guid).second ? nullptr : &at->second;
  }
  // The same for a topic that names the clash.
  const BcfTopic* take_named(const std::string& id) {
    for (const auto& [guid, topic] : topics_)
      if (std::find(topic.clashes.begin(), topic.clashes.end(), id) != topic.clashes.end())
        if (const BcfTopic* const found = take(guid)) return found;
    return nullptr;
  }
  template <class Visit>
  void for_each_left(const Visit& visit) const {
    for (const auto& [guid, topic] : topics_)
      if (!taken_.contains(guid)) visit(topic);
  }

  // Files outside of the topics.
  Files files(BcfWords words) const {
    Files files = files_;
    if (!third_) return files;
    if (documents_change_)
      for (auto& [name, bytes] : document_files(documents_)) files[name] = bytes;
    for (const auto& [guid, topic] : topics_) add_words(words, topic.markup);
    for (const auto& [list, more] : words_) words[list].insert(more.begin(), more.end());
    files["extensions.xml"] = extensions_xml(words);
    return files;
  }

 private:
  void take_files(const BcfArchive& archive, bool same) {
    for (const auto& [name, bytes] : archive.files) {
      if (name == "extensions.xml") {
        add_words_of_extensions(words_, bytes);
      } else if (name == "extensions.xsd" && third_ && !same) {
        add_words_of_schema(words_, bytes);
      } else if (name == "project.bcfp" && !same) {
        const std::string project = third_ ? third_project(bytes) : second_project(bytes);
        if (!project.empty()) files_[name] = project;
      } else if (third_ ||
                 !(name == "documents.xml" || name.starts_with("documents/") || name.starts_with("Documents/"))) {
        files_[name] = bytes;
      }
    }
  }
  BcfTopic converted(BcfTopic topic, bool same) {
    if (same) return topic;
    const std::size_t documents = documents_.by_guid.size();
    third_ ? make_third(topic, documents_) : make_second(topic, documents_);
    documents_change_ = documents_change_ || documents_.by_guid.size() > documents;
    topic.files.erase("markup.bcf");  // no longer what it was
    return topic;
  }

  bool third_;
  std::map<std::string, BcfTopic> topics_;
  std::set<std::string> taken_;
  BcfDocuments documents_;
  bool documents_change_ = false;  // else they are as they were, to the byte
  BcfWords words_;
  Files files_;
};

std::string markup_text(XmlElement markup, bool third) {
  third ? order_markup(markup) : lists_taken_apart(markup);
  return xml_text(markup);
}

}  // namespace

std::string bcf_archive(const ClashReport& report, std::span<const ClashShot> shots, const BcfSettings& settings,
                        std::span<const BcfArchive> archives) {
  if (shots.size() != report.result.clashes.size()) throw Error("BCF: not one shot a clash");
  const std::vector<TopicClashes> topics = topics_of(report, settings.touching);
  constexpr const char* too_many =
      "BCF: more than 21844 topics, which a zip cannot hold; group them, or check fewer parts at a time";
  if (topics.size() > 21844) throw Error(too_many);
  const bool third = settings.version == BcfVersion::v3_0;
  Earlier earlier(archives, settings.version);
  // First those that are led by the same clash as they were, then those that were named among others.
  std::vector<const BcfTopic*> came_back(topics.size());
  const auto id_of = [&](const TopicClashes& topic) { return report.result.clashes[topic.clashes[0]].id; };
  for (std::size_t i = 0; i < topics.size(); ++i) came_back[i] = earlier.take(bcf_guid(id_of(topics[i]), "topic"));
  if (report.group_by != GroupBy::none) {
    for (std::size_t i = 0; i < topics.size(); ++i)
      if (came_back[i] == nullptr) came_back[i] = earlier.take_named(id_of(topics[i]));
  }
  Zip zip;
  BcfWords words = words_of(report, settings);
  std::map<std::string, Files> folders;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    FreshTopic fresh = fresh_topic(report, settings, topics[i], i, shots[topics[i].clashes[0]]);
    const BcfTopic* const old = came_back[i];
    WrittenTopic written =
        old == nullptr ? write_topic(std::move(fresh), settings) : merge_topic(*old, std::move(fresh), settings);
    add_words(words, written.markup);
    Files& folder = folders[old == nullptr ? bcf_guid(id_of(topics[i]), "topic") : old->folder];
    folder = std::move(written.files);
    folder["markup.bcf"] = markup_text(std::move(written.markup), third);
  }
  earlier.for_each_left([&](const BcfTopic& topic) {
    Files& folder = folders[topic.folder];
    folder = topic.files;
    if (!folder.contains("markup.bcf")) folder["markup.bcf"] = markup_text(topic.markup, third);
  });
  zip.add("bcf.version", bcf_version_text(settings.version));
  Files outside = earlier.files(words);
  if (third && !outside.contains("extensions.xml")) outside["extensions.xml"] = extensions_xml(words);
  for (const auto& [name, bytes] : outside) zip.add(name, bytes);
  for (const auto& [guid, files] : folders)
    for (const auto& [name, bytes] : files) zip.add(guid + "/" + name, bytes);
  return zip.finish();
}

}  // namespace graze
