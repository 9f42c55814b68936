#include "report/compare_reports.h"

#include <algorithm>

#include "base/hash.h"

namespace graze {

namespace {

constexpr std::uint32_t gone = no_rule, several = no_rule - 1;

std::uint64_t hash_of(const std::string& text) {
  Checksum sum;
  sum.add(text.data(), text.size());
  return sum.value();
}

std::uint64_t by_place(const PartKey& key) {
  return hash_of(std::to_string(key.shape) + " " + std::to_string(key.place));
}
std::uint64_t by_shape(const PartKey& key) { return hash_of(key.path + '\1' + std::to_string(key.shape)); }

std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b); }

}  // namespace

void Comparison::Index::want(std::uint64_t what) { parts_.try_emplace(what, gone); }

void Comparison::Index::add(std::uint64_t what, std::uint32_t part) {
  const auto at = parts_.find(what);
  if (at != parts_.end()) at->second = at->second == gone ? part : several;
}

std::uint32_t Comparison::Index::one(std::uint64_t what) const {
  const auto at = parts_.find(what);
  return at == parts_.end() || at->second == several ? gone : at->second;
}

Comparison::Comparison(const EarlierReport& earlier) : earlier_(earlier), stayed_(earlier.ids.size()) {
  for (const auto& [a, b] : earlier.keys) {
    for (const PartKey* key : {&a, &b}) {
      whole_.want(hash_of(key->text()));
      place_.want(by_place(*key));
      shape_.want(by_shape(*key));
      path_.want(hash_of(key->path));
    }
  }
}

void Comparison::add_part(std::uint32_t part, const PartKey& key) {
  whole_.add(hash_of(key.text()), part);
  place_.add(by_place(key), part);
  shape_.add(by_shape(key), part);
  path_.add(hash_of(key.path), part);
}

std::uint32_t Comparison::now(const PartKey& key, const std::function<PartKey(std::uint32_t)>& key_of) {
  std::uint32_t part = whole_.one(hash_of(key.text()));
  if (part != gone) return part;
  part = place_.one(by_place(key));
  if (part != gone && !found_.contains(part)) {
    const std::string path = key_of(part).path;
    if (key.path != path) renamed_.emplace(key.path, path);
    return part;
  }
  part = shape_.one(by_shape(key));
  if (part == gone || found_.contains(part)) part = path_.one(hash_of(key.path));
  return part != gone && found_.contains(part) ? gone : part;
}

void Comparison::match(const std::function<PartKey(std::uint32_t)>& key_of) {
  // Parts of the earlier report that are there by their keys: no other part of it can have become them.
  for (const auto& [a, b] : earlier_.keys)
    for (const PartKey* key : {&a, &b}) found_.insert(whole_.one(hash_of(key->text())));
  for (std::size_t i = 0; i < earlier_.keys.size(); ++i) {
    const std::uint32_t a = now(earlier_.keys[i].first, key_of), b = now(earlier_.keys[i].second, key_of);
    if (a != gone && b != gone) known_.try_emplace(pair_of(a, b), i);
  }
}

ClashReport::State Comparison::state_of(std::uint32_t a, std::uint32_t b) {
  const auto at = known_.find(pair_of(a, b));
  if (at == known_.end()) return ClashReport::State::fresh;
  stayed_[at->second] = true;
  return ClashReport::State::persistent;
}

std::string Comparison::earlier_id(std::uint32_t a, std::uint32_t b) const {
  const auto at = known_.find(pair_of(a, b));
  return at == known_.end() ? std::string() : earlier_.ids[at->second];
}

std::vector<std::string> Comparison::resolved() const {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < earlier_.ids.size(); ++i)
    if (!stayed_[i]) ids.push_back(earlier_.ids[i]);
  std::sort(ids.begin(), ids.end());
  return ids;
}

void compare_with(const EarlierReport& earlier, ClashReport& report) {
  Comparison comparison(earlier);
  for (std::uint32_t i = 0; i < report.keys.size(); ++i) comparison.add_part(i, report.keys[i]);
  comparison.match([&](std::uint32_t part) { return report.keys[part]; });
  for (const Clash& clash : report.result.clashes) {
    report.states.push_back(comparison.state_of(clash.a, clash.b));
    report.earlier_ids.push_back(comparison.earlier_id(clash.a, clash.b));
  }
  report.resolved = comparison.resolved();
  report.renamed = comparison.renamed();
}

}  // namespace graze
