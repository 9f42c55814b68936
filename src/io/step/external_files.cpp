#include "io/step/external_files.h"

#include <STEPConstruct_ExternRefs.hxx>
#include <STEPControl_Reader.hxx>
#include <algorithm>
#include <filesystem>
#include <set>

#include "graze/error.h"
#include "io/limits.h"
#include "io/text_file.h"

namespace graze {

namespace {

class Walk {
 public:
  void visit(const Handle(XSControl_WorkSession) & session, const std::string& path) {
    if (std::find(open_.begin(), open_.end(), path) != open_.end())
      throw Error("the file " + in_quotes(path) + " refers to itself through others");
    if (open_.size() == static_cast<std::size_t>(limits::file_nesting))
      throw Error("files refer to files more than " + std::to_string(limits::file_nesting) + " deep: at " +
                  in_quotes(path));
    open_.push_back(path);
    STEPConstruct_ExternRefs references(session);
    references.LoadExternRefs();
    for (int i = 1; i <= references.NbExternRefs(); ++i) {
      const char* const name = references.FileName(i);
      if (name == nullptr || *name == 0) continue;
      const std::string target = limits::beside(path, name);
      found.push_back({name, target});
      std::error_code fault;
      if (!std::filesystem::is_regular_file(target, fault) || !visited_.insert(target).second) {
        if (std::find(open_.begin(), open_.end(), target) != open_.end())
          throw Error("the file " + in_quotes(name) + " refers to itself through others");
        continue;
      }
      const Handle(XSControl_WorkSession) inner = new XSControl_WorkSession;
      inner->SelectNorm("STEP");
      STEPControl_Reader reader(inner, false);
      if (reader.ReadFile(target.c_str()) == IFSelect_RetDone) visit(inner, target);
    }
    open_.pop_back();
  }

  std::vector<ExternalFile> found;

 private:
  std::vector<std::string> open_;
  std::set<std::string> visited_;
};

}  // namespace

std::vector<ExternalFile> external_files(const Handle(XSControl_WorkSession) & session, const std::string& path) {
  Walk walk;
  walk.visit(session, path);
  return std::move(walk.found);
}

}  // namespace graze
