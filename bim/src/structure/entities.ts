/**
 * Entities whose instances are elements of the model, in IFC spelling without the prefix "Ifc"; IFC2X3 to IFC4X3 and its
 * release candidates. Ports are described with the elements that have them; of structural analysis, members and connections
 * are included, loads are not.
 */
const ELEMENTS = `
  Actuator AirTerminal AirTerminalBox AirToAirHeatRecovery Alarm Alignment AlignmentCant
  AlignmentHorizontal AlignmentSegment AlignmentVertical Annotation AudioVisualAppliance Beam
  BeamStandardCase Bearing Boiler Borehole BuildingElement BuildingElementComponent BuildingElementPart
  BuildingElementProxy BuiltElement Burner CableCarrierFitting CableCarrierSegment CableFitting
  CableSegment CaissonFoundation Chiller Chimney CivilElement Coil Column ColumnStandardCase
  CommunicationsAppliance Compressor Condenser Controller ConveyorSegment CooledBeam CoolingTower Course
  Covering CurtainWall Damper DeepFoundation DiscreteAccessory DistributionBoard DistributionChamberElement
  DistributionControlElement DistributionElement DistributionFlowElement Door DoorStandardCase DuctFitting
  DuctSegment DuctSilencer EarthworksCut EarthworksElement EarthworksFill ElectricAppliance
  ElectricDistributionBoard ElectricDistributionPoint ElectricFlowStorageDevice ElectricFlowTreatmentDevice
  ElectricGenerator ElectricMotor ElectricTimeControl ElectricalElement ElementAssembly ElementComponent
  EnergyConversionDevice Engine EquipmentElement EvaporativeCooler Evaporator Fan Fastener FeatureElement
  FeatureElementAddition Filter FireSuppressionTerminal FlowController FlowFitting FlowInstrument FlowMeter
  FlowMovingDevice FlowSegment FlowStorageDevice FlowTerminal FlowTreatmentDevice Footing FurnishingElement
  Furniture GeographicElement Geomodel Geoslice GeotechnicalAssembly GeotechnicalElement
  GeotechnicalStratum Grid HeatExchanger Humidifier ImpactProtectionDevice Interceptor JunctionBox Kerb
  Lamp LightFixture LinearElement LinearPositioningElement LiquidTerminal MechanicalFastener MedicalDevice
  Member MemberStandardCase MobileTelecommunicationsAppliance MooringDevice MotorConnection
  NavigationElement Outlet Pavement Pile PipeFitting PipeSegment Plate PlateStandardCase PositioningElement
  ProjectionElement ProtectiveDevice ProtectiveDeviceTrippingUnit Proxy Pump Rail Railing Ramp RampFlight
  Referent ReinforcedSoil ReinforcingBar ReinforcingElement ReinforcingMesh Roof SanitaryTerminal Sensor
  ShadingDevice Sign Signal Slab SlabElementedCase SlabStandardCase SolarDevice SolidStratum SpaceHeater
  StackTerminal Stair StairFlight SurfaceFeature SwitchingDevice SystemFurnitureElement Tank Tendon
  TendonAnchor TendonConduit TrackElement Transformer TransportElement TransportationDevice TubeBundle
  UnitaryControlElement UnitaryEquipment Valve Vehicle VibrationDamper VibrationIsolator VirtualElement
  VoidStratum Wall WallElementedCase WallStandardCase WasteTerminal WaterStratum Window WindowStandardCase
`
const GROUPS = `
  Asset BuildingSystem BuiltSystem DistributionCircuit DistributionSystem ElectricalCircuit Group Inventory System
  StructuralAnalysisModel Zone
`
const OPENINGS = 'OpeningElement OpeningStandardCase VoidingFeature'
const STRUCTURAL = `
  StructuralCurveConnection StructuralCurveMember StructuralCurveMemberVarying StructuralPointConnection
  StructuralSurfaceConnection StructuralSurfaceMember StructuralSurfaceMemberVarying
`
const SPATIAL = `
  Bridge BridgePart Building BuildingStorey ExternalSpatialElement ExternalSpatialStructureElement Facility
  FacilityPart FacilityPartCommon MarineFacility MarinePart Project Railway RailwayPart Road RoadPart Site Space
  SpatialZone
`

