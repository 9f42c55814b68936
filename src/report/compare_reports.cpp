#include "report/compare_reports.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace graze {

namespace {

constexpr std::uint32_t several = no_rule - 1, gone = no_rule;

// Parts by something that may mean one of them.
class PartIndex {
 public:
  void add(const std::string& what, std::uint32_t part) {
    const auto [at, added] = parts_.try_emplace(what, part);
    if (!added) at->second = several;
  }
  std::uint32_t one(const std::string& what) const {
    const auto at = parts_.find(what);
    return at == parts_.end() || at->second == several ? gone : at->second;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> parts_;
};

std::string by_place(const PartKey& key) { return std::to_string(key.shape) + " " + std::to_string(key.place); }
std::string by_shape(const PartKey& key) { return key.path + '\1' + std::to_string(key.shape); }

}  // namespace

void compare_with(const EarlierReport& earlier, ClashReport& report) {
  PartIndex whole, place, shape, path;
  for (std::uint32_t i = 0; i < report.keys.size(); ++i) {
    whole.add(report.keys[i].text(), i);
    place.add(by_place(report.keys[i]), i);
    shape.add(by_shape(report.keys[i]), i);
    path.add(report.keys[i].path, i);
  }
  // Parts of the earlier report that are there by their keys: no other part of it can have become them.
  std::unordered_set<std::uint32_t> found;
  for (const auto& [a, b] : earlier.keys)
    for (const PartKey* key : {&a, &b}) found.insert(whole.one(key->text()));
  std::set<std::pair<std::string, std::string>> renamed;
  const auto now = [&](const PartKey& key) -> std::uint32_t {
    std::uint32_t part = whole.one(key.text());
    if (part != gone) return part;
    part = place.one(by_place(key));
    if (part != gone && !found.contains(part)) {
      if (key.path != report.keys[part].path) renamed.emplace(key.path, report.keys[part].path);
      return part;
    }
    part = shape.one(by_shape(key));
    if (part == gone || found.contains(part)) part = path.one(key.path);
    return part != gone && found.contains(part) ? gone : part;
  };
  std::unordered_map<std::uint64_t, std::size_t> known;  // pairs of parts, and which earlier clash was theirs
  const auto pair_of = [](std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  };
  for (std::size_t i = 0; i < earlier.keys.size(); ++i) {
    const std::uint32_t a = now(earlier.keys[i].first), b = now(earlier.keys[i].second);
    if (a != gone && b != gone) known.try_emplace(pair_of(a, b), i);
  }
  std::vector<bool> stayed(earlier.ids.size());
  for (const Clash& clash : report.result.clashes) {
    const auto at = known.find(pair_of(clash.a, clash.b));
    if (at != known.end()) stayed[at->second] = true;
    report.earlier_ids.push_back(at != known.end() ? earlier.ids[at->second] : "");
    report.states.push_back(at != known.end() ? ClashReport::State::persistent : ClashReport::State::fresh);
  }
  for (std::size_t i = 0; i < earlier.ids.size(); ++i)
    if (!stayed[i]) report.resolved.push_back(earlier.ids[i]);
  std::sort(report.resolved.begin(), report.resolved.end());
  report.renamed.assign(renamed.begin(), renamed.end());
}

}  // namespace graze
