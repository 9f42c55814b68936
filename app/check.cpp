// `graze check FILES`: which parts of an assembly overlap, touch, or come closer than they should.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "app/check_review.h"
#include "app/check_sets.h"
#include "app/check_store.h"
#include "app/commands.h"
#include "app/output.h"
#include "app/read_files.h"
#include "app/read_model.h"
#include "clash/length.h"
#include "graze/gpu.h"
#include "io/ending.h"
#include "io/number.h"
#include "report/bcf.h"
#include "report/clash_report.h"
#include "report/compare_reports.h"
#include "report/html.h"

namespace graze::app {
namespace {

struct CheckOptions {
  std::vector<std::string> files, set_a, set_b, fail_on, outputs;
  std::vector<std::string> places, reviews;
  std::string write_review;
  std::string measure = "local", rules, preset;
  std::uint64_t budget = ClashSettings{}.budget;
  bool bcf_touching = false;
  std::string tolerance = "0", clearance = "0", contact, unit, up, ignore, since, resume, deflection, weld;
  std::string group, group_radius, html, bcf, bcf_version, date;
  std::size_t pictures = 200;
  bool gpu = false, allow_incomplete = false;
  int threads = 0;
  bool json = false;
  // Of part stores (docs/scale.md).
  std::string memory, store, shard, times;
  std::vector<std::string> reuse;
  bool only_merge = false;
};

// Set by Ctrl-C and by SIGTERM: the search ends, or the drawing of pictures does, and what was found is written. The
// second time, and while files are read, when nothing is found yet, either ends the process.
std::atomic<bool> interrupted{false};
void interrupt(int) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

class CatchInterrupt {
 public:
  CatchInterrupt() : earlier_(std::signal(SIGINT, interrupt)), earlier_end_(std::signal(SIGTERM, interrupt)) {}
  ~CatchInterrupt() {
    std::signal(SIGINT, earlier_);
    std::signal(SIGTERM, earlier_end_);
  }
  CatchInterrupt(const CatchInterrupt&) = delete;
  CatchInterrupt& operator=(const CatchInterrupt&) = delete;

 private:
  void (*earlier_)(int);
  void (*earlier_end_)(int);
};

std::unordered_set<std::string> failing_classes(const CheckOptions& options) {
  constexpr const char* names[] = {"overlapping", "enclosed", "duplicate", "touching", "clearance"};
  std::unordered_set<std::string> classes(options.fail_on.begin(), options.fail_on.end());
  for (const std::string& asked : classes) {
    if (asked != "none" && std::find(std::begin(names), std::end(names), asked) == std::end(names)) {
      throw Error("--fail-on: '" + asked +
                  "' is not one of overlapping, enclosed, duplicate, touching, clearance, none");
    }
  }
  if (classes.empty()) classes = {"overlapping", "enclosed", "duplicate", "clearance"};
  return classes;
}

void write_outputs(const CheckOptions& options, const ClashReport& found) {
  for (const std::string& path : options.outputs) {
    write_file(path, ends_with(path, ".csv") ? clash_csv(found) : clash_json(found));
  }
}

// A date as BCF has it: 2026-01-31T23:59:59Z.
bool is_date(const std::string& text) {
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != form[i]) return false;
  }
  const auto number = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  return number(5) >= 1 && number(5) <= 12 && number(8) >= 1 && number(8) <= 31 && number(11) < 24 && number(14) < 60 &&
         number(17) < 60;
}

