// Topics of graze, written into what came back of them: what people and other programs made stays.
#pragma once

#include <string>

#include "report/bcf_read.h"

namespace graze {

// A topic as graze would write it if nobody had seen it yet.
struct FreshTopic {
  XmlElement markup;                                // with the lists of 3.0 (report/bcf_form.h), without comments
  std::string viewpoint_guid, viewpoint, snapshot;  // files; no snapshot: empty
  ReviewEntry review;
};

// The files of the topic's folder, but for the markup.
struct WrittenTopic {
  XmlElement markup;
  std::map<std::string, std::string> files;
};

// A topic that is new.
WrittenTopic write_topic(FreshTopic fresh, const BcfSettings& settings);
// One that came back, in the version that is written. Graze renews its own viewpoint, labels, and title and description
// as far as nobody has changed them, and takes status, assignee and comments from the review; all else stays as it is.
WrittenTopic merge_topic(const BcfTopic& earlier, FreshTopic fresh, const BcfSettings& settings);

// Open, Approved, ...: the status in BCF.
std::string status_word(ReviewStatus value);

}  // namespace graze
