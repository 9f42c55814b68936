// Boxes by 32-bit ids that can be asked: which overlap a box, which a ray may meet, which are near.
//
// Edits only note what changed. The first query after them brings the tree up to date, in one thread while others wait:
// so queries may run in any number of threads, edits in one while nothing else runs.
//
// The order of the tree is kept while boxes move. A block of the lowest level costs a query something when it is looked
// into, which is about as likely as its surface is large, of that of the room that the boxes are in. A box that would
// make its block much larger goes to the end of the order instead, sixteen of them to a block; when the sum of these
// parts is above twice what it was after the last sort, and by sixteen more, the order is sorted again.
#pragma once

#include <atomic>
#include <mutex>

#include "base/function_ref.h"
#include "broad/block_tree.h"
#include "broad/broad_phase.h"
#include "broad/ray_walk.h"
#include "graze/ray.h"

namespace graze {

class BoxIndex {
 public:
  // As those of BroadPhase.
  Status add(std::uint32_t id, const Box& box) noexcept;
  Status move(std::uint32_t id, const Box& box) noexcept;
  Status remove(std::uint32_t id) noexcept;
  bool has(std::uint32_t id) const noexcept { return set_.has(id); }
  const Box& box(std::uint32_t id) const noexcept { return set_.box(id); }
  std::size_t size() const noexcept { return set_.ids().size(); }

  // Queries call `visit` in an order that depends on the tree. They throw std::bad_alloc, and what it throws.

  // Each box that overlaps the given one, exactly, until it returns false. A box that is not usable() overlaps none.
  void overlap(const Box& box, FunctionRef<bool(std::uint32_t id)> visit) const;
  // Each box that the ray may meet at a parameter of at most `max`, the nearer ones about first; it returns the new
  // max, below 0 to stop. The ray is finite but for its max, and has a direction.
  void ray(const Ray& ray, double max, FunctionRef<double(std::uint32_t id)> visit) const;
  void ray(const Ray& ray, double max, const RowsAhead& ahead, FunctionRef<double(std::uint32_t id)> visit) const;
  // The same of a box that goes along a vector, by `max` times that vector at most. Its bounds are finite; the vector
  // is, too, and not 0.
  void sweep(const Box& box, Vec3 by, double max, FunctionRef<double(std::uint32_t id)> visit) const;
  // Each box that may be as near to the given one as `max`, the nearest first as far as float can tell; it returns the
  // new max, below 0 to stop.
  void near(const Box& box, double max, FunctionRef<double(std::uint32_t id)> visit) const;
  // Every pair of boxes that overlap, sorted.
  std::vector<IdPair> pairs(int threads) const;

  // Ids that are there, in no order that means anything.
  std::span<const std::uint32_t> ids() const noexcept { return set_.ids(); }
  // More than floats round bounds of these boxes by.
  float slack() const noexcept { return set_.slack(); }

  // Once, before queries from several threads, or not at all.
  void refresh() const;

  std::size_t memory() const noexcept;
  std::string validate() const;

 private:
  void cast(const FloatRay& query, double max, const RowsAhead& ahead,
            FunctionRef<double(std::uint32_t id)> visit) const;
  void bring_up_to_date() const;
  void put(std::uint32_t id) const;
  void sort() const;
  void list_beyond() const;
  double part(std::size_t block) const noexcept;
  double part(const float (&lo)[3], const float (&hi)[3]) const noexcept;
  bool worn() const noexcept;
  void note() noexcept { current_.store(false, std::memory_order_relaxed); }

  mutable BoxSet set_;
  // What follows is of the set as it was when a query last came.
  mutable BlockTree tree_;
  mutable std::vector<std::uint32_t> beyond_;  // ids of boxes that float rays are not for
  mutable double room_[3] = {}, room_area_ = 0;
  mutable double cost_ = 0, cost_sorted_ = 0;  // the sum of parts, and that after the last sort
  mutable bool sound_ = false;                 // false: it must be made anew
  mutable std::atomic<bool> current_{false};
  mutable std::mutex mutex_;
};

}  // namespace graze
