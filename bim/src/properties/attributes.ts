import type { Property, PropertySet } from '../model.ts'
import { isSpatialEntity } from '../structure/entities.ts'
import { toDegrees } from '../structure/georeference.ts'
import { type AttributeName, getAttributeNames, getTagPosition } from './attribute-names.ts'
import type { PropertySetText, PropertySetTexts } from './set-texts.ts'
import { formatPropertySet } from './sets.ts'
import { buildAttribute, type ValueContext } from './values.ts'

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
 * Attributes of the element itself: ObjectType, Description, PredefinedType, OverallHeight and so on. Most elements repeat
 * those of another, so bytes are compared before they are parsed.
 */
export class AttributeSets {
  #reading: ValueContext
  #texts: PropertySetTexts
  #known: ({ stated: Stated; set: PropertySetText | null } | undefined)[] = new Array(REMEMBERED)
  /** by kind: number of arguments in between that are read elsewhere, and the names of the following ones */
  #between: number[]
  #names: (AttributeName | null)[][]

  constructor(reading: ValueContext, texts: PropertySetTexts) {
    this.#reading = reading
    this.#texts = texts
    const { kinds } = reading.cursor.file
    this.#names = kinds.map((entity) => getAttributeNames(entity, reading.schema))
    this.#between = kinds.map((entity) => {
      if (entity === 'IFCPROJECT') return 0
      return !isSpatialEntity(entity) && getTagPosition(entity) === 7 ? 3 : 2
    })
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
    const { cursor } = this.#reading
    const kind = cursor.file.kind.at(slot)
    const properties: Property[] = []
    const add = (value: Property) => {
      if (value.value !== '' && value.value !== 'NOTDEFINED') properties.push(value)
    }
    cursor.open(slot).skip(3)
    for (const name of ['Description', 'ObjectType']) add({ name, value: cursor.string() })
    cursor.skip(this.#between[kind] ?? 0)
    for (const attribute of this.#names[kind] ?? []) {
      if (attribute === null) cursor.skip()
      else if (/^Ref(Latitude|Longitude)$/.test(attribute.name)) add(angle(attribute.name, cursor.numbers()))
      else add(buildAttribute(this.#reading, attribute, cursor.value()))
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

/** Converts degrees, minutes, seconds and millionths (IfcCompoundPlaneAngleMeasure) to decimal degrees. */
function angle(name: string, parts: number[]): Property {
  if (parts.length < 3) return { name, value: '' }
  const number = toDegrees(parts)
  return { name, value: number.toFixed(6), number, unit: '°' }
}