// 1980 unless it is said, or SOURCE_DATE_EPOCH is set, so that the same clashes give the same bytes.
std::string date_of(const std::string& asked) {
  std::time_t time = 0;
  if (asked == "now") {
    time = std::time(nullptr);
  } else if (!asked.empty()) {
    return asked;
  } else if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH"); epoch != nullptr && *epoch != 0) {
    const Number seconds = parse_number(epoch);
    if (seconds.fault != NumberFault::none || !(seconds.value >= 0 && seconds.value < 253402300800.0)) {
      throw Error("SOURCE_DATE_EPOCH: '" + std::string(epoch) + "' is not a number of seconds since 1970");
    }
    time = static_cast<std::time_t>(seconds.value);
  } else {
    return BcfSettings{}.date;
  }
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[sizeof "0000-00-00T00:00:00Z" + 8];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Reports with pictures, which take their time: the others are written before.
void write_illustrated(const CheckOptions& options, const ClashReport& found, const Reviews& reviews) {
  if (options.html.empty() && options.bcf.empty()) return;
  const std::size_t count = found.result.clashes.size();
  if (count > options.pictures) {
    report(
        fmt::format("graze: pictures of the {} worst of {} clashes; --pictures takes more\n", options.pictures, count));
  }
  std::vector<ClashShot> shots;
  {
    Progress progress("drawing");
    const auto told = [&](double part) { progress.update(part); };
    shots = take_shots(found, options.pictures, options.threads, told, &interrupted);
  }
  if (interrupted && found.result.complete) report("graze: stopped: some pictures were not drawn\n");
  for (std::size_t i = 0; i < count; ++i) {
    if (!shots[i].fault.empty())
      report("graze: no picture of " + found.result.clashes[i].id + ": " + shots[i].fault + "\n");
  }
  if (!options.html.empty()) write_file(options.html, clash_html(found, shots));
  if (!options.bcf.empty()) {
    BcfSettings settings;
    settings.version = options.bcf_version.empty()    ? reviews.bcf_version()
                       : options.bcf_version == "3.0" ? BcfVersion::v3_0
                                                      : BcfVersion::v2_1;
    settings.date = date_of(options.date);
    settings.touching = options.bcf_touching;
    write_file(options.bcf, bcf_archive(found, shots, settings, reviews.archives()));
  }
}

double default_contact(const Assembly& assembly) {
  Box box;
  for (const Part& part : assembly.parts) box = merge(box, posed_box(part.pose, part.shape.bounds()));
  return usual_contact(assembly.resolution, box);
}

// Within a place unless it is said: a twentieth of the diagonal of all parts.
double default_radius(const std::vector<Part>& parts) {
  Box box;
  for (const Part& part : parts) box = merge(box, posed_box(part.pose, part.shape.bounds()));
  const double diagonal = box.empty() ? 0 : length(box.hi - box.lo);
  return diagonal > 0 ? diagonal / 20 : 1;
}

void group(const CheckOptions& options, ClashReport& found) {
  found.group_by = group_by(options.group);
  found.groups = group_clashes(found.result.clashes, found.assembly.parts, found.group_by, found.group_radius);
}

void heed_rules(const ClashRules& rules, const std::string& name, ClashReport& found, ClashSets& sets) {
  RuleMembers members(rules);
  for (const Part& part : found.assembly.parts) members.add(part);
  members.require_parts(name);
  found.rules = rules.rules;
  sets.each = settings_of(rules.rules);
  sets.rule_of = rule_of_pairs(rules, found.assembly.parts);
}

void check_outputs(const CheckOptions& options) {
  for (const std::string& path : options.outputs) {
    if (!ends_with(path, ".json") && !ends_with(path, ".csv")) {
      throw Error("--output: " + path + " ends neither in .json nor in .csv");
    }
  }
  if (!options.date.empty() && options.date != "now" && !is_date(options.date)) {
    throw Error("--date: '" + options.date + "' is neither now nor such as 2026-01-31T23:59:59Z");
  }
  const bool with_rules = !options.rules.empty() || !options.preset.empty();
  if (with_rules && (options.tolerance != "0" || options.clearance != "0" || options.measure != "local")) {
    throw Error("--tolerance, --clearance and --measure are said by the rules where there are some");
  }
  if (!options.html.empty()) require_html();
}

// What an earlier, stopped run found comes first; the search goes on behind it.
void search(const CheckOptions& options, const ClashSets& sets, ClashReport& found) {
  const std::vector<Part>& parts = found.assembly.parts;
  EarlierReport earlier;
  if (!options.resume.empty()) {
    earlier = read_clash_json(options.resume, true);
    found.settings.first = earlier.checked;
  }
  Progress progress("checking");
  found.result = find_clashes(parts, found.settings, sets, [&](std::uint64_t done, std::uint64_t of) {
    progress.update(double(done) / double(of), double(of));
    return !interrupted;
  });
  if (options.resume.empty()) return;
  if (earlier.fingerprint != clash_fingerprint(found)) {
    throw Error("--resume: " + options.resume + " is of other files or settings");
  }
  earlier.clashes.insert(earlier.clashes.end(), found.result.clashes.begin(), found.result.clashes.end());
  found.result.clashes = std::move(earlier.clashes);
  earlier.undecided.insert(earlier.undecided.end(), found.result.undecided.begin(), found.result.undecided.end());
  found.result.undecided = std::move(earlier.undecided);
}

