#include "clash/rule_presets.h"

namespace graze {

namespace {

// Classes of IFC 2x3, 4 and 4.3 by discipline. Where parts of two disciplines may lie in each other by the way
// buildings are modelled (a door in its wall, a fixture in a ceiling), nothing is asked.
constexpr std::string_view building = R"(
set nothing    = class=IfcSpace or class=IfcOpening* or class=IfcVirtualElement or class=IfcAnnotation or class=IfcGrid* or class=IfcZone or class=IfcSpatialZone
set structure  = class=IfcBeam* or class=IfcColumn* or class=IfcSlab* or class=IfcFooting* or class=IfcPile* or class=IfcMember* or class=IfcPlate* or class=IfcRoof
set rebar      = class=IfcReinforcing* or class=IfcTendon*
set fasteners  = class=IfcFastener* or class=IfcMechanicalFastener* or class=IfcDiscreteAccessory*
set walls      = class=IfcWall* or class=IfcCurtainWall*
set doors      = class=IfcDoor* or class=IfcWindow*
set finishes   = class=IfcCovering* or class=IfcRailing* or class=IfcStair* or class=IfcRamp* or class=IfcShadingDevice*
set furniture  = class=IfcFurni* or class=IfcSystemFurnitureElement*
set ducts      = class=IfcDuct* or class=IfcAir* or class=IfcFan* or class=IfcDamper* or class=IfcCoil* or class=IfcUnitaryEquipment* or class=IfcFilter*
set pipes      = class=IfcPipe* or class=IfcValve* or class=IfcPump* or class=IfcTank* or class=IfcSanitaryTerminal* or class=IfcWasteTerminal* or class=IfcFireSuppressionTerminal* or class=IfcBoiler* or class=IfcChiller* or class=IfcSpaceHeater*
set electrical = class=IfcCable* or class=IfcElectric* or class=IfcLight* or class=IfcLamp or class=IfcOutlet* or class=IfcSwitchingDevice* or class=IfcJunctionBox* or class=IfcCommunicationsAppliance* or class=IfcSensor* or class=IfcAlarm*
set flow       = class=IfcFlow* or class=IfcDistribution* or class=IfcEnergyConversionDevice*

skip nothing against any
skip rebar against structure
skip rebar against walls
skip doors against walls
skip doors against doors

rule fasteners:             fasteners against any,        tolerance 2mm,  severity low,    owner structure
rule reinforcement:         rebar against rebar,          tolerance 5mm,  severity low,    owner structure
rule ducts in structure:    ducts against structure,      tolerance 5mm,  severity high,   owner ventilation
rule pipes in structure:    pipes against structure,      tolerance 5mm,  severity high,   owner plumbing
rule cables in structure:   electrical against structure, tolerance 5mm,  severity medium, owner electrical
rule flow in structure:     flow against structure,       tolerance 5mm,  severity high,   owner services
rule ducts and pipes:       ducts against pipes,          tolerance 5mm,  severity high,   owner ventilation
rule ducts and cables:      ducts against electrical,     tolerance 5mm,  severity medium, owner ventilation
rule pipes and cables:      pipes against electrical,     tolerance 5mm,  severity medium, owner plumbing
rule flow and services:     flow against flow,            tolerance 5mm,  severity medium, owner services
rule ducts and ducts:       ducts against ducts,          tolerance 5mm,  severity medium, owner ventilation
rule pipes and pipes:       pipes against pipes,          tolerance 5mm,  severity medium, owner plumbing
rule services in walls:     ducts against walls,          tolerance 10mm, severity medium, owner ventilation
rule pipes in walls:        pipes against walls,          tolerance 10mm, severity low,    owner plumbing
rule doors in structure:    doors against structure,      tolerance 10mm, severity high,   owner architecture
rule structure in walls:    structure against walls,      tolerance 20mm, severity low,    owner architecture
rule structure:             structure against structure,  tolerance 20mm, severity medium, owner structure
rule walls:                 walls against walls,          tolerance 20mm, severity low,    owner architecture
rule furniture:             furniture against any,        tolerance 20mm, severity low,    owner architecture
rule others:                any against any,              tolerance 10mm, severity low
)";

constexpr std::string_view machine = R"(
set fasteners = name=*bolt* or name=*screw* or name=*nut* or name=*washer* or name=*rivet* or name=*stud* or name=*Bolt* or name=*Screw* or name=*Nut* or name=*Washer* or name=*Rivet* or name=*Stud* or class=IfcFastener* or class=IfcMechanicalFastener*

rule threads: fasteners against fasteners, tolerance 1mm,   severity low
rule seats:   fasteners against any,       tolerance 0.5mm, severity medium
rule parts:   any against any,             tolerance 0.1mm, severity high
)";

}  // namespace

std::string_view rule_preset(std::string_view name) noexcept {
  return name == "building" ? building : name == "machine" ? machine : std::string_view{};
}

}  // namespace graze
