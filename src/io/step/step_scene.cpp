#include "io/step/step_scene.h"

#include <BRepBuilderAPI_Sewing.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_ExternFile.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <TCollection_AsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_WorkSession.hxx>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "io/ending.h"
#include "io/limits.h"
#include "io/step/external_files.h"
#include "io/step/triangulate.h"
#include "io/step/untranslated.h"
#include "io/step/usages.h"

namespace graze {

namespace {

using Document = opencascade::handle<TDocStd_Document>;

constexpr double millimetre = 1e-3;
// Faces of an IGES file that is no solid are put together where they are this near to each other, in millimetres.
constexpr double sewing_tolerance = 1e-3;

// The name of an instance where the file gives it one, else that of what it is an instance of.
std::string name_of(const TDF_Label& label) {
  Handle(TDataStd_Name) attribute;
  if (!label.FindAttribute(TDataStd_Name::GetID(), attribute)) return "";
  const TCollection_ExtendedString& text = attribute->Get();
  std::string name(static_cast<std::size_t>(text.LengthOfCString()) + 1, '\0');
  Standard_PCharacter bytes = name.data();
  name.resize(static_cast<std::size_t>(text.ToUTF8CString(bytes)));
  return name;
}

bool made_up(const std::string& name) { return name.empty() || name.starts_with("NAUO") || name.starts_with("=>["); }

Pose pose_of(const TopLoc_Location& place) {
  const gp_Trsf t = place.Transformation();
  const auto column = [&](int c) { return Vec3{t.Value(1, c), t.Value(2, c), t.Value(3, c)}; };
  return {{column(1), column(2), column(3)}, column(4)};
}

class DocumentReader {
 public:
  DocumentReader(const Document& document, double deflection, std::uint64_t file_bytes)
      : tool_(XCAFDoc_DocumentTool::ShapeTool(document->Main())),
        deflection_(deflection / millimetre),
        most_nodes_(limits::parts(file_bytes)) {}

  ForeignScene read() {
    TDF_LabelSequence roots;
    tool_->GetFreeShapes(roots);
    for (int i = 1; i <= roots.Length(); ++i)
      pending_.push_back({roots.Value(roots.Length() + 1 - i), ForeignNode::no_parent, 0});
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      visit(next);
    }
    scene_.metres_per_unit = millimetre;
    scene_.deflection = deflection_;
    if (without_faces_ > 0)
      scene_.notes.push_back(std::to_string(without_faces_) +
                             " parts have no faces, only curves and points or nothing");
    return std::move(scene_);
  }

 private:
  struct Pending {
    TDF_Label label;
    std::uint32_t parent;
    int depth;
  };

  void visit(const Pending& at) {
    if (at.depth > limits::nesting)
      throw Error("products are nested more than " + std::to_string(limits::nesting) + " deep");
    if (scene_.nodes.size() > most_nodes_)
      throw Error("its assemblies have more than " + std::to_string(most_nodes_) + " parts, too many for its size");
    TDF_Label shape = at.label;
    ForeignNode node;
    node.parent = at.parent;
    node.name = name_of(at.label);
    if (XCAFDoc_ShapeTool::IsReference(at.label)) {
      node.pose = pose_of(XCAFDoc_ShapeTool::GetLocation(at.label));
      XCAFDoc_ShapeTool::GetReferredShape(at.label, shape);
      if (made_up(node.name)) node.name = name_of(shape);
    }
    const auto index = static_cast<std::uint32_t>(scene_.nodes.size());
    if (made_up(node.name)) node.name = "part " + std::to_string(index);
    if (XCAFDoc_ShapeTool::IsAssembly(shape)) {
      TDF_LabelSequence children;
      XCAFDoc_ShapeTool::GetComponents(shape, children);
      for (int i = children.Length(); i >= 1; --i) pending_.push_back({children.Value(i), index, at.depth + 1});
    } else {
      add_mesh(shape, node);
    }
    scene_.nodes.push_back(std::move(node));
  }

  void add_mesh(const TDF_Label& label, ForeignNode& node) {
    const TopoDS_Shape whole = XCAFDoc_ShapeTool::GetShape(label);
    if (whole.IsNull() || !TopExp_Explorer(whole, TopAbs_FACE).More()) {
      ++without_faces_;
      return;
    }
    TCollection_AsciiString entry;
    TDF_Tool::Entry(label, entry);
    const auto [found, added] =
        meshes_.try_emplace(entry.ToCString(), static_cast<std::uint32_t>(scene_.meshes.size()));
    if (added) {
      scene_.meshes.emplace_back();
      try {
        const bool loose = !TopExp_Explorer(whole, TopAbs_SHELL).More();
        scene_.meshes.back() = triangulate(loose ? sewn(whole) : whole, deflection_);
        scene_.meshes.back().left_out = without_faces(whole);
      } catch (const Standard_Failure& failure) {
        scene_.meshes.back().lost = std::string("what OpenCASCADE failed on: ") + failure.GetMessageString();
      }
    }
    node.meshes.push_back(found->second);
  }

