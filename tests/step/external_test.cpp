// STEP assemblies whose parts are in files beside them, written here by OpenCASCADE.
#include <gtest/gtest.h>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRep_Builder.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Trsf.hxx>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "graze/error.h"
#include "graze/readers.h"
#include "tests/io/files.h"

namespace graze {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Two boxes of 10 mm and 20 mm, the second 100 mm to the right; each in a file of its own. The names of those files.
std::vector<std::string> write_assembly(const std::string& path) {
  opencascade::handle<TDocStd_Document> document;
  XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
  const Handle(XCAFDoc_ShapeTool) tool = XCAFDoc_DocumentTool::ShapeTool(document->Main());
  const TDF_Label small = tool->AddShape(BRepPrimAPI_MakeBox(10, 10, 10).Shape(), false);
  const TDF_Label large = tool->AddShape(BRepPrimAPI_MakeBox(20, 20, 20).Shape(), false);
  TDataStd_Name::Set(small, "small");
  TDataStd_Name::Set(large, "large");
  const TDF_Label all = tool->NewShape();
  TDataStd_Name::Set(all, "all");
  gp_Trsf aside;
  aside.SetTranslation(gp_Vec(100, 0, 0));
  tool->AddComponent(all, small, TopLoc_Location());
  tool->AddComponent(all, large, TopLoc_Location(aside));
  tool->UpdateAssemblies();
  STEPCAFControl_Writer writer;
  EXPECT_TRUE(writer.Transfer(document, STEPControl_AsIs, "piece_"));
  EXPECT_EQ(writer.Write(path.c_str()), IFSelect_RetDone);
  std::vector<std::string> others;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(path).parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("piece_")) others.push_back(entry.path().string());
  }
  std::sort(others.begin(), others.end());
  return others;
}

// The parts of an assembly are also found in folders below it, however the file writes their names and whatever the
// working folder is; never outside of its folder.
TEST(StepExternal, NamesWithFolders) {
  const ReadOptions options{1e-4, {step_reader()}};
  const std::string path = file_of("all.stp", "");
  const std::vector<std::string> others = write_assembly(path);
  ASSERT_EQ(others.size(), 2u);
  const std::string text = text_of(path);
  const auto renamed = [&](const std::string& folder_name) {
    std::string changed = text;
    for (const std::string& other : others) {
      const std::string name = std::filesystem::path(other).filename().string();
      for (std::size_t at = 0; (at = changed.find("'" + name + "'", at)) != std::string::npos;
           at += folder_name.size() + 1)
        changed.insert(at + 1, folder_name);
    }
    return changed;
  };
  for (const std::string below : {"sub/", "sub/deeper/"}) {
    std::filesystem::create_directories(folder() + below);
    for (const std::string& other : others)
      std::filesystem::copy_file(other, folder() + below + std::filesystem::path(other).filename().string(),
                                 std::filesystem::copy_options::overwrite_existing);
  }
  for (const std::string& other : others) std::filesystem::remove(other);
  const std::string before = std::filesystem::current_path().string();
  std::filesystem::current_path(std::filesystem::path(folder()).parent_path().parent_path());
  const std::string relative = std::filesystem::relative(folder()).string() + "/";
  for (const char* name : {"sub/", "./sub/", "sub/./", "sub/deeper/", "sub/../sub/", "sub\\", "sub//"}) {
    file_of("named.stp", renamed(name));
    for (const std::string& from : {folder(), relative, "./" + relative}) {
      const Assembly read = read_assembly(from + "named.stp", options);
      EXPECT_EQ(read.parts.size(), 2u) << name << " from " << from;
    }
  }
  std::filesystem::current_path(before);
  const std::string outside = std::filesystem::path(folder()).parent_path().filename().string();
  for (const std::string& name : {"../" + outside + "/../", std::string("../"), std::string("..\\"),
                                  std::string("/etc/"), std::string("sub/../../"), std::string("file:///")}) {
    try {
      (void)read_incomplete(file_of("named.stp", renamed(name)), options);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("it refers to"), std::string::npos) << error.what();
    }
  }
}

TEST(StepExternal, PartsInOtherFilesAreReadAndLostOnesAreNamed) {
  const std::string path = file_of("all.stp", "");
  const std::vector<std::string> others = write_assembly(path);
  ASSERT_EQ(others.size(), 2u);
  const ReadOptions options{1e-4, {step_reader()}};
  const Assembly whole = read_assembly(path, options);
  ASSERT_EQ(whole.parts.size(), 2u);
  EXPECT_TRUE(whole.skipped.empty());
  double volume = 0, right = 0;
  for (const Part& part : whole.parts) {
    EXPECT_TRUE(part.shape.solid());
    volume += part.shape.topology().signed_volume;
    right = std::max(right, posed_box(part.pose, part.shape.bounds()).hi.x);
  }
  EXPECT_NEAR(volume, 1000 + 8000, 1e-6);
  EXPECT_NEAR(right, 120, 1e-9);

  std::filesystem::remove(others[1]);
  const Assembly less = read_incomplete(path, options);
  EXPECT_EQ(less.parts.size(), 1u);
  ASSERT_EQ(less.skipped.size(), 1u);
  const std::string lost = std::filesystem::path(others[1]).filename().string();
  EXPECT_TRUE(std::any_of(less.skipped.begin(), less.skipped.end(), [&](const SkippedPart& part) {
    return part.path.find(lost) != std::string::npos && part.reason.find("refers to") != std::string::npos;
  }));

  std::filesystem::remove(others[0]);
  const Assembly none = read_incomplete(path, options);
  EXPECT_TRUE(none.parts.empty());
  EXPECT_EQ(none.skipped.size(), 2u);
}

}  // namespace
}  // namespace graze