/** Entities of planning, cost and calculation, which are counted and not shown. */
const LEFT_OUT =
  /^IFC(OBJECTIVE|METRIC|COSTITEM|COSTSCHEDULE|TASK|MOVE|EVENT|PROCEDURE|WORK(PLAN|SCHEDULE|CALENDAR)|(CREW|LABOR|SUBCONTRACT|CONSTRUCTION\w+)RESOURCE|PROJECTORDER|PERMIT|ACTIONREQUEST|PERFORMANCEHISTORY|STRUCTURAL\w+(ACTION|REACTION|ACTIONVARYING))$/

export function isLeftOutEntity(entity: string): boolean {
  return LEFT_OUT.test(entity)
}

const spellings = new Map<string, string>()
function names(list: string): Set<string> {
  const capitals = new Set<string>()
  for (const name of list.trim().split(/\s+/)) {
    spellings.set(`IFC${name.toUpperCase()}`, `Ifc${name}`)
    capitals.add(`IFC${name.toUpperCase()}`)
  }
  return capitals
}
names(`
  ElectricHeater GasTerminal TypeObject TypeProduct DistributionPort EdgeFeature ChamferEdgeFeature RoundedEdgeFeature
  DoorLiningProperties DoorPanelProperties WindowLiningProperties WindowPanelProperties PermeableCoveringProperties
  ReinforcementDefinitionProperties ServiceLifeFactor SoundProperties SoundValue SpaceThermalLoadProperties
  EnergyProperties ElectricalBaseProperties FluidFlowProperties MechanicalMaterialProperties
  MechanicalSteelMaterialProperties MechanicalConcreteMaterialProperties ThermalMaterialProperties
  GeneralMaterialProperties HygroscopicMaterialProperties OpticalMaterialProperties ProductsOfCombustionProperties
  FuelProperties WaterProperties CostItem CostSchedule WorkPlan WorkSchedule WorkCalendar CrewResource LaborResource
  SubContractResource ConstructionEquipmentResource ConstructionMaterialResource ConstructionProductResource ProjectOrder
  ActionRequest PerformanceHistory StructuralPointAction StructuralCurveAction StructuralSurfaceAction
  StructuralLinearAction StructuralPlanarAction StructuralPointReaction StructuralCurveReaction
  StructuralSurfaceReaction StructuralLinearActionVarying StructuralPlanarActionVarying
`)
const openings = names(OPENINGS)
const things = new Set([...names(ELEMENTS), ...names(STRUCTURAL), ...openings])
const groups = names(GROUPS)
const spatial = names(SPATIAL)

