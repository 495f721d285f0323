import { isSpatialEntity } from '../structure/entities.ts'

/** One attribute that is shown, or null for one that is not. */
export interface AttributeName {
  name: string
  /** unit type of its measure, '' for texts, words, counts and ratios */
  unit: string
  /** `.T.` and `.F.` are shown as words */
  logical: boolean
}

/** Measures are written behind the name: `L` length, `A` area, … ; `?` marks a truth value, `-` is skipped. */
const UNITS: Record<string, string> = {
  L: 'LENGTHUNIT',
  A: 'AREAUNIT',
  M: 'MASSUNIT',
  F: 'FORCEUNIT',
  P: 'PRESSUREUNIT',
  W: 'POWERUNIT',
  T: 'THERMODYNAMICTEMPERATUREUNIT',
  Hz: 'FREQUENCYUNIT',
  V: 'ELECTRICVOLTAGEUNIT',
  C: 'ELECTRICCURRENTUNIT',
  LV: 'LINEARVELOCITYUNIT',
  E: 'MODULUSOFELASTICITYUNIT',
  X: 'THERMALEXPANSIONCOEFFICIENTUNIT',
  Vi: 'DYNAMICVISCOSITYUNIT',
  Cp: 'SPECIFICHEATCAPACITYUNIT',
  K: 'THERMALCONDUCTIVITYUNIT',
  I: 'IONCONCENTRATIONUNIT',
  PH: 'PHUNIT',
  HV: 'HEATINGVALUEUNIT',
  MW: 'MOLECULARWEIGHTUNIT',
  D: 'MASSDENSITYUNIT',
  IM: 'ISOTHERMALMOISTURECAPACITYUNIT',
  VP: 'VAPORPERMEABILITYUNIT',
  MD: 'MOISTUREDIFFUSIVITYUNIT',
}

const BARS = 'SteelGrade NominalDiameter:L CrossSectionArea:A BarLength:L PredefinedType BarSurface'
const MESH =
  'SteelGrade MeshLength:L MeshWidth:L LongitudinalBarNominalDiameter:L TransverseBarNominalDiameter:L ' +
  'LongitudinalBarCrossSectionArea:A TransverseBarCrossSectionArea:A LongitudinalBarSpacing:L TransverseBarSpacing:L PredefinedType'
const PART = 'LongName - UsageType PredefinedType'

/**
 * Attributes after Tag (elements), after Representation (other products) or after ObjectType (the project), by the
 * EXPRESS schemas IFC2x3 TC1, IFC4 ADD2 and IFC4x3 ADD2. Entities that are not listed have PredefinedType alone.
 */
