import type { Property, PropertySet } from '../model.ts'
import { isSpatial } from '../structure/entities.ts'
import { type Reading, singleValue } from './values.ts'

/**
 * Attributes by position: after Tag for elements, after Representation for places. GlobalId, Name and Tag stand in
 * the structure and are not repeated. `-` is passed over.
 */
const OF_PLACES = split({
  IFCPROJECT: 'LongName Phase',
  IFCSITE: 'LongName - RefLatitude RefLongitude RefElevation LandTitleNumber',
  IFCBUILDING: 'LongName - ElevationOfRefHeight ElevationOfTerrain',
  IFCBUILDINGSTOREY: 'LongName - Elevation',
  IFCSPACE: 'LongName - PredefinedType ElevationWithFlooring',
  IFCSPATIALZONE: 'LongName PredefinedType',
  IFCEXTERNALSPATIALELEMENT: 'LongName PredefinedType',
})
const OF_FACILITIES = ['LongName', '-', 'PredefinedType']
const OF_ELEMENTS = split({
  IFCDOOR: 'OverallHeight OverallWidth PredefinedType OperationType UserDefinedOperationType',
  IFCWINDOW: 'OverallHeight OverallWidth PredefinedType PartitioningType UserDefinedPartitioningType',
  IFCSTAIRFLIGHT: 'NumberOfRisers NumberOfTreads RiserHeight TreadLength PredefinedType',
  IFCELEMENTASSEMBLY: 'AssemblyPlace PredefinedType',
  IFCPILE: 'PredefinedType ConstructionType',
  IFCMECHANICALFASTENER: 'NominalDiameter NominalLength PredefinedType',
  IFCREINFORCINGBAR: 'SteelGrade NominalDiameter CrossSectionArea BarLength PredefinedType BarSurface',
  IFCREINFORCINGMESH:
    'SteelGrade MeshLength MeshWidth LongitudinalBarNominalDiameter TransverseBarNominalDiameter',
  IFCTENDON: 'SteelGrade PredefinedType NominalDiameter CrossSectionArea TensionForce PreStress',
})
const OF_OTHERS = ['PredefinedType']
const LENGTHS =
  /^(Overall|Elevation|RefElevation|RiserHeight|TreadLength|Nominal|BarLength|Mesh(Length|Width)|Longitudinal|Transverse)/

/** The attributes an element states itself: ObjectType, Description, PredefinedType, OverallHeight and so on. */
export function readAttributes(reading: Reading, slot: number): PropertySet {
  const { cursor, units } = reading
  const entity = cursor.file.kindName(slot)
  const properties: Property[] = []
  const add = (name: string, value: Property) => {
    if (value.value === '' || value.value === 'NOTDEFINED') return
    if (value.number !== undefined && LENGTHS.test(name)) value.unit = units.symbolOfKind('LENGTHUNIT')
    properties.push(value)
  }
  cursor.open(slot).skip(3)
  for (const name of ['Description', 'ObjectType']) add(name, { name, value: cursor.string() })
  if (entity !== 'IFCPROJECT') cursor.skip(2)
  const spatial = isSpatial(entity)
  if (!spatial) cursor.skip(1)
  const plain = entity.endsWith('STANDARDCASE') ? entity.slice(0, -12) : entity
  const names = spatial ? (OF_PLACES[plain] ?? OF_FACILITIES) : (OF_ELEMENTS[plain] ?? OF_OTHERS)
  for (const name of names) {
    if (name === 'RefLatitude' || name === 'RefLongitude') add(name, angle(name, cursor.numbers()))
    else {
      const value = cursor.value()
      if (name !== '-' && value?.ref === 0) add(name, singleValue(reading, name, value, 0))
    }
  }
  return { name: '', of: 'attributes', properties }
}

function split(lists: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([entity, names]) => [entity, names.split(' ')]))
}

/** Degrees, minutes, seconds and millionths (IfcCompoundPlaneAngleMeasure) as decimal degrees. */
function angle(name: string, parts: number[]): Property {
  if (parts.length < 3) return { name, value: '' }
  const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts
  const number = degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600
  return { name, value: number.toFixed(6), number, unit: '°' }
}