  // The curves and points that are in no face.
  static std::string without_faces(const TopoDS_Shape& shape) {
    std::size_t curves = 0, points = 0;
    for (TopExp_Explorer at(shape, TopAbs_EDGE, TopAbs_FACE); at.More(); at.Next()) ++curves;
    for (TopExp_Explorer at(shape, TopAbs_VERTEX, TopAbs_EDGE); at.More(); at.Next()) ++points;
    std::string text = curves > 0 ? std::to_string(curves) + " curves" : "";
    if (points > 0) text += (text.empty() ? "" : ", ") + std::to_string(points) + " points";
    return text;
  }

  static TopoDS_Shape sewn(const TopoDS_Shape& shape) {
    BRepBuilderAPI_Sewing sewing(sewing_tolerance);
    sewing.Add(shape);
    sewing.Perform();
    return sewing.SewedShape();
  }

  Handle(XCAFDoc_ShapeTool) tool_;
  double deflection_;
  std::uint64_t most_nodes_;
  std::vector<Pending> pending_;
  std::map<std::string, std::uint32_t> meshes_;
  std::uint64_t without_faces_ = 0;
  ForeignScene scene_;
};

// What a reader says besides shapes.
struct Remarks {
  std::vector<SkippedPart> skipped;
  std::vector<std::string> notes;
};

bool is_step(const std::string& name) { return ends_with(name, ".step") || ends_with(name, ".stp"); }

// Parts of a STEP file may be in other files beside it, which OpenCASCADE reads with it, each name once, and only where
// the file says that they are of AP 203 or AP 214.
void report_external(const STEPCAFControl_Reader& reader, const std::vector<ExternalFile>& files, Remarks& remarks) {
  std::map<std::string, std::string> read;  // paths by name
  for (const ExternalFile& file : files) {
    const auto [known, added] = read.try_emplace(file.name, file.path);
    if (!added) {
      if (known->second != file.path)
        remarks.skipped.push_back({file.name, "two files of this name are referred to: only the first is read"});
      continue;
    }
    Handle(STEPCAFControl_ExternFile) found;
    if (!reader.ExternFile(file.name.c_str(), found) || found.IsNull()) {
      if (is_step(file.name)) {
        remarks.skipped.push_back({file.name, "the file that the model refers to is not read by OpenCASCADE"});
      } else {
        remarks.notes.push_back("the model refers to " + file.name + ", which is no STEP file: not read");
      }
    } else if (found->GetLoadStatus() != IFSelect_RetDone || !found->GetTransferStatus()) {
      remarks.skipped.push_back({file.name, "the file that the model refers to is not there, or cannot be read"});
    }
  }
}

// OpenCASCADE looks for other files beside a path only where that is absolute.
template <class FileReader>
void transfer(const std::string& path, Document& document, Remarks& remarks) {
  FileReader reader;
  reader.SetColorMode(false);
  reader.SetLayerMode(false);
  reader.SetNameMode(true);
  const std::string absolute = std::filesystem::absolute(path).lexically_normal().string();
  if (reader.ReadFile(absolute.c_str()) != IFSelect_RetDone) throw Error("OpenCASCADE cannot read it: damaged?");
  std::vector<ExternalFile> files;
  constexpr bool is_step_reader = std::is_same_v<FileReader, STEPCAFControl_Reader>;
  if constexpr (is_step_reader) {
    files = external_files(reader.Reader().WS(), absolute);
    check_usages(reader.Reader().WS(), std::filesystem::file_size(path));
  }
  const bool found = reader.Transfer(document);
  std::vector<SkippedPart> untranslated;
  if constexpr (is_step_reader) {
    report_external(reader, files, remarks);
    untranslated = untranslated_step(reader.Reader().WS());
  } else {
    untranslated = untranslated_iges(reader.WS());
  }
  std::move(untranslated.begin(), untranslated.end(), std::back_inserter(remarks.skipped));
  if (!found && remarks.skipped.empty()) throw Error("OpenCASCADE finds no shape in it");
}

}  // namespace

ForeignScene read_step_scene(const std::string& path, double deflection) {
  if (!(deflection > 0)) throw Error("the deflection must be more than 0");
  try {
    Document document;
    XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
    Interface_Static::SetCVal("xstep.cascade.unit", "MM");
    Remarks remarks;
    if (ends_with(path, ".iges") || ends_with(path, ".igs")) {
      transfer<IGESCAFControl_Reader>(path, document, remarks);
    } else {
      transfer<STEPCAFControl_Reader>(path, document, remarks);
    }
    ForeignScene scene = DocumentReader(document, deflection, std::filesystem::file_size(path)).read();
    scene.skipped = std::move(remarks.skipped);
    std::move(remarks.notes.begin(), remarks.notes.end(), std::back_inserter(scene.notes));
    return scene;
  } catch (const Standard_Failure& failure) {
    throw Error(std::string("OpenCASCADE: ") + failure.GetMessageString());
  }
}

}  // namespace graze
