import type { Property, PropertySet } from '../model.ts'
import { isSpatialEntity } from '../structure/entities.ts'
import type { PropertySetText, PropertySetTexts } from './set-texts.ts'
import { formatPropertySet } from './sets.ts'
import { buildSingleValue, type ValueContext } from './values.ts'

/**
 * Attribute names by position: after Tag for elements, after Representation for spatial elements. GlobalId,
 * Name and Tag are in the structure and not repeated. `-` is skipped.
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

/** Size of the deduplication cache, in statements. */
const REMEMBERED = 1 << 12

/** Attributes stated by a statement: from Description on, and after placement, shape and tag. */
interface Stated {
  kind: number
  bytes: Uint8Array
  from: number
  to: number
  rest: number
  end: number
}

/**
 * Attributes that an element states itself: ObjectType, Description, PredefinedType, OverallHeight and so on.
 * Most elements repeat those of another, so bytes are compared before they are parsed.
 */
export class AttributeSets {
  #reading: ValueContext
  #texts: PropertySetTexts
  #known: ({ stated: Stated; set: PropertySetText | null } | undefined)[] = new Array(REMEMBERED)
  /** by kind: number of arguments in between that are read elsewhere */
  #between: number[]

  constructor(reading: ValueContext, texts: PropertySetTexts) {
    this.#reading = reading
    this.#texts = texts
    this.#between = reading.cursor.file.kinds.map((entity) =>
      entity === 'IFCPROJECT' ? 0 : isSpatialEntity(entity) ? 2 : 3,
    )
  }

  ofSlot(slot: number): PropertySetText | null {
    const stated = this.#find(slot)
    const place = hashOf(stated) & (REMEMBERED - 1)
    const known = this.#known[place]
    if (known && readSame(known.stated, stated)) return known.set
    const set = this.#texts.ofText(formatPropertySet(this.#read(slot)))
    this.#known[place] = { stated, set }
    return set
  }

  /** Clears the cache. */
  forget(): void {
    this.#known.fill(undefined)
  }

  #find(slot: number): Stated {
    const { cursor } = this.#reading
    const { file } = cursor
    const kind = file.kind.at(slot)
    const from = cursor.open(slot).skip(3).at
    const to = cursor.skip(2).at
    const rest = cursor.skip(this.#between[kind] ?? 0).at
    return { kind, bytes: file.bytesOf(slot), from, to, rest, end: file.startOf(slot) + file.length.at(slot) }
  }

  #read(slot: number): PropertySet {
    const { cursor, units } = this.#reading
    const entity = cursor.file.kindName(slot)
    const properties: Property[] = []
    const add = (name: string, value: Property) => {
      if (value.value === '' || value.value === 'NOTDEFINED') return
      if (value.number !== undefined && LENGTHS.test(name)) value.unit = units.symbolOfKind('LENGTHUNIT')
      properties.push(value)
    }
    cursor.open(slot).skip(3)
    for (const name of ['Description', 'ObjectType']) add(name, { name, value: cursor.string() })
    cursor.skip(this.#between[cursor.file.kind.at(slot)] ?? 0)
    const plain = entity.endsWith('STANDARDCASE') ? entity.slice(0, -12) : entity
    const names = isSpatialEntity(entity)
      ? (OF_PLACES[plain] ?? OF_FACILITIES)
      : (OF_ELEMENTS[plain] ?? OF_OTHERS)
    for (const name of names) {
      if (name === 'RefLatitude' || name === 'RefLongitude') add(name, angle(name, cursor.numbers()))
      else {
        const value = cursor.value()
        if (name !== '-' && value?.ref === 0) add(name, buildSingleValue(this.#reading, name, value, 0))
      }
    }
    return { name: '', of: 'attributes', properties }
  }
}

function hashOf({ kind, bytes, from, to, rest, end }: Stated): number {
  let hash = kind
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
  for (let at = rest; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
  return hash ^ (hash >>> 15)
}

function readSame(a: Stated, b: Stated): boolean {
  const head = b.to - b.from
  const tail = b.end - b.rest
  if (a.kind !== b.kind || a.to - a.from !== head || a.end - a.rest !== tail) return false
  for (let at = 0; at < head; at++) if (a.bytes[a.from + at] !== b.bytes[b.from + at]) return false
  for (let at = 0; at < tail; at++) if (a.bytes[a.rest + at] !== b.bytes[b.rest + at]) return false
  return true
}

function split(lists: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([entity, names]) => [entity, names.split(' ')]))
}

/** Converts degrees, minutes, seconds and millionths (IfcCompoundPlaneAngleMeasure) to decimal degrees. */
function angle(name: string, parts: number[]): Property {
  if (parts.length < 3) return { name, value: '' }
  const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts
  const number = degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600
  return { name, value: number.toFixed(6), number, unit: '°' }
}
