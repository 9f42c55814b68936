// The classes of products, as people write them.
#include <string>
#include <string_view>
#include <unordered_map>

#include "io/ifc/structure.h"

namespace graze::ifc {

namespace {

constexpr std::string_view names[] = {
    "IfcActuator", "IfcAirTerminal", "IfcAirTerminalBox", "IfcAirToAirHeatRecovery", "IfcAlarm", "IfcAlignment",
    "IfcAnnotation", "IfcAudioVisualAppliance", "IfcBeam", "IfcBeamStandardCase", "IfcBearing", "IfcBoiler",
    "IfcBorehole", "IfcBridge", "IfcBridgePart", "IfcBuilding", "IfcBuildingElementComponent",
    "IfcBuildingElementPart", "IfcBuildingElementProxy", "IfcBuildingStorey", "IfcBuiltElement", "IfcBurner",
    "IfcCableCarrierFitting", "IfcCableCarrierSegment", "IfcCableFitting", "IfcCableSegment", "IfcCaissonFoundation",
    "IfcChiller", "IfcChimney", "IfcCivilElement", "IfcCoil", "IfcColumn", "IfcColumnStandardCase",
    "IfcCommunicationsAppliance", "IfcCompressor", "IfcCondenser", "IfcController", "IfcConveyorSegment",
    "IfcCooledBeam", "IfcCoolingTower", "IfcCourse", "IfcCovering", "IfcCurtainWall", "IfcDamper",
    "IfcDeepFoundation", "IfcDiscreteAccessory", "IfcDistributionBoard", "IfcDistributionChamberElement",
    "IfcDistributionControlElement", "IfcDistributionElement", "IfcDistributionFlowElement", "IfcDistributionPort",
    "IfcDoor", "IfcDoorStandardCase", "IfcDuctFitting", "IfcDuctSegment", "IfcDuctSilencer", "IfcEarthworksCut",
    "IfcEarthworksElement", "IfcEarthworksFill", "IfcElectricAppliance", "IfcElectricDistributionBoard",
    "IfcElectricDistributionPoint", "IfcElectricFlowStorageDevice", "IfcElectricFlowTreatmentDevice",
    "IfcElectricGenerator", "IfcElectricMotor", "IfcElectricTimeControl", "IfcElementAssembly",
    "IfcEnergyConversionDevice", "IfcEngine", "IfcEquipmentElement", "IfcEvaporativeCooler", "IfcEvaporator",
    "IfcExternalSpatialElement", "IfcFacility", "IfcFacilityPart", "IfcFan", "IfcFastener", "IfcFilter",
    "IfcFireSuppressionTerminal", "IfcFlowController", "IfcFlowFitting", "IfcFlowInstrument", "IfcFlowMeter",
    "IfcFlowMovingDevice", "IfcFlowSegment", "IfcFlowStorageDevice", "IfcFlowTerminal", "IfcFlowTreatmentDevice",
    "IfcFooting", "IfcFurnishingElement", "IfcFurniture", "IfcGeographicElement", "IfcGeomodel", "IfcGeoslice",
    "IfcGeotechnicalStratum", "IfcGrid", "IfcHeatExchanger", "IfcHumidifier", "IfcImpactProtectionDevice",
    "IfcInterceptor", "IfcJunctionBox", "IfcKerb", "IfcLamp", "IfcLightFixture", "IfcLinearElement",
    "IfcLiquidTerminal", "IfcMarineFacility", "IfcMarinePart", "IfcMechanicalFastener", "IfcMedicalDevice",
    "IfcMember", "IfcMemberStandardCase", "IfcMobileTelecommunicationsAppliance", "IfcMooringDevice",
    "IfcMotorConnection", "IfcNavigationElement", "IfcOpeningElement", "IfcOpeningStandardCase", "IfcOutlet",
    "IfcPavement", "IfcPile", "IfcPipeFitting", "IfcPipeSegment", "IfcPlate", "IfcPlateStandardCase",
    "IfcProjectionElement", "IfcProtectiveDevice", "IfcProtectiveDeviceTrippingUnit", "IfcProxy", "IfcPump",
    "IfcRail", "IfcRailing", "IfcRailway", "IfcRailwayPart", "IfcRamp", "IfcRampFlight", "IfcReferent",
    "IfcReinforcedSoil", "IfcReinforcingBar", "IfcReinforcingMesh", "IfcRoad", "IfcRoadPart", "IfcRoof",
    "IfcSanitaryTerminal", "IfcSensor", "IfcShadingDevice", "IfcSign", "IfcSignal", "IfcSite", "IfcSlab",
    "IfcSlabElementedCase", "IfcSlabStandardCase", "IfcSolarDevice", "IfcSpace", "IfcSpaceHeater", "IfcSpatialZone",
    "IfcStackTerminal", "IfcStair", "IfcStairFlight", "IfcSurfaceFeature", "IfcSwitchingDevice",
    "IfcSystemFurnitureElement", "IfcTank", "IfcTendon", "IfcTendonAnchor", "IfcTendonConduit", "IfcTrackElement",
    "IfcTransformer", "IfcTransportElement", "IfcTransportationDevice", "IfcTubeBundle",
    "IfcUnitaryControlElement", "IfcUnitaryEquipment", "IfcValve", "IfcVehicle", "IfcVibrationDamper",
    "IfcVibrationIsolator", "IfcVirtualElement", "IfcVoidingFeature", "IfcWall", "IfcWallElementedCase",
    "IfcWallStandardCase", "IfcWasteTerminal", "IfcWindow", "IfcWindowStandardCase"};

std::string upper(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

}  // namespace

std::string class_name(std::string_view type) {
  static const std::unordered_map<std::string, std::string_view> known = [] {
    std::unordered_map<std::string, std::string_view> map;
    for (const std::string_view name : names) map.emplace(upper(name), name);
    return map;
  }();
  const auto found = known.find(std::string(type));
  return std::string(found == known.end() ? type : found->second);
}

}  // namespace graze::ifc
