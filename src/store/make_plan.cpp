// Pairs out of core: parts by the tiles that they have points in, then tile after tile.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/executor.h"
#include "graze/error.h"
#include "math/posed_box.h"
#include "store/cut.h"
#include "store/find_pairs.h"
#include "store/plan.h"
#include "store/sorter.h"
#include "store/store_state.h"

namespace graze {

namespace {

struct CurveKey {
  std::uint64_t key;
};

// Tiles that are searched side by side have at most about this many entries.
constexpr std::size_t entries_a_batch = 1u << 17;

class Planner {
 public:
  Planner(const PartStore& store, const StoreCheckSettings& settings, const ClashSets& sets, const Questions& questions,
          const StoreProgress& progress)
      : store_(store),
        state_(store.state()),
        settings_(settings),
        sets_(sets),
        questions_(questions),
        progress_(progress),
        tiles_(grown(state_.info.box, half())),
        folder_(plan_folder(store.folder())) {}

  // False when it was stopped.
  bool run(const WideHash& id, const std::string& path) {
    if (!split()) return false;
    Sorter<TileEntry> entries(folder_, settings_.memory / 3);
    if (!enter(entries)) return false;
    BlockWriter units(path + ".units", BlockKind::units), pairs(path + ".pairs", BlockKind::pairs);
    if (!search(entries, units, pairs)) return false;
    pairs.finish(id);
    units.finish(id);
    return true;
  }

 private:
  double half() const {
    const double reach = questions_.reach();
    return reach > 0 ? std::nextafter(0.5 * reach, std::numeric_limits<double>::infinity()) : 0;
  }

  bool goes_on(const char* stage, std::uint64_t done, std::uint64_t all) const {
    return !progress_ || progress_(stage, done, all);
  }

  // visit(number, record, grown box) for all parts; false when stopped.
  template <class Visit>
  bool for_each_part(const char* stage, const Visit& visit) const {
    const double by = half();
    std::uint32_t number = 0;
    bool on = true;
    state_.files->parts.for_each<StoredPart>([&](const StoredPart& part) {
      if (!on) return;
      if (number % 65536 == 0) on = goes_on(stage, number, state_.info.parts);
      const Box box = grown(part.box, by);
      bool finite = !box.empty();
      for (int axis = 0; axis < 3; ++axis)
        finite = finite && std::isfinite(box.lo[axis]) && std::isfinite(box.hi[axis]);
      if (!finite)
        throw Error("part '" + store_.part_without_shape(number).path + "' is not within the finite numbers");
      visit(number++, part, box);
    });
    return on;
  }

  bool split() {
    Sorter<CurveKey> sorter(folder_, settings_.memory / 4);
    const CurveGrid& grid = tiles_.grid();
    if (!for_each_part("tiles", [&](std::uint32_t, const StoredPart&, const Box& box) {
          sorter.add({grid.index(grid.step(box.lo))});
        }))
      return false;
    tiles_.split(
        [&](std::uint64_t& index) {
          CurveKey next;
          if (!sorter.next(next)) return false;
          index = next.key;
          return true;
        },
        settings_.parts_a_tile);
    return true;
  }

  bool enter(Sorter<TileEntry>& entries) {
    const std::vector<std::uint32_t> ranks = state_.ranks();
    // Boxes of pieces in the frames of the shapes that have them.
    std::map<std::uint32_t, std::vector<Box>> cuts;
    std::uint32_t shape = 0;
    state_.files->shape_table.for_each<StoredShape>([&](const StoredShape& record) {
      if (record.cut_count > 0) {
        std::vector<Box>& boxes = cuts[shape];
        boxes.resize(record.cut_count);
        state_.files->cuts.read_values(record.first_cut, std::span(boxes));
      }
      ++shape;
    });
    const double by = half();
    return for_each_part("boxes", [&](std::uint32_t number, const StoredPart& part, const Box& box) {
      TileEntry entry;
      entry.hash = part.hash;
      entry.rank = ranks[number];
      entry.side = sets_.sides.empty() ? ClashSets::both : sets_.sides[number];
      if (entry.side == ClashSets::none) return;
      const auto add = [&](const Box& piece) {
        entry.box = piece;
        tiles_.for_each(piece, [&](std::uint32_t tile) {
          entry.key = std::uint64_t{tile} << 32 | number;
          entries.add(entry);
        });
      };
      const auto cut = cuts.find(part.shape);
      if (cut == cuts.end()) return add(box);
      entry.piece = true;
      std::vector<Box>& pieces = pieces_[number];
      for (const Box& piece : posed_pieces(part.pose, cut->second)) pieces.push_back(grown(piece, by));
      for (const Box& piece : pieces) add(piece);
    });
  }

  bool search(Sorter<TileEntry>& entries, BlockWriter& units, BlockWriter& pairs) {
    std::vector<TileEntry> batch;
    const std::uint64_t all = entries.size();
    std::uint64_t seen = 0;
    const auto end_batch = [&] {
      write(batch, units, pairs);
      seen += batch.size();
      batch.clear();
      return goes_on("pairs", seen, all);
    };
    for (TileEntry entry; entries.next(entry);) {
      if (batch.size() >= entries_a_batch && batch.back().tile() != entry.tile() && !end_batch()) return false;
      batch.push_back(entry);
    }
    return end_batch();
  }

  bool is_cut(const TilePair& pair) const { return pieces_.contains(pair.a) || pieces_.contains(pair.b); }

