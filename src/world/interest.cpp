#include "world/interest.h"

#include <algorithm>

#include "world/object.h"

namespace graze {
namespace {

std::uint64_t name_of(const Object& a, const Object& b) {
  const auto [less, more] = std::minmax(a.id.slot, b.id.slot);
  return std::uint64_t{less} << 32 | more;
}

bool bit(std::uint64_t bits, std::uint8_t which) { return (bits >> which & 1) != 0; }

}  // namespace

void InterestMatrix::set(Object& a, Object& b, Interest interest) {
  const std::uint64_t pair = name_of(a, b);
  if (interest == Interest::unset) {
    if (pairs_.erase(pair) == 0) return;
    std::erase(a.partners, b.id.slot);
    std::erase(b.partners, a.id.slot);
    return;
  }
  if (!pairs_.insert_or_assign(pair, interest == Interest::on).second) return;
  a.partners.push_back(b.id.slot);
  b.partners.push_back(a.id.slot);
}

void InterestMatrix::forget(Object& object, std::span<Object> objects) {
  for (const std::uint32_t slot : object.partners) {
    pairs_.erase(name_of(object, objects[slot]));
    std::erase(objects[slot].partners, object.id.slot);
  }
  object.partners.clear();
}

void InterestMatrix::set(std::uint8_t group_a, std::uint8_t group_b, Interest interest) {
  const auto put = [](std::uint64_t& bits, std::uint8_t which, bool value) {
    bits = (bits & ~(std::uint64_t{1} << which)) | std::uint64_t{value} << which;
  };
  for (const auto& [from, to] : {std::pair(group_a, group_b), std::pair(group_b, group_a)}) {
    put(group_on_[from], to, interest == Interest::on);
    put(group_off_[from], to, interest == Interest::off);
  }
}

Interest InterestMatrix::of_pair(const Object& a, const Object& b) const noexcept {
  const auto found = pairs_.find(name_of(a, b));
  return found == pairs_.end() ? Interest::unset : found->second ? Interest::on : Interest::off;
}

bool InterestMatrix::wants(const Object& a, const Object& b) const noexcept {
  if (!a.partners.empty() && !b.partners.empty())
    if (const auto found = pairs_.find(name_of(a, b)); found != pairs_.end()) return found->second;
  if (a.interest == Interest::off || b.interest == Interest::off) return false;
  if (a.interest == Interest::on || b.interest == Interest::on) return true;
  const std::uint8_t group_a = a.settings.group, group_b = b.settings.group;
  if (bit(group_off_[group_a], group_b)) return false;
  if (bit(group_on_[group_a], group_b)) return true;
  return bit(a.settings.mask, group_b) && bit(b.settings.mask, group_a) && by_default_;
}

std::size_t InterestMatrix::memory() const noexcept {
  return pairs_.size() * (sizeof(std::uint64_t) + 3 * sizeof(void*)) + pairs_.bucket_count() * sizeof(void*);
}

}  // namespace graze