ClashMeasure measure_of(const CheckOptions& options) {
  return options.measure == "separating" ? ClashMeasure::separating : ClashMeasure::local;
}

FrameOptions frame_of(const CheckOptions& options) {
  return {options.unit, options.up, options.places, parse_deflection(options.deflection), options.allow_incomplete,
          options.weld};
}

// Out of core: a store that is given, or the files in one that is made for it.
int run_in_store(const CheckOptions& options) {
  if (!options.resume.empty())
    throw Error("--resume is not for part stores and --memory: the same command goes on where the last one ended");
  const std::pair<const char*, bool> not_there[] = {{"--group", !options.group.empty()},
                                                    {"--review", !options.reviews.empty()},
                                                    {"--write-review", !options.write_review.empty()}};
  for (const auto& [option, given] : not_there) {
    if (given) {
      throw Error(std::string(option) +
                  " is not for part stores and --memory: check the files themselves, without --store and --memory");
    }
  }
  StoreJob job;
  job.side = SideOf(options.set_a, options.set_b);
  job.rules = options.rules;
  job.preset = options.preset;
  job.since = options.since;
  job.ignored = read_ignored(options.ignore);
  job.tolerance = options.tolerance;
  job.clearance = options.clearance;
  job.contact = options.contact;
  job.measure = measure_of(options);
  job.budget = options.budget;
  job.memory = options.memory;
  job.unit = options.unit;
  job.reuse = options.reuse;
  job.threads = options.threads;
  job.shard = options.shard;
  job.only_merge = options.only_merge;
  job.times = options.times;
  job.failing = failing_classes(options);
  job.outputs = options.outputs;
  job.html = options.html;
  job.bcf = options.bcf;
  job.bcf_version = options.bcf_version;
  job.bcf_touching = options.bcf_touching;
  if (!options.bcf.empty()) job.date = date_of(options.date);
  job.pictures = options.pictures;
  job.json = options.json;
  job.interrupted = &interrupted;
  const std::vector<std::string>& files = options.files;
  if (options.gpu) throw Error("--gpu is for models in memory: leave out --memory, --store and part stores");
  if (files.size() == 1 && is_store(files[0])) return check_in_store(files[0], job);
  if (options.only_merge) throw Error(files[0] + ": not a part store");
  if (!engine_for(options.threads).alone())
    throw Error("several processes share a part store: write the files into one first (graze store)");
  const FrameOptions frame = frame_of(options);
  const StoreFolder folder(options.store);
  build_store(files, frame, folder.path());
  return check_in_store(folder.path(), job);
}

// With --gpu: pairs of boxes by a device, where that is sooner than the processor; says who finds them.
void use_device(const CheckOptions& options, std::size_t parts, ClashSets& sets) {
  constexpr std::size_t least = 200000;  // below it a device is not even started in the time that the processor takes
  std::string why;
  if (parts < least)
    why = "the processor: a device pays from " + std::to_string(least) + " parts on";
  else if (gpu::devices().empty())
    why = "the processor: there is no device, or graze was built without CUDA (docs/gpu.md)";
  if (!why.empty()) {
    report("graze: note: --gpu: near pairs are found by " + why + "\n");
    return;
  }
  sets.overlaps = [threads = options.threads](std::span<const Box> boxes) {
    const gpu::PairsResult found = gpu::pairs(boxes, {.threads = threads});
    if (!found.ok()) throw Error("too many pairs of parts are near each other: out of memory");
    report(found.failure.empty() ? "graze: note: --gpu: near pairs were found by a device\n"
                                 : "graze: note: --gpu: near pairs were found by the processor: the device failed: " +
                                       found.failure + "\n");
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(found.pairs.size());
    for (const gpu::IndexPair& pair : found.pairs) pairs.emplace_back(pair.a, pair.b);
    return pairs;
  };
}

bool out_of_core(const CheckOptions& options) {
  const bool one = options.files.size() == 1 && is_store(options.files[0]);
  for (const std::string& file : options.files) {
    if (!one && is_store(file)) throw Error(file + ": a part store is checked alone");
  }
  const bool asked = !options.memory.empty() || !options.store.empty() || options.only_merge;
  if (!one && !asked && (!options.shard.empty() || !options.reuse.empty() || !options.times.empty()))
    throw Error("--shard, --reuse and --times are for part stores: see `graze store`");
  return one || asked;
}