  // Pairs without a rule are not asked.
  void sort_by_rules(std::vector<TilePair>& pairs) const {
    for (TilePair& pair : pairs) pair.rule = sets_.rule_of(pair.a, pair.b);
    std::erase_if(pairs, [&](const TilePair& pair) { return pair.rule >= sets_.each.size(); });
    std::stable_sort(pairs.begin(), pairs.end(), [](const TilePair& x, const TilePair& y) { return x.rule < y.rule; });
  }

  void write(const std::vector<TileEntry>& batch, BlockWriter& units, BlockWriter& pairs) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (i == 0 || batch[i].tile() != batch[i - 1].tile()) starts.push_back(i);
    }
    starts.push_back(batch.size());
    const std::size_t count = starts.size() - 1;
    std::vector<std::vector<TilePair>> found(count);
    parallel_for(count, 1, settings_.clash.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        found[i] = find_tile_pairs(tiles_, std::span(batch).subspan(starts[i], starts[i + 1] - starts[i]), pieces_);
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<TilePair>& of_tile = found[i];
      if (sets_.ignored) std::erase_if(of_tile, [&](const TilePair& pair) { return sets_.ignored(pair.a, pair.b); });
      if (sets_.rule_of) sort_by_rules(of_tile);
      for (std::size_t first = 0, last = 0; first < of_tile.size(); first = last) {
        std::uint64_t counted = 0;
        for (last = first; last < of_tile.size() && of_tile[last].rule == of_tile[first].rule; ++last) {
          counted += is_cut(of_tile[last]) ? pairs_a_pair_of_pieces : 1;
          if (counted > pairs_a_unit) break;
        }
        StoredUnit unit;
        unit.first = pairs.size() / sizeof(StoredPair);
        unit.count = static_cast<std::uint32_t>(last - first);
        unit.cell = tiles_.cell(batch[starts[i]].tile());
        unit.rule = of_tile[first].rule;
        WideChecksum key;
        key.add_value(questions_.hash(unit.rule));
        for (std::size_t k = first; k < last; ++k) {
          key.add_value(std::min(of_tile[k].hash_a, of_tile[k].hash_b));
          key.add_value(std::max(of_tile[k].hash_a, of_tile[k].hash_b));
          pairs.write_value(StoredPair{of_tile[k].a, of_tile[k].b});
        }
        unit.key = key.value();
        units.write_value(unit);
      }
      of_tile = {};
    }
  }

  const PartStore& store_;
  const PartStore::State& state_;
  const StoreCheckSettings& settings_;
  const ClashSets& sets_;
  const Questions& questions_;
  const StoreProgress& progress_;
  Tiles tiles_;
  std::string folder_;
  Pieces pieces_;
};

// Of all that goes into a plan. What `ignored` and `rule_of` say can only be asked: their answers are the caller's to
// name, by `sets_name`.
WideHash plan_id(const PartStore& store, const StoreCheckSettings& settings, const ClashSets& sets,
                 const Questions& questions) {
  WideChecksum sum;
  sum.add_value(store.state().id);
  sum.add_value(questions.hash());
  sum.add_value(settings.parts_a_tile);
  sum.add_value(sets.sides.size());
  sum.add(sets.sides.data(), sets.sides.size());
  sum.add(settings.sets_name.data(), settings.sets_name.size());
  sum.add_value(static_cast<bool>(sets.ignored));
  sum.add_value(static_cast<bool>(sets.rule_of));
  return sum.value();
}

}  // namespace

std::string plan_folder(const std::string& store) { return store + "/work"; }

std::vector<StoredPair> Plan::pairs_of(const StoredUnit& unit) const {
  std::vector<StoredPair> result(unit.count);
  pairs.read_values(unit.first, std::span(result));
  return result;
}

Plan open_plan(const std::string& store, const std::string& id) {
  const std::string path = plan_folder(store) + "/" + id;
  Plan plan{{}, {path + ".units", BlockKind::units}, {path + ".pairs", BlockKind::pairs}};
  plan.id = plan.units.id();
  if (plan.pairs.id() != plan.id || text_of(plan.id) != id)
    plan.pairs.fail("belongs to another plan: remove the folder 'work' of the store");
  return plan;
}

std::vector<Plan> plans_of(const std::string& store) {
  std::vector<Plan> plans;
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(plan_folder(store), none)) {
    if (file.path().extension() != ".units") continue;
    try {
      plans.push_back(open_plan(store, file.path().stem().string()));
    } catch (const Error&) {
      // Nothing can be taken from it.
    }
  }
  std::sort(plans.begin(), plans.end(), [](const Plan& x, const Plan& y) { return x.id < y.id; });
  return plans;
}

std::optional<Plan> make_plan(const PartStore& store, const StoreCheckSettings& settings, const ClashSets& sets,
                              const Questions& questions, const StoreProgress& progress) {
  const WideHash id = plan_id(store, settings, sets, questions);
  const std::string folder = plan_folder(store.folder());
  try {
    return open_plan(store.folder(), text_of(id));
  } catch (const Error&) {
    // None, or damaged: it is made again.
  }
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) throw Error(folder + ": cannot be created: " + fault.message());
  if (!Planner(store, settings, sets, questions, progress).run(id, folder + "/" + text_of(id))) return {};
  return open_plan(store.folder(), text_of(id));
}

}  // namespace graze
