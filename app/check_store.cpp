#include "app/check_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "app/commands.h"
#include "app/output.h"
#include "app/store_reports.h"
#include "app/store_sets.h"
#include "base/platform.h"
#include "clash/length.h"
#include "graze/error.h"
#include "io/number.h"

namespace graze::app {

namespace {

UnitEngine* handed_in = nullptr;

// One line on the terminal at a time, for each stage.
class StageProgress {
 public:
  explicit StageProgress(const std::atomic<bool>* interrupted) : interrupted_(interrupted) {}
  bool operator()(const char* stage, std::uint64_t done, std::uint64_t all) {
    if (stage_ != stage) {
      stage_ = stage;
      line_ = std::make_unique<Progress>(stage_);
    }
    if (all > 0) line_->update(double(done) / double(all), double(all));
    return interrupted_ == nullptr || !*interrupted_;
  }
  void end() { line_.reset(); }

 private:
  const std::atomic<bool>* interrupted_;
  std::string stage_;
  std::unique_ptr<Progress> line_;
};

// I/N, from 1 on.
void parse_shard(const std::string& text, StoreCheckSettings& settings) {
  if (text.empty()) return;
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const Number which = parse_number(text.substr(0, slash)), all = parse_number(text.substr(slash + 1));
    const bool whole = which.fault == NumberFault::none && all.fault == NumberFault::none &&
                       which.value == std::floor(which.value) && all.value == std::floor(all.value);
    if (whole && which.value >= 1 && which.value <= all.value && all.value <= 1e6) {
      settings.shard = static_cast<std::uint32_t>(which.value) - 1;
      settings.shards = static_cast<std::uint32_t>(all.value);
      return;
    }
  }
  throw Error("--shard: '" + text + "' is not such as 3/7");
}

double metres_of(const PartStore& store, const StoreJob& job) {
  const double metres = store.info().metres_per_unit;
  return metres == 0 && !job.unit.empty() ? metres_in(job.unit) : metres;
}

// An earlier report, and the parts of it that are in the store.
struct Earlier {
  Earlier(const PartStore& store, const std::string& path) : report(read_clash_json(path, false)), comparison(report) {
    const auto key_of = [&](std::uint32_t part) { return store.key(part, store.part_without_shape(part)); };
    for (std::uint32_t i = 0; i < store.size(); ++i) comparison.add_part(i, key_of(i));
    comparison.match(key_of);
  }
  EarlierReport report;
  Comparison comparison;
};

StoreCheckSettings settings_of(const PartStore& store, const StoreJob& job) {
  const StoreInfo& info = store.info();
  const double metres = metres_of(store, job);
  StoreCheckSettings settings;
  settings.clash.tolerance = parse_length(job.tolerance, metres, "--tolerance");
  settings.clash.clearance = parse_length(job.clearance, metres, "--clearance");
  settings.clash.contact =
      job.contact.empty() ? usual_contact(info.resolution, info.box) : parse_length(job.contact, metres, "--contact");
  settings.clash.measure = job.measure;
  settings.clash.budget = job.budget;
  settings.clash.threads = job.threads;
  if (!job.memory.empty()) settings.memory = parse_bytes(job.memory, "--memory");
  settings.reuse = job.reuse;
  settings.only_look = job.only_merge;
  parse_shard(job.shard, settings);
  return settings;
}

}  // namespace

void hand_in(UnitEngine* engine) { handed_in = engine; }

UnitEngine& engine_for(int threads) {
  if (handed_in != nullptr) return *handed_in;
  static std::unique_ptr<UnitEngine> engine;
  engine = make_thread_engine(threads);
  return *engine;
}

std::uint64_t parse_bytes(const std::string& text, const std::string& option) {
  if (text.empty()) return 0;
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const Number number = parse_number(text.substr(0, end));
  const std::string unit = text.substr(end);
  constexpr std::pair<const char*, double> units[] = {{"", 1},         {"B", 1},        {"KiB", 0x1p10},
                                                      {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40}};
  for (const auto& [known, bytes] : units) {
    if (number.fault != NumberFault::none || unit != known) continue;
    const double value = number.value * bytes;
    if (value >= 1 && value < 0x1p60) return static_cast<std::uint64_t>(value);
  }
  throw Error(option + ": '" + text + "' is not such as 512MiB or 2GiB");
}

StoreFolder::StoreFolder(const std::string& named) : path_(named), temporary_(named.empty()) {
  if (!temporary_) return;
  const std::string name = "graze-store-" + std::to_string(platform::process_id());
  path_ = (std::filesystem::temp_directory_path() / name).string();
}

StoreFolder::~StoreFolder() {
  std::error_code none;
  if (temporary_) std::filesystem::remove_all(path_, none);
}

