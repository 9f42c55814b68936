#include "bench/peers/convex.h"
#include "convex/depth.h"
#include "graze/graze.h"

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

class Public final : public ConvexPeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return {}; }
  void build(std::span<const ConvexHull> hulls) override {
    shapes_.clear();
    for (const ConvexHull& hull : hulls) shapes_.push_back(make_convex(hull.points));
    // What a shape is asked with is made when it is asked first, which is no part of a query.
    for (const Shape& shape : shapes_) (void)find_distance({shape, {}}, {shape, make_pose({4, 0, 0})});
  }
  bool measures() const override { return true; }

  // Bodies belong to whoever asks, and are not made for a query.
  void distances(std::span<const ConvexQuery> queries, std::span<double> values) override {
    prepare(queries);
    for (std::size_t i = 0; i < queries.size(); ++i) values[i] = find_distance(a_[i], b_[i]).upper;
  }
  void coherent(std::span<const ConvexQuery> queries, std::span<double> values) override {
    prepare(queries);
    PairCache cache;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (queries[i].first) cache = {};
      values[i] = find_distance(a_[i], b_[i], {}, &cache).upper;
    }
  }

 private:
  void prepare(std::span<const ConvexQuery> queries) {
    if (asked_ == queries.data() && a_.size() == queries.size()) return;
    asked_ = queries.data();
    a_.clear();
    b_.clear();
    for (const ConvexQuery& query : queries) {
      a_.push_back({shapes_[query.a], query.pose_a});
      b_.push_back({shapes_[query.b], query.pose_b});
    }
  }

  std::vector<Shape> shapes_;
  std::vector<Body> a_, b_;
  const ConvexQuery* asked_ = nullptr;
};

}  // namespace

std::unique_ptr<ConvexPeer> make_graze_public() { return std::make_unique<Public>(); }

std::unique_ptr<ConvexPeer> make_graze_convex() { return std::make_unique<Graze>(); }

std::vector<std::unique_ptr<ConvexPeer>> make_convex_peers() {
  std::vector<std::unique_ptr<ConvexPeer>> peers;
  add_fcl_convex(peers);
  add_ccd_convex(peers);
  add_bullet_convex(peers);
  return peers;
}

}  // namespace graze::bench
