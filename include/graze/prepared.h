// A body that is asked many questions where it stands.
#pragma once

#include <memory>
#include <span>

#include "graze/query.h"

namespace GRAZE_API graze {

struct PreparedData;  // not for users

// A body with what its pose costs: every query checks a pose, boxes the body in the world and places its trees there,
// about a tenth of a microsecond in all. One of these does so once, and keeps it; queries that have no use for it, and
// those with a budget of one's own, take the body. What belongs to the shape alone, such as its trees, stays with the
// shape. A value: copies share what is kept, and may be asked from any thread. When the body moves, make a new one.
class Prepared {
 public:
  // A body that nothing can be asked of, such as one with an empty handle, stays one: queries answer as they do of it.
  explicit Prepared(const Body& body);

  const Body& body() const noexcept;  // as given

 private:
  friend struct PreparedInternals;
  std::shared_ptr<const PreparedData> data_;
};

// The very answers of cast(body.body(), ...): of one ray, of many, and of many into memory of the caller's.
RayResult cast(const Prepared& body, const Ray& ray, const RaySettings& settings = {}) noexcept;
[[nodiscard]] std::vector<RayResult> cast(const Prepared& body, std::span<const Ray> rays,
                                          const RaySettings& settings = {});
void cast(const Prepared& body, std::span<const Ray> rays, std::span<RayResult> results,
          const RaySettings& settings = {});

// The very answers of collide(a.body(), b.body(), ...), find_distance() and within().
CollideResult collide(const Prepared& a, const Prepared& b, const CollideSettings& settings = {},
                      PairCache* cache = nullptr) noexcept;
DistanceResult find_distance(const Prepared& a, const Prepared& b, const DistanceSettings& settings = {},
                             PairCache* cache = nullptr) noexcept;
WithinResult within(const Prepared& a, const Prepared& b, double tolerance, const WithinSettings& settings = {},
                    PairCache* cache = nullptr) noexcept;

}  // namespace graze
