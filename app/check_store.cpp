#include "app/check_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "app/commands.h"
#include "app/output.h"
#include "base/platform.h"
#include "clash/length.h"
#include "graze/error.h"
#include "io/ending.h"
#include "io/number.h"
#include "report/bcf.h"
#include "report/clash_shots.h"
#include "report/html.h"
#include "report/store_report.h"
#include "shape/new_file.h"

namespace graze::app {

namespace {

constexpr std::size_t clashes_a_chunk = 1000, most_in_html = 10000, clashes_a_volume = 10000;

UnitEngine* handed_in = nullptr;

// A text file that is there as a whole or not at all, written in pieces.
class StreamFile {
 public:
  explicit StreamFile(const std::string& path) : file_(path) {}
  void write(std::string_view text) { file_.write(std::as_bytes(std::span(text))); }
  void commit() { file_.commit(); }

 private:
  NewFile file_;
};

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

// Which parts are of one product (same_product() of graze/clash_rules.h), without reading their texts for each pair.
class Products {
 public:
  explicit Products(const PartStore& store) : store_(store) {
    if (store.info().shared_ids == 0) return;
    hashes_.reserve(store.size());
    for (std::uint32_t i = 0; i < store.size(); ++i)
      hashes_.push_back(std::hash<std::string>()(store.part_without_shape(i).global_id));
  }
  bool same(std::uint32_t a, std::uint32_t b) const {
    return !hashes_.empty() && hashes_[a] == hashes_[b] &&
           same_product(store_.part_without_shape(a), store_.part_without_shape(b));
  }

 private:
  const PartStore& store_;
  std::vector<std::size_t> hashes_;
};

ClashSets sets_of(const PartStore& store, const StoreJob& job) {
  ClashSets sets;
  sets.stop = job.interrupted;
  if (!job.side.all()) {
    for (std::uint32_t i = 0; i < store.size(); ++i) sets.sides.push_back(job.side(store.part_without_shape(i)));
    require_parts(sets.sides);
  }
  if (store.info().shared_ids == 0 && job.ignored.empty()) return sets;
  sets.ignored = [&store, &job, products = Products(store)](std::uint32_t a, std::uint32_t b) {
    if (products.same(a, b)) return true;
    if (job.ignored.empty()) return false;
    const Part part_a = store.part_without_shape(a), part_b = store.part_without_shape(b);
    return job.ignored.holds(part_a, part_b, store.key(a, part_a), store.key(b, part_b));
  };
  return sets;
}

// Names what the pairs that are left out depend on.
std::string name_of(const IgnoredPairs& ignored) {
  std::string name = "other products\n";
  for (const std::string& id : std::set<std::string>(ignored.ids.begin(), ignored.ids.end())) name += id + "\n";
  for (const auto& [a, b] : ignored.patterns) name += a + "|" + b + "\n";
  return name;
}

std::vector<ClashShot> shots_of(const ClashReport& report, const StoreJob& job, std::size_t pictures) {
  Progress progress("drawing");
  return take_shots(
      report, pictures, job.threads, [&](double part) { progress.update(part); }, job.interrupted);
}

// model.bcfzip, model-2.bcfzip, ...
std::string volume_name(const std::string& path, std::size_t number) {
  if (number == 0) return path;
  const std::filesystem::path file(path);
  return (file.parent_path() / (file.stem().string() + "-" + std::to_string(number + 1) + file.extension().string()))
      .string();
}

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

StoreCheckSettings settings_of(const PartStore& store, const StoreJob& job) {
  const StoreInfo& info = store.info();
  double metres = info.metres_per_unit;
  if (metres == 0 && !job.unit.empty()) metres = metres_in(job.unit);
  StoreCheckSettings settings;
  settings.clash.tolerance = parse_length(job.tolerance, metres, "--tolerance");
  settings.clash.clearance = parse_length(job.clearance, metres, "--clearance");
  const double diagonal = info.box.empty() ? 0 : length(info.box.hi - info.box.lo);
  settings.clash.contact = job.contact.empty() ? std::min(4 * info.resolution, 1e-5 * diagonal)
                                               : parse_length(job.contact, metres, "--contact");
  settings.clash.measure = job.measure;
  settings.clash.budget = job.budget;
  settings.clash.threads = job.threads;
  if (!job.memory.empty()) settings.memory = parse_bytes(job.memory, "--memory");
  settings.reuse = job.reuse;
  settings.ignored_name = name_of(job.ignored);
  settings.only_look = job.only_merge;
  parse_shard(job.shard, settings);
  return settings;
}

// All reports of one pass over the clashes.
class Reports {
 public:
  Reports(const PartStore& store, const StoreJob& job, const ClashReport& report)
      : store_(store), job_(job), report_(report), bare_(without_lists(report)), worst_(most_in_html), few_(50) {
    for (const std::string& path : job.outputs) {
      files_.push_back(std::make_unique<StreamFile>(path));
      StreamFile* const file = files_.back().get();
      streams_.emplace_back(report, ends_with(path, ".csv") ? ClashStream::Form::csv : ClashStream::Form::json,
                            [file](std::string_view text) { file->write(text); });
    }
    if (job.json) streams_.emplace_back(report, ClashStream::Form::json, [](std::string_view text) { print(text); });
  }

