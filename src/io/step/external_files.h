// The files that a STEP file refers to for the shapes of its products, and that these refer to in turn.
#pragma once

#include <Standard_Handle.hxx>
#include <XSControl_WorkSession.hxx>
#include <string>
#include <vector>

namespace graze {

struct ExternalFile {
  std::string name;  // as the referring file writes it
  std::string path;
};

// Of the file that the session has read, in the order in which they are referred to. Throws Error, naming the
// reference: a file that lies outside of the folder of the file that names it, or that refers to itself through others.
std::vector<ExternalFile> external_files(const Handle(XSControl_WorkSession) & session, const std::string& path);

}  // namespace graze
