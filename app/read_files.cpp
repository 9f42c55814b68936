#include "app/read_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <numbers>
#include <unordered_set>
#include <utility>

#include "app/read_model.h"
#include "clash/length.h"
#include "graze/error.h"
#include "io/number.h"

namespace graze::app {

namespace {

std::string base_name(const std::string& file) { return std::filesystem::path(file).filename().string(); }

double unit_of(const std::string& text, const std::string& option) {
  const double metres = metres_in(text);
  if (metres == 0) throw Error(option + ": '" + text + "' is not one of um, mm, cm, m, km, in, ft, yd");
  return metres;
}

UpAxis up_of(const std::string& text, const std::string& option) {
  if (text == "y" || text == "Y") return UpAxis::y;
  if (text == "z" || text == "Z") return UpAxis::z;
  throw Error(option + ": '" + text + "' is neither y nor z");
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == at) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

double signed_length(std::string text, double metres, const std::string& option) {
  const bool negative = text.starts_with("-");
  if (negative) text.erase(0, 1);
  const double value = parse_length(text, metres, option);
  return negative ? -value : value;
}

// Where a file is put: FILE=key:value,key:value.
struct FilePlace {
  std::string file, unit, up, at, turn, option;
};

FilePlace parse_place(const std::string& text) {
  FilePlace place;
  place.option = "--place " + text;
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) throw Error(place.option + ": not such as wall.stl=unit:mm,up:z,at:1m/0/0,turn:90");
  place.file = text.substr(0, equals);
  for (const std::string& word : split(text.substr(equals + 1), ',')) {
    const std::size_t colon = word.find(':');
    const std::string key = word.substr(0, colon), value = colon == std::string::npos ? "" : word.substr(colon + 1);
    std::string* const into = key == "unit"   ? &place.unit
                              : key == "up"   ? &place.up
                              : key == "at"   ? &place.at
                              : key == "turn" ? &place.turn
                                              : nullptr;
    if (into == nullptr || value.empty())
      throw Error(place.option + ": '" + word + "' is none of unit:, up:, at:, turn:");
    *into = value;
  }
  return place;
}

// About the up axis, in degrees: quarters are exact.
Mat3 turn_about_up(double degrees, UpAxis up) {
  const double quarters = degrees / 90, angle = degrees * std::numbers::pi / 180;
  double c = std::cos(angle), s = std::sin(angle);
  if (quarters == std::nearbyint(quarters)) {
    const int k = static_cast<int>(std::fmod(std::fmod(quarters, 4) + 4, 4));
    c = k == 0 ? 1 : k == 2 ? -1 : 0;
    s = k == 1 ? 1 : k == 3 ? -1 : 0;
  }
  if (up == UpAxis::y) return {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
  return {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}

void put(Assembly& assembly, const FilePlace& place) {
  if (place.turn.empty() && place.at.empty()) return;
  Pose pose;
  if (!place.turn.empty()) {
    const Number degrees = parse_number(place.turn);
    if (degrees.fault != NumberFault::none) throw Error(place.option + ": turn: is not a number of degrees");
    pose.linear = turn_about_up(degrees.value, assembly.up);
  }
  if (!place.at.empty()) {
    const std::vector<std::string> words = split(place.at, '/');
    if (words.size() != 3) throw Error(place.option + ": at: is not three lengths such as 1m/2m/0");
    for (int axis = 0; axis < 3; ++axis)
      pose.translation[axis] =
          signed_length(words[static_cast<std::size_t>(axis)], assembly.metres_per_unit, place.option);
  }
  assembly.origin = pose.linear * assembly.origin + pose.translation;
  if (!(pose.linear == Mat3{}))
    for (Part& part : assembly.parts) part.pose = Pose{pose.linear, {}} * part.pose;
}

Box box_of(const Assembly& assembly) {
  Box box;
  for (const Part& part : assembly.parts) box = merge(box, posed_box(part.pose, part.shape.bounds()));
  return box;
}

double gap_of(const Box& a, const Box& b) {
  Vec3 gap;
  for (int axis = 0; axis < 3; ++axis) gap[axis] = std::max({0.0, a.lo[axis] - b.hi[axis], b.lo[axis] - a.hi[axis]});
  return length(gap);
}

// One that knows nothing beside one that does is refused, with what to say.
void require_alike(const Assembly& one, const std::string& file, const Assembly& frame, const std::string& first) {
  const auto refuse = [](const std::string& which, const std::string& other, const char* what, const char* option,
                         const char* key) {
    throw Error(which + " does not say " + what + ", and " + other + " does: give it with " + option + " or --place " +
                base_name(which) + "=" + key);
  };
  const char *unit = "its unit", *up = "which axis points up";
  if (one.metres_per_unit == 0 && frame.metres_per_unit != 0) refuse(file, first, unit, "--unit mm", "unit:mm");
  if (one.metres_per_unit != 0 && frame.metres_per_unit == 0) refuse(first, file, unit, "--unit mm", "unit:mm");
  if (one.up == UpAxis::unknown && frame.up != UpAxis::unknown) refuse(file, first, up, "--up z", "up:z");
  if (one.up != UpAxis::unknown && frame.up == UpAxis::unknown) refuse(first, file, up, "--up z", "up:z");
}

}  // namespace

Assembly read_files(const std::vector<std::string>& files, const FrameOptions& options,
                    const std::function<void(std::vector<Part>)>& take) {
  std::vector<FilePlace> places;
  for (const std::string& text : options.places) {
    places.push_back(parse_place(text));
    const auto named = [&](const std::string& file) {
      return file == places.back().file || base_name(file) == places.back().file;
    };
    if (std::none_of(files.begin(), files.end(), named))
      throw Error(places.back().option + ": no file is called '" + places.back().file + "'");
  }
  if (!options.unit.empty()) unit_of(options.unit, "--unit");
  if (!options.up.empty()) up_of(options.up, "--up");
  Assembly all;
  std::unordered_set<std::string> names;
  std::vector<std::pair<std::string, Box>> boxes;
  for (const std::string& file : files) {
    Assembly one = read_model(file, options.deflection, options.allow_incomplete);
    if (!options.unit.empty() && one.metres_per_unit == 0) one.metres_per_unit = unit_of(options.unit, "--unit");
    if (!options.up.empty() && one.up == UpAxis::unknown) one.up = up_of(options.up, "--up");
    for (const FilePlace& place : places) {
      if (place.file != file && place.file != base_name(file)) continue;
      if (!place.unit.empty()) one.metres_per_unit = unit_of(place.unit, place.option);
      if (!place.up.empty()) one.up = up_of(place.up, place.option);
      put(one, place);
    }
    take_out_offset(one);
    if (!options.weld.empty()) close_cracks(one, parse_length(options.weld, one.metres_per_unit, "--weld"));
    for (Part& part : one.parts) part.file = base_name(file);
    if (files.size() > 1) {
      const std::string name = base_name(file);
      if (!names.insert(name).second)
        throw Error("two files are called " + name + ": their parts could not be told apart");
      for (Part& part : one.parts) part.path = name + ":" + part.path;
      for (SkippedPart& part : one.skipped) part.path = name + ":" + part.path;
      for (std::string& note : one.notes) note = name + ": " + note;
    }
    if (&file == &files.front()) {
      all = std::move(one);
      boxes.emplace_back(file, box_of(all));
      if (take) take(std::exchange(all.parts, {}));
      continue;
    }
    require_alike(one, file, all, files.front());
    bring_into_frame(one, all);
    boxes.emplace_back(file, box_of(one));
    all.resolution = std::max(all.resolution, one.resolution);
    all.deflection = std::max(all.deflection, one.deflection);
    if (take) take(std::exchange(one.parts, {}));
    std::move(one.parts.begin(), one.parts.end(), std::back_inserter(all.parts));
    std::move(one.skipped.begin(), one.skipped.end(), std::back_inserter(all.skipped));
    std::move(one.notes.begin(), one.notes.end(), std::back_inserter(all.notes));
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = i + 1; k < boxes.size(); ++k) {
      const Box &a = boxes[i].second, &b = boxes[k].second;
      if (a.empty() || b.empty()) continue;
      const double gap = gap_of(a, b), size = length(a.hi - a.lo) + length(b.hi - b.lo);
      if (gap > 10 * size)
        all.notes.push_back(fmt::format("{} and {} are {:.6g} {} apart, far for their size: are they in one frame?",
                                        base_name(boxes[i].first), base_name(boxes[k].first), gap,
                                        unit_name(all.metres_per_unit)));
    }
  }
  return all;
}

}  // namespace graze::app