const OF_ALL = lists({
  PROJECT: 'LongName Phase',
  SITE: 'LongName - RefLatitude RefLongitude RefElevation:L LandTitleNumber',
  BUILDING: 'LongName - ElevationOfRefHeight:L ElevationOfTerrain:L',
  BUILDINGSTOREY: 'LongName - Elevation:L',
  SPACE: 'LongName - PredefinedType ElevationWithFlooring:L',
  SPATIALZONE: 'LongName PredefinedType',
  EXTERNALSPATIALELEMENT: 'LongName PredefinedType',
  BRIDGEPART: PART,
  FACILITYPARTCOMMON: PART,
  MARINEPART: PART,
  RAILWAYPART: PART,
  ROADPART: PART,
  FACILITYPART: 'LongName - UsageType',
  DOOR: 'OverallHeight:L OverallWidth:L PredefinedType OperationType UserDefinedOperationType',
  WINDOW: 'OverallHeight:L OverallWidth:L PredefinedType PartitioningType UserDefinedPartitioningType',
  STAIRFLIGHT: 'NumberOfRisers NumberOfTreads RiserHeight:L TreadLength:L PredefinedType',
  ELEMENTASSEMBLY: 'AssemblyPlace PredefinedType',
  PILE: 'PredefinedType ConstructionType',
  MECHANICALFASTENER: 'NominalDiameter:L NominalLength:L PredefinedType',
  REINFORCINGELEMENT: 'SteelGrade',
  REINFORCINGBAR: BARS,
  REINFORCINGMESH: MESH,
  TENDON:
    'SteelGrade PredefinedType NominalDiameter:L CrossSectionArea:A TensionForce:F PreStress:P FrictionCoefficient ' +
    'AnchorageSlip:L MinCurvatureRadius:L',
  TENDONANCHOR: 'SteelGrade PredefinedType',
  TENDONCONDUIT: 'SteelGrade PredefinedType',
  PROXY: 'ProxyType',
  GRID: '- - - PredefinedType',
  DISTRIBUTIONPORT: 'FlowDirection PredefinedType SystemType',
  STRUCTURALSURFACEMEMBER: 'PredefinedType Thickness:L',
  STRUCTURALSURFACEMEMBERVARYING: 'PredefinedType Thickness:L',
  STRUCTURALPOINTCONNECTION: '-',
  STRUCTURALCURVECONNECTION: '- -',
  STRUCTURALSURFACECONNECTION: '-',
  ALIGNMENTCANT: 'RailHeadDistance:L',
})
/** Attributes that IFC2x3 names differently or has in another position. */
const OF_IFC2X3 = lists({
  SPACE: 'LongName - InteriorOrExteriorSpace ElevationWithFlooring:L',
  DOOR: 'OverallHeight:L OverallWidth:L',
  WINDOW: 'OverallHeight:L OverallWidth:L',
  RAMP: 'ShapeType',
  ROOF: 'ShapeType',
  STAIR: 'ShapeType',
  STAIRFLIGHT: 'NumberOfRiser NumberOfTreads RiserHeight:L TreadLength:L',
  REINFORCINGBAR: BARS.replace('PredefinedType', 'BarRole'),
  REINFORCINGMESH: MESH.replace(' PredefinedType', ''),
  TENDONANCHOR: 'SteelGrade',
  TRANSPORTELEMENT: 'OperationType CapacityByWeight:M CapacityByNumber',
  BUILDINGELEMENTPROXY: 'CompositionType',
  DISTRIBUTIONCONTROLELEMENT: 'ControlElementId',
  ELECTRICDISTRIBUTIONPOINT: 'DistributionPointFunction UserDefinedFunction',
  EDGEFEATURE: 'FeatureLength:L',
  CHAMFEREDGEFEATURE: 'FeatureLength:L Width:L Height:L',
  ROUNDEDEDGEFEATURE: 'FeatureLength:L Radius:L',
})
/** IFC4x3's release candidates have the two types of a part in the other order. */
const OF_CANDIDATES = lists({ FACILITYPART: 'LongName - PredefinedType UsageType' })

/** Products without a Tag; IfcProxy has its own behind ProxyType. */
const WITHOUT_TAG =
  /^IFC(PROJECT|PROXY|ANNOTATION|GRID|REFERENT|ALIGNMENT\w*|LINEAR\w+|POSITIONINGELEMENT|\w*PORT|STRUCTURAL\w+)$/

const LINING =
  'LiningDepth:L LiningThickness:L ThresholdDepth:L ThresholdThickness:L TransomThickness:L TransomOffset:L ' +
  'LiningOffset:L ThresholdOffset:L CasingThickness:L CasingDepth:L - LiningToPanelOffsetX:L LiningToPanelOffsetY:L'
const PANEL = 'OperationType PanelPosition FrameDepth:L FrameThickness:L'
const LOADS =
  'ApplicableValueRatio ThermalLoadSource PropertySource SourceDescription MaximumValue:W MinimumValue:W - ' +
  'UserDefinedThermalLoadSource UserDefinedPropertySource ThermalLoadType'
const ENERGY = 'EnergySequence UserDefinedEnergySequence'

/** Attributes after Description of the property sets that the schemas define themselves. */
const FIXED_SETS = lists({
  DOORLININGPROPERTIES: LINING,
  DOORPANELPROPERTIES: 'PanelDepth:L PanelOperation PanelWidth PanelPosition',
  WINDOWLININGPROPERTIES:
    'LiningDepth:L LiningThickness:L TransomThickness:L MullionThickness:L FirstTransomOffset SecondTransomOffset ' +
    'FirstMullionOffset SecondMullionOffset - LiningOffset:L LiningToPanelOffsetX:L LiningToPanelOffsetY:L',
  WINDOWPANELPROPERTIES: PANEL,
  PERMEABLECOVERINGPROPERTIES: PANEL,
  REINFORCEMENTDEFINITIONPROPERTIES: 'DefinitionType',
  SERVICELIFEFACTOR: 'PredefinedType UpperValue MostUsedValue LowerValue',
  SOUNDPROPERTIES: 'IsAttenuating? SoundScale',
  SOUNDVALUE: '- Frequency:Hz SoundLevelSingleValue',
  SPACETHERMALLOADPROPERTIES: LOADS,
  ENERGYPROPERTIES: ENERGY,
  ELECTRICALBASEPROPERTIES:
    `${ENERGY} ElectricCurrentType InputVoltage:V InputFrequency:Hz FullLoadCurrent:C MinimumCircuitCurrent:C ` +
    'MaximumPowerInput:W RatedPowerInput:W InputPhase',
  FLUIDFLOWPROPERTIES:
    'PropertySource - - - - - UserDefinedPropertySource TemperatureSingleValue:T WetBulbTemperatureSingleValue:T - - ' +
    'FlowrateSingleValue FlowConditionSingleValue VelocitySingleValue:LV PressureSingleValue:P',
})

