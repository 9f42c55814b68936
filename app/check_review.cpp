#include "app/check_review.h"

#include "app/output.h"

namespace graze::app {

Reviews::Reviews(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (!is_bcf(path)) {
      files_.emplace_back(read_clash_review(path));
      continue;
    }
    const auto& archive = std::get<BcfArchive>(files_.emplace_back(read_bcf(path)));
    for (const std::string& note : archive.notes) report("graze: note: " + path + ": " + note + "\n");
  }
}

void Reviews::apply(ClashReport& found) const {
  for (const auto& file : files_) {
    const BcfArchive* const archive = std::get_if<BcfArchive>(&file);
    merge_review(found.review,
                 archive == nullptr ? std::get<ClashReview>(file) : review_of(*archive, found.result.clashes));
  }
  follow_ids(found);
}

std::vector<BcfArchive> Reviews::archives() const {
  std::vector<BcfArchive> result;
  for (const auto& file : files_)
    if (const BcfArchive* const archive = std::get_if<BcfArchive>(&file)) result.push_back(*archive);
  return result;
}

BcfVersion Reviews::bcf_version() const {
  BcfVersion version = BcfVersion::v2_1;
  for (const auto& file : files_)
    if (const BcfArchive* const archive = std::get_if<BcfArchive>(&file)) version = archive->version;
  return version;
}

}  // namespace graze::app