namespace {

void write_store(const std::vector<std::string>& files, const FrameOptions& frame, const std::string& folder) {
  StoreWriter writer(folder);
  Progress progress("storing");
  std::size_t done = 0;  // files; a callback has the parts of one
  Assembly all = read_files(files, frame, [&](std::vector<Part> parts) {
    constexpr std::size_t parts_a_look = 64;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      writer.add(parts[i]);
      if (i % parts_a_look == 0)
        progress.update((double(done) + double(i) / double(parts.size())) / double(files.size()));
    }
    ++done;
    writer.forget_shapes();
  });
  StoreInfo info;
  info.files = files;
  info.skipped = std::move(all.skipped);
  info.notes = std::move(all.notes);
  info.metres_per_unit = all.metres_per_unit;
  info.up = all.up;
  info.origin = all.origin;
  info.resolution = all.resolution;
  info.deflection = all.deflection;
  writer.finish(std::move(info));
}

}  // namespace

// A file that cannot be read leaves no part of a store behind.
void build_store(const std::vector<std::string>& files, const FrameOptions& frame, const std::string& folder) {
  const bool existed = std::filesystem::exists(folder);
  try {
    write_store(files, frame, folder);
  } catch (const std::exception&) {
    std::error_code none;
    if (!existed) std::filesystem::remove_all(folder, none);
    throw;
  }
}

int check_in_store(const std::string& folder, const StoreJob& job) {
  const PartStore store(folder);
  UnitEngine& engine = engine_for(job.threads);
  for (const std::string& other : job.reuse) {
    if (!is_store(other)) throw Error("--reuse: " + other + " is not a part store");
  }
  StoreCheckSettings settings = settings_of(store, job);
  std::string times = "unit,seconds,pairs\n";
  std::mutex mutex;
  if (!job.times.empty()) {
    settings.timed = [&](std::uint64_t unit, double seconds, std::uint64_t pairs) {
      const std::lock_guard lock(mutex);
      times += fmt::format("{},{:.6f},{}\n", unit, seconds, pairs);
    };
  }
  std::optional<ClashRules> rules;
  if (!job.rules.empty() || !job.preset.empty()) rules = read_rules(job.rules, job.preset, metres_of(store, job));
  if (engine.leads())
    note_unmatched(job.ignored, std::uint32_t(store.size()),
                   [&](std::uint32_t i) { return store.part_without_shape(i).path; });
  const StoreSets asked(store, job.side, job.ignored, rules ? &*rules : nullptr);
  if (rules) asked.require_parts(job.rules.empty() ? "--preset" : job.rules);
  settings.sets_name = asked.name();
  ClashSets sets = asked.sets();
  sets.stop = job.interrupted;
  std::optional<Earlier> earlier;
  if (!job.since.empty() && engine.leads()) earlier.emplace(store, job.since);
  StageProgress progress(job.interrupted);
  const StoreCheckResult done = check_store(store, settings, sets, engine, std::ref(progress));
  progress.end();
  if (!job.times.empty()) write_file(job.times, times);
  if (engine.leads())
    report(fmt::format("graze: {} units of {} candidates; {} were there, {} pairs checked, {} taken over\n", done.units,
                       done.candidates, done.found, done.checked, done.reused));
  if (!engine.leads()) return exit_clean;
  const auto stopped = [] {
    report("graze: stopped; the same command goes on\n");
    return exit_incomplete;
  };
  if (!done.complete) {
    if (settings.shards > 1) return exit_clean;
    if (job.only_merge)
      throw Error(fmt::format("{}: {} of {} units are done: check the others first", folder, done.found, done.units));
    return stopped();
  }
  ClashReport frame;
  const auto set_frame = [&](const std::vector<UndecidedPair>& undecided) {
    frame = store_report(store, settings.clash, done, undecided);
    frame.units = unit_name(store.info().metres_per_unit);
    if (rules) frame.rules = rules->rules;
  };
  // What is resolved comes before the clashes in the reports, and is known after the last of them.
  const auto compare = [&](const Clash& clash) { (void)earlier->comparison.state_of(clash.a, clash.b); };
  if (earlier && !for_each_clash(
                     store, settings, done, [](const auto&) {}, compare, std::ref(progress)))
    return stopped();
  std::optional<StoreReports> reports;
  const bool all = for_each_clash(
      store, settings, done,
      [&](const std::vector<UndecidedPair>& undecided) {
        set_frame(undecided);
        if (earlier) {
          frame.resolved = earlier->comparison.resolved();
          frame.renamed = earlier->comparison.renamed();
        }
        reports.emplace(store, job, frame, earlier ? &earlier->comparison : nullptr);
      },
      [&](const Clash& clash) { reports->add(clash); }, std::ref(progress));
  if (!all) return stopped();
  progress.end();
  reports->finish();
  if (reports->findings()) return exit_findings;
  const bool whole = store.info().skipped.empty() && frame.result.undecided.empty();
  return whole ? exit_clean : exit_incomplete;
}

}  // namespace graze::app