const MECHANICAL =
  'DynamicViscosity:Vi YoungModulus:E ShearModulus:E PoissonRatio ThermalExpansionCoefficient:X'
/** Attributes after Material of the sets of a material that IFC2x3 defines itself. */
const FIXED_MATERIAL_SETS = lists({
  MECHANICALMATERIALPROPERTIES: MECHANICAL,
  MECHANICALSTEELMATERIALPROPERTIES: `${MECHANICAL} YieldStress:P UltimateStress:P UltimateStrain HardeningModule:E ProportionalStress:P PlasticStrain`,
  MECHANICALCONCRETEMATERIALPROPERTIES: `${MECHANICAL} CompressiveStrength:P MaxAggregateSize:L AdmixturesDescription Workability ProtectivePoreRatio WaterImpermeability`,
  THERMALMATERIALPROPERTIES: 'SpecificHeatCapacity:Cp BoilingPoint:T FreezingPoint:T ThermalConductivity:K',
  GENERALMATERIALPROPERTIES: 'MolecularWeight:MW Porosity MassDensity:D',
  HYGROSCOPICMATERIALPROPERTIES:
    'UpperVaporResistanceFactor LowerVaporResistanceFactor IsothermalMoistureCapacity:IM VaporPermeability:VP MoistureDiffusivity:MD',
  OPTICALMATERIALPROPERTIES:
    'VisibleTransmittance SolarTransmittance ThermalIrTransmittance ThermalIrEmissivityBack ThermalIrEmissivityFront ' +
    'VisibleReflectanceBack VisibleReflectanceFront SolarReflectanceFront SolarReflectanceBack',
  PRODUCTSOFCOMBUSTIONPROPERTIES: 'SpecificHeatCapacity:Cp N20Content COContent CO2Content',
  FUELPROPERTIES: 'CombustionTemperature:T CarbonContent LowerHeatingValue:HV HigherHeatingValue:HV',
  WATERPROPERTIES:
    'IsPotable? Hardness:I AlkalinityConcentration:I AcidityConcentration:I ImpuritiesContent PHLevel:PH DissolvedSolidsContent',
})

const FACILITY = parse('LongName - PredefinedType')
const OTHER = parse('PredefinedType')

/** Names of the attributes of an entity (in capitals), in the schema named by the file. */
export function getAttributeNames(entity: string, schema: string): (AttributeName | null)[] {
  const plain = entity.replace(/^IFC|STANDARDCASE$/g, '')
  const candidate = /^IFC4X3_RC/.test(schema) ? OF_CANDIDATES.get(plain) : undefined
  const old = schema.startsWith('IFC2') ? OF_IFC2X3.get(plain) : undefined
  return candidate ?? old ?? OF_ALL.get(plain) ?? (isSpatialEntity(entity) ? FACILITY : OTHER)
}

/** Position of an entity's Tag among its arguments; -1 when it has none. */
export function getTagPosition(entity: string): number {
  if (entity === 'IFCPROXY') return 8
  return isSpatialEntity(entity) || WITHOUT_TAG.test(entity) ? -1 : 7
}

/** Attributes after Description of a set that the schema defines itself; undefined for all other entities. */
export function getFixedSet(entity: string): (AttributeName | null)[] | undefined {
  return FIXED_SETS.get(entity.slice(3))
}

/** Attributes after Material of such a set of a material. */
export function getFixedMaterialSet(entity: string): (AttributeName | null)[] | undefined {
  return FIXED_MATERIAL_SETS.get(entity.slice(3))
}
export const fixedMaterialSets = [...FIXED_MATERIAL_SETS.keys()].map((name) => `IFC${name}`)

function lists(written: Record<string, string>): Map<string, (AttributeName | null)[]> {
  return new Map(Object.entries(written).map(([entity, names]) => [entity, parse(names)]))
}

function parse(names: string): (AttributeName | null)[] {
  return names.split(' ').map((written) => {
    if (written === '-') return null
    const [name = '', code = ''] = written.replace('?', '').split(':')
    return { name, unit: UNITS[code] ?? '', logical: written.endsWith('?') }
  })
}
