// The two versions of BCF, one as the other. They differ in where lists are: 3.0 has an element around each, and
// comments and viewpoints within the topic; and in some names and rules. docs/clash-review.md tells what has no place
// in the other.
#pragma once

#include <map>
#include <set>
#include <string>

#include "io/xml.h"

namespace graze {

struct BcfTopic;
struct BcfArchive;

// A markup of 2.1 with the lists of 3.0, and back: nothing else is changed, so that there and back is the same.
void lists_of_markup(XmlElement& markup);
void lists_taken_apart(XmlElement& markup);
// Elements of a markup with lists in the order of 3.0, wherever they were added.
void order_markup(XmlElement& markup);

// Documents that 3.0 keeps for all topics: the files by GUID, and what they are called.
struct BcfDocuments {
  struct Document {
    std::string filename, description, bytes;
  };
  std::map<std::string, Document> by_guid;
};
BcfDocuments read_documents(const std::map<std::string, std::string>& files);  // of an archive of 3.0
// The files of an archive of 3.0; none without documents.
std::map<std::string, std::string> document_files(const BcfDocuments& documents);

// From 2.1 to what 3.0 asks for: types and statuses said, no empty texts, GUIDs in small letters, documents in
// `documents`. The markup has the lists already. Files of the topic are written anew where they are viewpoints.
void make_third(BcfTopic& topic, BcfDocuments& documents);
// From 3.0 to what 2.1 has a place for; the markup keeps its lists.
void make_second(BcfTopic& topic, const BcfDocuments& documents);

// Words that topics may use, by the names of the lists in extensions.xml.
using BcfWords = std::map<std::string, std::set<std::string>>;
void add_words(BcfWords& words, const XmlElement& markup);              // those that a topic uses
void add_words_of_extensions(BcfWords& words, const std::string& xml);  // of extensions.xml
void add_words_of_schema(BcfWords& words, const std::string& xsd);      // of extensions.xsd, as 2.1 has it
std::string extensions_xml(const BcfWords& words);

// project.bcfp of one version for the other; empty where it has nothing to tell there.
std::string third_project(const std::string& xml);
std::string second_project(const std::string& xml);

}  // namespace graze
