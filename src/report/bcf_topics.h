// What graze says of clashes as topics of BCF, before anybody has seen them.
#pragma once

#include <string>
#include <vector>

#include "report/bcf_form.h"
#include "report/bcf_merge.h"

namespace graze {

// What is one issue: a clash, or a group of them, the worst first.
struct TopicClashes {
  std::vector<std::size_t> clashes;
  std::string title;  // of a group; else empty
};
// Without those that are ignored, and touching ones only where they are asked for or were decided about.
std::vector<TopicClashes> topics_of(const ClashReport& report, bool touching);

std::string bcf_version_text(BcfVersion version);                           // the file bcf.version
BcfWords words_of(const ClashReport& report, const BcfSettings& settings);  // that graze's topics may use
FreshTopic fresh_topic(const ClashReport& report, const BcfSettings& settings, const TopicClashes& topic,
                       std::size_t number, const ClashShot& shot);

}  // namespace graze
