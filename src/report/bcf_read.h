// BCF archives that come back from other programs: what people made of the topics, and all that is needed to write them
// again without loss.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/clash.h"
#include "graze/clash_review.h"
#include "io/xml.h"
#include "report/bcf.h"

namespace graze {

struct BcfTopic {
  std::string guid;                          // in small letters
  std::string folder;                        // mostly called by the GUID
  XmlElement markup;                         // in the form of report/bcf_form.h
  std::map<std::string, std::string> files;  // of its folder, by their names in it, markup.bcf among them
  std::vector<std::string> clashes;          // the ids that its description names; of a group, several
  ReviewEntry review;
};

struct BcfArchive {
  BcfVersion version = BcfVersion::v2_1;
  std::vector<BcfTopic> topics;              // sorted by GUID
  std::map<std::string, std::string> files;  // outside of the topics' folders, bcf.version left out
  std::vector<std::string> notes;            // what the reader ought to know
};

// Reads versions 2.1 and 3.0. Throws Error that names the archive and the file in it, and of bad XML the line.
BcfArchive read_bcf(const std::string& path);
bool is_bcf(const std::string& path);  // does the file begin as a zip does?

// What the topics say of clashes, which are known by the ids in their descriptions, else by their GUIDs: status and
// assignee of a group's topic hold for all of its clashes, comments are those of the clash that leads it.
ClashReview review_of(const BcfArchive& archive, const std::vector<Clash>& clashes);

}  // namespace graze
