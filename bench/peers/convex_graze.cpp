#include "bench/peers/convex.h"
#include "convex/depth.h"

namespace graze::bench {
namespace {

class Graze final : public ConvexPeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return {}; }
  void build(std::span<const ConvexHull> hulls) override {
    tables_.clear();
    for (const ConvexHull& hull : hulls) tables_.emplace_back(hull.points);
  }
  bool measures() const override { return true; }
  bool decides() const override { return true; }
  bool penetrates() const override { return true; }

  // Posing a set is part of the query.
  void distances(std::span<const ConvexQuery> queries, std::span<double> values) override {
    for (std::size_t i = 0; i < queries.size(); ++i)
      values[i] = convex_distance(first(queries[i]), second(queries[i])).upper;
  }
  void coherent(std::span<const ConvexQuery> queries, std::span<double> values) override {
    ConvexCache cache;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (queries[i].first) cache = {};
      values[i] = convex_distance(first(queries[i]), second(queries[i]), {}, &cache).upper;
    }
  }
  void meet(std::span<const ConvexQuery> queries, std::span<char> answers) override {
    for (std::size_t i = 0; i < queries.size(); ++i)
      answers[i] = convex_meeting(first(queries[i]), second(queries[i])).relation == Relation::meet;
  }
  void depths(std::span<const ConvexQuery> queries, std::span<double> values) override {
    for (std::size_t i = 0; i < queries.size(); ++i)
      values[i] = convex_depth(first(queries[i]), second(queries[i])).upper;
  }

 private:
  Support first(const ConvexQuery& query) const { return support_of(tables_[query.a], query.pose_a); }
  Support second(const ConvexQuery& query) const { return support_of(tables_[query.b], query.pose_b); }

  std::vector<SupportTable> tables_;
};

}  // namespace

std::unique_ptr<ConvexPeer> make_graze_convex() { return std::make_unique<Graze>(); }

std::vector<std::unique_ptr<ConvexPeer>> make_convex_peers() {
  std::vector<std::unique_ptr<ConvexPeer>> peers;
  add_fcl_convex(peers);
  add_ccd_convex(peers);
  add_bullet_convex(peers);
  return peers;
}

}  // namespace graze::bench
