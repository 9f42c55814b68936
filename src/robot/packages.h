// Folders that are packages: those with a package.xml, which has the package's name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace graze {

// Of the package.xml in the folder; empty: there is none, or none that can be read.
std::string package_name(const std::filesystem::path& folder);

// Packages of the name below the folder, up to four levels down, sorted by path. Hidden folders are passed over, and a
// package is not looked into: packages do not hold others.
std::vector<std::filesystem::path> packages_in(const std::filesystem::path& folder, const std::string& name);

// The package itself: among `paths`, then in the folders that `beside` is in; empty: there is none.
std::string find_package(const std::string& name, const std::string& beside, const std::vector<std::string>& paths);

// The file (or, with `folder`, the folder) of package://NAME/REST, model://NAME/REST, file://PATH, or a path beside the
// file `beside`. Packages are looked for as ReadRobotSettings::package_paths says. Empty: there is none.
std::string find_resource(const std::string& uri, const std::string& beside, const std::vector<std::string>& paths,
                          bool folder = false);

}  // namespace graze