int run_check(const CheckOptions& options) {
  check_outputs(options);
  const std::unordered_set<std::string> failing = failing_classes(options);
  if (out_of_core(options)) {
    const CatchInterrupt catching;
    return run_in_store(options);
  }
  const Reviews reviews(options.reviews);
  ClashReport found;
  found.files = options.files;
  found.assembly = read_files(options.files, frame_of(options));
  const CatchInterrupt catching;
  for (const std::string& note : found.assembly.notes) report("graze: note: " + note + "\n");
  const double metres = found.assembly.metres_per_unit;
  found.units = unit_name(metres);
  found.settings.tolerance = parse_length(options.tolerance, metres, "--tolerance");
  found.settings.clearance = parse_length(options.clearance, metres, "--clearance");
  found.settings.contact =
      options.contact.empty() ? default_contact(found.assembly) : parse_length(options.contact, metres, "--contact");
  found.settings.threads = options.threads;
  found.settings.budget = options.budget;
  found.settings.measure = measure_of(options);
  found.group_radius = options.group_radius.empty() ? default_radius(found.assembly.parts)
                                                    : parse_length(options.group_radius, metres, "--group-radius");
  if (found.group_radius == 0) throw Error("--group-radius: must be above 0");

  const std::vector<Part>& parts = found.assembly.parts;
  const IgnoredPairs ignored = read_ignored(options.ignore);
  ClashRules rules;
  ClashSets sets;
  note_unmatched(ignored, std::uint32_t(parts.size()), [&](std::uint32_t i) { return parts[i].path; });
  sets.sides = make_sides(options.set_a, options.set_b, parts);
  sets.keys = found.keys = part_keys(parts, found.assembly.origin);
  sets.ignored = [&](std::uint32_t a, std::uint32_t b) {
    return same_product(parts[a], parts[b]) || ignored.holds(parts[a], parts[b], found.keys[a], found.keys[b]);
  };
  if (!options.rules.empty() || !options.preset.empty()) {
    rules = read_rules(options.rules, options.preset, metres);
    heed_rules(rules, options.rules.empty() ? "--preset" : options.rules, found, sets);
    if (rules.same_product)
      sets.ignored = [&](std::uint32_t a, std::uint32_t b) {
        return ignored.holds(parts[a], parts[b], found.keys[a], found.keys[b]);
      };
  }
  sets.stop = &interrupted;
  if (options.gpu) use_device(options, parts.size(), sets);
  search(options, sets, found);
  if (!options.since.empty()) compare_with(read_clash_json(options.since, false), found);
  reviews.apply(found);
  group(options, found);
  write_outputs(options, found);
  if (!options.write_review.empty()) write_file(options.write_review, clash_review_text(found.review));
  write_illustrated(options, found, reviews);
  print(options.json ? clash_json(found) : clash_table(found));

  const bool findings = std::any_of(found.result.clashes.begin(), found.result.clashes.end(), [&](const Clash& clash) {
    const ReviewEntry* const entry = review_of(found, clash);
    return failing.contains(name(clash.value)) && (entry == nullptr || !accepted(entry->status));
  });
  if (findings) return exit_findings;
  const bool whole = found.result.complete && found.result.undecided.empty() && found.assembly.skipped.empty();
  return whole ? exit_clean : exit_incomplete;
}

}  // namespace

