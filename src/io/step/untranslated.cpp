#include "io/step/untranslated.h"

#include <IGESData_IGESEntity.hxx>
#include <Interface_EntityIterator.hxx>
#include <Interface_Graph.hxx>
#include <Interface_InterfaceModel.hxx>
#include <StepGeom_GeometricRepresentationItem.hxx>
#include <StepGeom_Surface.hxx>
#include <StepRepr_RepresentationItem.hxx>
#include <StepShape_ConnectedFaceSet.hxx>
#include <StepShape_Face.hxx>
#include <StepShape_GeometricSet.hxx>
#include <StepShape_GeometricSetSelect.hxx>
#include <StepShape_ShapeRepresentation.hxx>
#include <StepShape_TopologicalRepresentationItem.hxx>
#include <StepVisual_TessellatedGeometricSet.hxx>
#include <StepVisual_TessellatedItem.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS_Shape.hxx>
#include <TransferBRep.hxx>
#include <Transfer_Binder.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XSControl_TransferReader.hxx>
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace graze {

namespace {

using Entity = Handle(Standard_Transient);

// Entities of which nothing was made, by type: the first, and how many they are.
class Untranslated {
 public:
  explicit Untranslated(const Handle(XSControl_WorkSession) & session)
      : model_(session->Model()), made_(session->TransferReader()->TransientProcess()) {}

  const Handle(Interface_InterfaceModel) & model() const { return model_; }
  bool is_bound(const Entity& entity) const { return made_->IsBound(entity); }
  bool has_result(const Entity& entity) const { return is_bound(entity) && made_->Find(entity)->HasResult(); }
  bool has_faces(const Entity& entity) const {
    const TopoDS_Shape shape = TransferBRep::ShapeResult(made_, entity);
    return !shape.IsNull() && TopExp_Explorer(shape, TopAbs_FACE).More();
  }

  void lose(const Entity& entity, const std::string& type) {
    auto& [first, count] = lost_[type];
    if (count++ == 0) first = model_->StringLabel(entity)->ToCString();
  }

  std::vector<SkippedPart> parts() const {
    std::vector<SkippedPart> result;
    for (const auto& [type, entities] : lost_) {
      const auto& [first, count] = entities;
      const std::string others = count > 1 ? " and " + std::to_string(count - 1) + " more" : "";
      result.push_back({type, first + others + ": damaged, or of a kind that OpenCASCADE does not read"});
    }
    return result;
  }

 private:
  Handle(Interface_InterfaceModel) model_;
  Handle(Transfer_TransientProcess) made_;
  std::map<std::string, std::pair<std::string, std::uint64_t>> lost_;
};

// Does a shell name a face that the file does not have?
bool lacks_faces(const Entity& entity) {
  const auto shell = Handle(StepShape_ConnectedFaceSet)::DownCast(entity);
  for (int i = shell.IsNull() ? 0 : shell->NbCfsFaces(); i > 0; --i)
    if (shell->CfsFacesValue(i).IsNull()) return true;
  return false;
}

// Is an item of a representation geometry that has surfaces? A plane alone has no bounds, and is no surface of a body.
bool has_surfaces(const Entity& item) {
  if (!item->IsKind(STANDARD_TYPE(StepGeom_GeometricRepresentationItem)) &&
      !item->IsKind(STANDARD_TYPE(StepShape_TopologicalRepresentationItem)))
    return false;
  if (const auto set = Handle(StepShape_GeometricSet)::DownCast(item); !set.IsNull()) {
    for (int i = 1; i <= set->NbElements(); ++i) {
      const Handle(StepGeom_Surface) surface = set->ElementsValue(i).Surface();
      if (!surface.IsNull() && !surface->IsKind("StepGeom_Plane")) return true;
    }
    return false;
  }
  if (const auto set = Handle(StepVisual_TessellatedGeometricSet)::DownCast(item); !set.IsNull()) {
    for (int i = 1; !set->Items().IsNull() && i <= set->Items()->Length(); ++i) {
      const Handle(StepVisual_TessellatedItem) element = set->Items()->Value(i);
      if (element.IsNull() || !element->IsKind("StepVisual_TessellatedCurveSet")) return true;
    }
    return false;
  }
  constexpr std::array without = {"StepGeom_Placement",
                                  "StepGeom_Point",
                                  "StepGeom_Curve",
                                  "StepGeom_Direction",
                                  "StepGeom_Vector",
                                  "StepGeom_Plane",
                                  "StepGeom_CartesianTransformationOperator",
                                  "StepShape_EdgeBasedWireframeModel",
                                  "StepShape_ConnectedEdgeSet",
                                  "StepShape_Vertex",
                                  "StepShape_Edge",
                                  "StepShape_Path",
                                  "StepShape_Loop",
                                  "StepFEA_NodeSet",
                                  "StepVisual_TessellatedCurveSet",
                                  "StepVisual_CoordinatesList",
                                  "StepVisual_AnnotationFillArea",
                                  "StepVisual_AnnotationPlane",
                                  "StepVisual_CameraModel",
                                  "StepVisual_CompositeText",
                                  "StepVisual_DraughtingCallout",
                                  "StepVisual_PlanarExtent",
                                  "StepVisual_TextLiteral"};
  return std::none_of(without.begin(), without.end(), [&](const char* type) { return item->IsKind(type); });
}

// OpenCASCADE does not say which of the entities that it does not know an item is. Are all of them annotations?
bool only_annotations_unknown(const Handle(Interface_InterfaceModel) & model) {
  constexpr std::array words = {"CALLOUT", "ANNOTATION", "SYMBOL", "DIMENSION",
                                "LEADER",  "TERMINATOR", "TEXT",   "ASSOCIATIVITY"};
  bool any = false;
  for (int i = 1; i <= model->NbEntities(); ++i) {
    if (!model->Value(i)->IsKind("StepData_UndefinedEntity")) continue;
    const std::string type = model->TypeName(model->Value(i), false);
    any = true;
    if (std::none_of(words.begin(), words.end(), [&](const char* word) { return type.find(word) != type.npos; }))
      return false;
  }
  return any;
}

// IGES entities by their number (IGES 5.3, table 3): surfaces, solids, and copies of what they name in ways that
// OpenCASCADE does not know, or that are in other files. All of 500 and more that are not known may be that.
bool has_surfaces(const Handle(IGESData_IGESEntity) & entity) {
  const int type = entity->TypeNumber();
  if (type == 108) return entity->FormNumber() != 0;  // a plane, which has bounds only in its other forms
  if (type >= 114 && type <= 122) return type != 116;
  constexpr std::array types = {128, 140, 143, 144, 180, 182, 184, 186, 412, 414, 416, 430};
  return std::find(types.begin(), types.end(), type) != types.end() || (type >= 150 && type <= 168) || type == 510 ||
         type == 514 || type > 514;
}

// Does it only collect what it names (groups, definitions of what is repeated), or say something of it?
bool collects(const Entity& entity) {
  const auto iges = Handle(IGESData_IGESEntity)::DownCast(entity);
  return iges.IsNull() || iges->TypeNumber() == 402 || iges->TypeNumber() == 308 ||
         (iges->TypeNumber() >= 200 && iges->TypeNumber() <= 228);
}

bool is_used(const Interface_Graph& graph, const Entity& entity) {
  for (Interface_EntityIterator user = graph.Sharings(entity); user.More(); user.Next())
    if (!collects(user.Value())) return true;
  return false;
}

}  // namespace

std::vector<SkippedPart> untranslated_step(const Handle(XSControl_WorkSession) & session) {
  Untranslated lost(session);
  const Handle(Interface_InterfaceModel)& model = lost.model();
  const bool annotations = only_annotations_unknown(model);
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const Entity& entity = model->Value(i);
    const std::string type = model->TypeName(entity, false);
    const bool tessellated = type.starts_with("TESSELLATED_S") || type == "TRIANGULATED_SURFACE_SET";
    const bool face = entity->IsKind("StepShape_FaceSurface");
    const bool damaged = lost.is_bound(entity) ? !lost.has_result(entity) : bool(model->IsErrorEntity(i));
    if (tessellated || lacks_faces(entity) || (face && damaged)) lost.lose(entity, type);
    const auto representation = Handle(StepShape_ShapeRepresentation)::DownCast(entity);
    const bool items = !representation.IsNull() && !representation->Items().IsNull();
    for (int k = items ? representation->NbItems() : 0; k > 0; --k) {
      const Handle(StepRepr_RepresentationItem) item = representation->ItemsValue(k);
      if (item.IsNull()) {
        if (!annotations) lost.lose(entity, "an item of " + type);
      } else if (has_surfaces(Entity(item)) && !lost.has_faces(item)) {
        lost.lose(item, model->TypeName(item, false));
      }
    }
  }
  return lost.parts();
}

std::vector<SkippedPart> untranslated_iges(const Handle(XSControl_WorkSession) & session) {
  Untranslated lost(session);
  const Handle(Interface_InterfaceModel)& model = lost.model();
  const Interface_Graph& graph = session->Graph();
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const auto entity = Handle(IGESData_IGESEntity)::DownCast(model->Value(i));
    if (entity.IsNull() || !has_surfaces(entity) || lost.has_faces(entity)) continue;
    const bool face = entity->TypeNumber() == 510;
    if (face || !is_used(graph, entity)) lost.lose(entity, "IGES entity " + std::to_string(entity->TypeNumber()));
  }
  return lost.parts();
}

}  // namespace graze