  void add(const Clash& clash) {
    chunk_.push_back(clash);
    if (chunk_.size() == clashes_a_chunk) end_chunk();
    if (!job_.html.empty()) worst_.add(clash);
    if (!job_.bcf.empty()) {
      volume_.push_back(clash);
      if (volume_.size() == clashes_a_volume) end_volume();
    }
    std::uint64_t& count = report_.extract->class_counts[static_cast<std::size_t>(clash.value)];
    if (count++ < few_) table_.push_back(clash);
  }

  void finish() {
    end_chunk();
    for (ClashStream& stream : streams_) stream.finish();
    for (auto& file : files_) file->commit();
    if (!volume_.empty() || (!job_.bcf.empty() && volumes_ == 0)) end_volume();
    if (!job_.html.empty()) write_html();
    if (!job_.json) print(clash_table(store_extract(store_, report_, table_, false)));
  }

  bool findings() const {
    for (std::size_t i = 0; i < report_.extract->class_counts.size(); ++i) {
      if (report_.extract->class_counts[i] > 0 && job_.failing.contains(name(static_cast<ClashClass>(i)))) return true;
    }
    return false;
  }

 private:
  void end_chunk() {
    if (chunk_.empty() || streams_.empty()) return chunk_.clear();
    const ClashReport extract = store_extract(store_, bare_, chunk_, false);
    for (ClashStream& stream : streams_) stream.add(extract);
    chunk_.clear();
  }

  void end_volume() {
    const ClashReport extract = store_extract(store_, bare_, volume_, true);
    BcfSettings settings;
    settings.version = job_.bcf_version == "3.0" ? BcfVersion::v3_0 : BcfVersion::v2_1;
    settings.date = job_.date;
    settings.touching = job_.bcf_touching;
    const std::size_t pictures = volumes_ == 0 ? job_.pictures : 0;
    write_file(volume_name(job_.bcf, volumes_++), bcf_archive(extract, shots_of(extract, job_, pictures), settings));
    volume_.clear();
  }

  void write_html() {
    const std::vector<Clash> worst = worst_.take();
    std::uint64_t all = 0;
    for (const std::uint64_t count : report_.extract->class_counts) all += count;
    ClashReport extract = store_extract(store_, report_, worst, true);
    if (worst.size() < all) {
      extract.assembly.notes.push_back(
          fmt::format("this page has the {} worst of {} clashes; JSON and CSV have all", worst.size(), all));
    }
    const Box box = store_.info().box;
    const double diagonal = box.empty() ? 0 : length(box.hi - box.lo);
    extract.group_radius = diagonal > 0 ? diagonal / 20 : 1;
    write_file(job_.html, clash_html(extract, shots_of(extract, job_, job_.pictures)));
  }

  const PartStore& store_;
  const StoreJob& job_;
  ClashReport report_, bare_;
  std::vector<std::unique_ptr<StreamFile>> files_;
  std::vector<ClashStream> streams_;
  std::vector<Clash> chunk_, volume_, table_;
  std::size_t volumes_ = 0;
  WorstClashes worst_;
  std::size_t few_;
};

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

void build_store(const std::vector<std::string>& files, const FrameOptions& frame, const std::string& folder) {
  StoreWriter writer(folder);
  Assembly all = read_files(files, frame, [&](std::vector<Part> parts) {
    for (const Part& part : parts) writer.add(part);
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
  const ClashSets sets = sets_of(store, job);
  StageProgress progress(job.interrupted);
  const StoreCheckResult done = check_store(store, settings, sets, engine, std::ref(progress));
  progress.end();
  if (!job.times.empty()) write_file(job.times, times);
  if (engine.leads())
    report(fmt::format("graze: {} units of {} candidates; {} were there, {} pairs checked, {} taken over\n", done.units,
                       done.candidates, done.found, done.checked, done.reused));
  if (!engine.leads()) return exit_clean;
  if (!done.complete) {
    if (settings.shards > 1) return exit_clean;
    if (job.only_merge)
      throw Error(fmt::format("{}: {} of {} units are done: check the others first", folder, done.found, done.units));
    report("graze: stopped; the same command goes on\n");
    return exit_incomplete;
  }
  std::optional<Reports> reports;
  bool whole = store.info().skipped.empty();
  for_each_clash(
      store, settings, done,
      [&](const std::vector<UndecidedPair>& undecided) {
        whole = whole && undecided.empty();
        ClashReport frame = store_report(store, settings.clash, done, undecided);
        frame.units = unit_name(store.info().metres_per_unit);
        reports.emplace(store, job, frame);
      },
      [&](const Clash& clash) { reports->add(clash); });
  reports->finish();
  if (reports->findings()) return exit_findings;
  return whole ? exit_clean : exit_incomplete;
}

}  // namespace graze::app