/** Entity families without structure or properties: shapes, styles, people, schedules. */
const PASSED_OVER = new RegExp(
  `^IFC(?:${[
    'CARTESIAN\\w+|POLY\\w+|INDEXED\\w+|TRIANGULATED\\w+|TESSELLATED\\w+|FACE\\w*|ADVANCED\\w+|\\w*SHELL|\\w*BREP\\w*',
    'DIRECTION|VECTOR|AXIS\\w+|LINE|LINEINDEX|CIRCLE|ELLIPSE|\\w*CURVE|\\w*CURVESEGMENT|\\w*CURVEWITHKNOTS|\\w*SPIRAL|CLOTHOID',
    '\\w*SURFACE|\\w*SURFACEWITHKNOTS|\\w*SURFACEMODEL|SURFACEOF\\w+|PLANE|PLANAR\\w+|CURVEBOUNDED\\w+|\\w*LOOP|\\w*EDGE|VERTEX\\w*|PATH',
    '\\w*SOLID|\\w*SOLIDTAPERED|\\w*SOLIDHORIZONTAL|\\w*HALFSPACE|\\w*PROFILEDEF\\w*|SWEPT\\w+|SECTIONED\\w+|BLOCK|SPHERE|RIGHTCIRCULAR\\w+',
    'RECTANGULARPYRAMID|BOUNDINGBOX|GEOMETRICCURVESET|SHAPEASPECT|POINT\\w+|CURVESTYLE\\w*',
    'CONNECTION\\w*GEOMETRY|CONNECTIONPOINTECCENTRICITY|STYLED\\w+|SURFACESTYLE\\w*|PRESENTATION(?!LAYERWITHSTYLE)\\w+|COLOUR\\w+|DRAUGHTING\\w+',
    'FILLAREA\\w+|TEXT\\w+|ANNOTATION\\w+OCCURRENCE|ANNOTATIONFILLAREA|\\w*TEXTURE|\\w*TEXTUREMAP|LIGHTSOURCE\\w*|PREDEFINED\\w+FONT',
    'OWNERHISTORY|PERSONANDORGANIZATION|ORGANIZATIONRELATIONSHIP|APPLICATION|ACTORROLE|\\w+ADDRESS|MATERIALDEFINITIONREPRESENTATION',
    'GRIDAXIS|VIRTUALGRIDINTERSECTION|STRUCTURAL\\w+',
    'RELSPACEBOUNDARY\\w*|RELCONNECTS(?!PORT|STRUCTURALMEMBER|WITHECCENTRICITY)\\w+|RELASSOCIATES(?!MATERIAL|CLASSIFICATION|DOCUMENT)\\w+|RELASSIGNSTO(?!GROUP)\\w+|RELSEQUENCE',
    '\\w*TASKTIME|WORKTIME|\\w*RESOURCETIME|COSTVALUE|ALIGNMENT\\w+SEGMENT',
  ].join('|')})$`,
)

/** Shapes that are rewritten for the geometry engines, see rewrites.ts, outline-profiles.ts and pyramids.ts. */
const REWRITTEN =
  /^IFC(SWEPTDISKSOLIDPOLYGONAL|BOXEDHALFSPACE|RECTANGULARPYRAMID|(ZSHAPE|CENTERLINE|MIRRORED)PROFILEDEF)$/

/** Whether the scan needs statements of an entity (in capitals). */
export function isRelevantEntity(entity: string): boolean {
  return (
    REWRITTEN.test(entity) ||
    things.has(entity) ||
    spatial.has(entity) ||
    LEFT_OUT.test(entity) ||
    !PASSED_OVER.test(entity)
  )
}

/** Simple properties and quantities: nothing refers back to one, and many are identical. */
const REPEATED = /^IFC(PROPERTY\w+VALUE|QUANTITY\w+)$/

/** How the scan treats statements of an entity: see scanStep. */
export function getKeepRule(entity: string): boolean | 'once' {
  return isRelevantEntity(entity) && (REPEATED.test(entity) ? 'once' : true)
}

/** Whether instances of an entity are rows of the structure. */
export function isElementEntity(entity: string): boolean {
  return things.has(entity) || spatial.has(entity)
}

/**
 * Whether an entity is a spatial one (project, site, building, storey, space, zone, facility parts), not a
 * physical element.
 */
export function isSpatialEntity(entity: string): boolean {
  return spatial.has(entity)
}

/** Whether an entity is an opening in an element, which is drawn in a separate layer. */
export function isOpeningEntity(entity: string): boolean {
  return openings.has(entity)
}

export function isGroupEntity(entity: string): boolean {
  return groups.has(entity)
}

/** Converts an entity name from capitals to IFC spelling: IFCWALLSTANDARDCASE → IfcWallStandardCase. */
export function toIfcSpelling(entity: string): string {
  const known = spellings.get(entity)
  if (known) return known
  for (const [ending, spelt] of [
    ['TYPE', 'Type'],
    ['STYLE', 'Style'],
  ] as const) {
    if (entity.endsWith(ending) && entity.length > 7)
      return toIfcSpelling(entity.slice(0, -ending.length)) + spelt
  }
  const rest = entity.replace(/^IFC/, '')
  return `Ifc${rest.slice(0, 1)}${rest.slice(1).toLowerCase()}`
}
