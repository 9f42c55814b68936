// Files that take in others: one tree of elements, each with the file that it is from.
#pragma once

#include "graze/robot.h"
#include "io/xml.h"

namespace graze {

inline constexpr std::size_t most_included = 1000;

// A file of a tree: its root, with `source` set on every element.
XmlElement read_source(const std::string& path, std::uint32_t source);

// SDF with the model of each <include> in its place; one that cannot be found is skipped.
XmlFile with_sdf_includes(const XmlFile& file, const ReadRobotSettings& settings, std::vector<SkippedPart>& skipped);

// MJCF with what each <include file="..."/> holds in its place. Throws Error where there is no such file, or too many.
XmlFile with_mjcf_includes(const XmlFile& file);

}  // namespace graze
