// The review of a report: report/clash_report.h.
#include <unordered_set>
#include <utility>

#include "report/clash_report.h"

namespace graze {

const ReviewEntry* review_of(const ClashReport& report, const Clash& clash) {
  const auto at = report.review.find(clash.id);
  return at == report.review.end() ? nullptr : &at->second;
}

std::vector<std::string> reviewed_and_gone(const ClashReport& report) {
  std::vector<std::string> gone;
  if (report.review.empty()) return gone;
  std::unordered_set<std::string_view> found;
  for (const Clash& clash : report.result.clashes) found.insert(clash.id);
  for (const auto& [id, entry] : report.review)
    if (!found.contains(id)) gone.push_back(id);
  return gone;
}

void follow_ids(ClashReport& report) {
  for (std::size_t i = 0; i < report.earlier_ids.size(); ++i) {
    const std::string &now = report.result.clashes[i].id, &before = report.earlier_ids[i];
    if (before.empty() || before == now || report.review.contains(now)) continue;
    auto entry = report.review.extract(before);
    if (entry.empty()) continue;
    entry.key() = now;
    report.review.insert(std::move(entry));
  }
}

}  // namespace graze