namespace {

void add_options(Command& command, int& exit_code, bool only_merge) {
  const auto options = std::make_shared<CheckOptions>();
  options->only_merge = only_merge;
  command.add_option("FILES", options->files, "Models: " + model_endings() + "; or a part store").required();
  command
      .add_option("--a", options->set_a,
                  "Check only parts of this set, against set B: a pattern (*, ?) of names, paths or classes, a "
                  "GlobalId, or a selector such as 'class=IfcWall* and storey=EG'")
      .one_each();
  command.add_option("--b", options->set_b, "Set B; without it, A against itself").one_each();
  command.add_option("--rules", options->rules,
                     "A file that says which sets of parts are checked against which, and how");
  command.add_option("--preset", options->preset, "Rules that come with graze: building, machine");
  command.add_option("--budget", options->budget, "Units of work for each pair, of about 10 ns").show_default();
  command.add_option("--tolerance", options->tolerance,
                     "Overlap that is allowed, such as 2mm; a number alone is in model units");
  command
      .add_option("--measure", options->measure,
                  "What the tolerance means: local, how far common points are from the surfaces; separating, the way "
                  "that would part the two")
      .one_of({"local", "separating"})
      .show_default();
  command.add_option("--clearance", options->clearance, "Gap that is required");
  command.add_option("--contact", options->contact,
                     "Gap or depth that still counts as touching; else 4 last places of the file's numbers");
  command.add_option("--unit", options->unit,
                     "The model's unit, where the file does not say it: um mm cm m km in ft yd");
  command.add_option("--up", options->up, "The axis that points up, where the file does not say it: y or z");
  command
      .add_option("--place", options->places,
                  "FILE=unit:mm,up:z,at:1m/0/0,turn:90: what holds of one file, whatever it says, and where it is put")
      .one_each();
  command.add_option("--deflection", options->deflection,
                     "STEP, IGES and IFC: how far triangles may be from curved faces; else 0.1mm");
  command.add_option("--weld", options->weld,
                     "Open parts are solids where cracks and holes up to this width are all that is missing");
  command.add_flag("--allow-incomplete", options->allow_incomplete,
                   "Check the rest where geometry of a model cannot be read, which is else an error; the report names "
                   "what is lost and is incomplete");
  command.add_option("--ignore", options->ignore,
                     "A file of pairs not to check: an id a line, or two patterns parted by |");
  command
      .add_option("--review", options->reviews,
                  "What was decided about clashes: a review file, or a BCF archive that came back; may be given more "
                  "than once, and what is said later holds")
      .one_each();
  command.add_option("--write-review", options->write_review, "Also write all that was decided to a review file");
  command.add_option("--since", options->since,
                     "An earlier JSON report: tell which clashes are new, and which are resolved");
  command.add_option("--resume", options->resume, "The JSON report of a run that was stopped: go on where it ended");
  command.add_option("--fail-on", options->fail_on, "Classes that give exit code 1: else all but touching; none")
      .delimiter(',')
      .one_each();
  command.add_option("--output,-o", options->outputs, "Also write the report to a .json or .csv file").one_each();
  command.add_option("--html", options->html, "Also write one HTML file: a table, pictures and a view in 3D");
  command.add_option("--bcf", options->bcf, "Also write a BCF archive (.bcfzip, .bcf): each clash a topic");
  command
      .add_option("--bcf-version", options->bcf_version,
                  "Of the BCF archive; else that of a --review archive, else 2.1")
      .one_of({"2.1", "3.0"});
  command.add_flag("--bcf-touching", options->bcf_touching, "Parts that only touch are topics of the BCF archive, too");
  command.add_option("--date", options->date,
                     "Of the BCF topics: now, or such as 2026-01-31T23:59:59Z; else SOURCE_DATE_EPOCH, else 1980");
  command
      .add_option("--pictures", options->pictures, "How many clashes, the worst first, HTML and BCF have pictures of")
      .show_default();
  command.add_option("--group", options->group, "Group the clashes in the table, JSON, HTML and BCF")
      .one_of({"part", "place", "storey", "types"});
  command.add_option("--group-radius", options->group_radius,
                     "How far a clash may be from the one that leads its place; else 1/20 of the model's diagonal");
  command.add_option("--threads", options->threads, "0: as many as the machine has").range(0, 1024);
  command.add_flag("--gpu", options->gpu,
                   "A graphics processor finds the parts that are near each other, where there are many and there is "
                   "one; the report is the same");
  command.add_flag("--json", options->json, "The JSON report instead of the table");
  command.add_option("--memory", options->memory,
                     "Work on disk, with about so much memory, such as 2GiB: for models that do not fit");
  command.add_option("--store", options->store, "Where: a folder that is kept, so that a stopped run can go on");
  command.add_option("--shard", options->shard, "I/N: of a part store, do the I-th of N parts of the work");
  command
      .add_option("--reuse", options->reuse,
                  "A part store of an earlier state: pairs of which neither part changed are not checked again")
      .one_each();
  command.add_option("--times", options->times, "Of a part store: write what each unit of work took, as CSV");
  command.on_run([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace

void add_check(CommandLine& line, int& exit_code) {
  Command command = line.add_command(
      "check", "Which parts of an assembly overlap, touch, or come too close; exit code 1 when some do");
  add_options(command, exit_code, false);
}

void add_merge(CommandLine& line, int& exit_code) {
  Command command = line.add_command("merge", "The reports of a part store whose shards have all been checked");
  add_options(command, exit_code, true);
}

}  // namespace graze::app
