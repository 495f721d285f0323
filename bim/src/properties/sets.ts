import type { Property, PropertySet } from '../model.ts'
import { toIfcSpelling } from '../structure/entities.ts'
import { type AttributeName, getFixedSet } from './attribute-names.ts'
import type { PropertySetText, PropertySetTexts } from './set-texts.ts'
import {
  buildAttribute,
  buildBoundedValue,
  buildListValue,
  buildSingleValue,
  buildTableValue,
  type ValueContext,
} from './values.ts'

/** Maximum nesting depth of complex properties. */
const DEEPEST = 6
const MOST_PROPERTIES = 5000
/** limit per complex property, all levels together */
const MOST_NESTED = 500

/** Value shown in place of properties that are nested too deep or too many. */
const LEFT_OUT = '…'

/** State of reading one set: its depth and the number of properties left. */
interface Walk {
  prefix: string
  depth: number
  budget: { left: number }
}

const QUANTITY_UNITS: Record<string, string> = {
  IFCQUANTITYLENGTH: 'LENGTHUNIT',
  IFCQUANTITYAREA: 'AREAUNIT',
  IFCQUANTITYVOLUME: 'VOLUMEUNIT',
  IFCQUANTITYWEIGHT: 'MASSUNIT',
  IFCQUANTITYTIME: 'TIMEUNIT',
  IFCQUANTITYCOUNT: '',
  IFCQUANTITYNUMBER: '',
}

/** Origins by which PropertySetTexts distinguishes sets. */
const ORIGINS = { element: 0, type: 1, quantities: 2 } as const
/** added to the origin of a set that continues after MOST_PROPERTIES */
const IS_CUT = 3

/**
 * Reads a property set, element quantity or predefined set; null when the statement is none of them or is
 * empty.
 * @param of whether it belongs to the element or its type
 */
export function readPropertySet(
  reading: ValueContext,
  slot: number,
  of: 'element' | 'type',
  texts: PropertySetTexts,
): PropertySetText | null {
  const { cursor } = reading
  const entity = cursor.file.kindName(slot)
  const name = cursor.open(slot).skip(2).string()
  if (entity === 'IFCPROPERTYSET') return readMembers(reading, name, of, cursor.skip(1).refs(), texts)
  if (entity === 'IFCELEMENTQUANTITY')
    return readMembers(reading, name, 'quantities', cursor.skip(2).refs(), texts)
  const fixed = getFixedSet(entity)
  if (fixed === undefined) return null
  cursor.skip(1)
  const properties = readFixedAttributes(reading, fixed)
  return texts.ofText(formatPropertySet({ name: name || formatEntityTitle(entity), of, properties }))
}

/** Serialises a parsed set as JSON; '' when it is empty. */
export function formatPropertySet(set: PropertySet): string {
  return set.properties.length === 0 ? '' : JSON.stringify(set)
}

function readMembers(
  reading: ValueContext,
  name: string,
  of: keyof typeof ORIGINS,
  members: number[],
  texts: PropertySetTexts,
): PropertySetText | null {
  const write = (slot: number) =>
    readProperty(reading, slot, startWalk(MOST_NESTED))
      .map((each) => JSON.stringify(each))
      .join()
  const isCut = members.length > MOST_PROPERTIES
  const mark = isCut ? `,${JSON.stringify({ name: LEFT_OUT, value: LEFT_OUT })}` : ''
  texts.begin(ORIGINS[of] + (isCut ? IS_CUT : 0), name)
  for (let at = 0; at < members.length && at < MOST_PROPERTIES; at++) {
    const slot = reading.cursor.slot(members[at] ?? 0)
    if (slot >= 0) texts.add(slot, write)
  }
  return texts.end(
    (properties) => `{"name":${JSON.stringify(name)},"of":"${of}","properties":[${properties}${mark}]}`,
  )
}

/** Reads the properties of another kind of set, such as a material's. */
export function readProperties(reading: ValueContext, members: number[]): Property[] {
  return readAll(reading, members, startWalk(MOST_PROPERTIES))
}

function startWalk(most: number): Walk {
  return { prefix: '', depth: 0, budget: { left: most } }
}

function deeper(walk: Walk, name: string): Walk {
  return { prefix: `${name} / `, depth: walk.depth + 1, budget: walk.budget }
}

function readAll(reading: ValueContext, members: number[], walk: Walk): Property[] {
  const properties: Property[] = []
  for (const id of members) {
    const slot = reading.cursor.slot(id)
    if (slot < 0) continue
    walk.budget.left--
    if (walk.budget.left === -1) properties.push({ name: walk.prefix + LEFT_OUT, value: LEFT_OUT })
    if (walk.budget.left < 0) break
    properties.push(...readProperty(reading, slot, walk))
  }
  return properties
}

/** Reads the members of a complex property or quantity from the next attribute. */
function readNested(reading: ValueContext, name: string, walk: Walk): Property[] {
  if (walk.depth >= DEEPEST) return [{ name, value: LEFT_OUT }]
  return readAll(reading, reading.cursor.refs(), deeper(walk, name))
}

/** Reads the properties of a statement: one, those of a complex property, or none. */
function readProperty(reading: ValueContext, slot: number, walk: Walk): Property[] {
  const { cursor } = reading
  const entity = cursor.file.kindName(slot)
  const name = walk.prefix + cursor.open(slot).string()
  cursor.skip(1)
  switch (entity) {
    case 'IFCPROPERTYSINGLEVALUE': {
      const value = cursor.value()
      return [buildSingleValue(reading, name, value, cursor.ref())]
    }
    case 'IFCPROPERTYENUMERATEDVALUE': {
      const values = cursor.values()
      const enumeration = cursor.ref()
      const unit = enumeration > 0 && cursor.openId(enumeration) ? cursor.skip(2).ref() : 0
      return [buildListValue(reading, name, values, unit)]
    }
    case 'IFCPROPERTYLISTVALUE': {
      const values = cursor.values()
      return [buildListValue(reading, name, values, cursor.ref())]
    }
    case 'IFCPROPERTYBOUNDEDVALUE': {
      const upper = cursor.value()
      const lower = cursor.value()
      const unit = cursor.ref()
      return [buildBoundedValue(reading, name, { upper, lower, unit, setPoint: cursor.value() })]
    }
    case 'IFCPROPERTYTABLEVALUE': {
      const defining = cursor.values()
      const defined = cursor.values()
      const units = [cursor.skip(1).ref(), cursor.ref()]
      return [buildTableValue(reading, name, { defining, defined, units })]
    }
    case 'IFCPROPERTYREFERENCEVALUE':
      return [referenceValue(reading, name)]
    case 'IFCCOMPLEXPROPERTY':
      cursor.skip(1)
      return readNested(reading, name, walk)
    default:
      return readQuantity(reading, entity, name, walk)
  }
}

/** Positions of the texts that name an object; most have their name first. */
const NAMES: Record<string, number[]> = {
  IFCORGANIZATION: [1],
  IFCDOCUMENTREFERENCE: [2, 1, 0],
  IFCDOCUMENTINFORMATION: [1, 0],
  IFCCLASSIFICATIONREFERENCE: [2, 1, 0],
  IFCLIBRARYREFERENCE: [2, 1, 0],
}

/** Describes the referenced object by its name: a material, person, document. */
function referenceValue(reading: ValueContext, name: string): Property {
  const { cursor } = reading
  const usage = cursor.string()
  const slot = cursor.slot(cursor.ref())
  if (slot < 0) return { name, value: usage }
  const entity = cursor.file.kindName(slot)
  if (entity === 'IFCPERSON') {
    const family = cursor.open(slot).skip(1).string()
    const value = [cursor.string(), family].filter((part) => part !== '').join(' ')
    return { name, value: value || usage }
  }
  for (const position of NAMES[entity] ?? [0, 1, 2, 3]) {
    const text = cursor.open(slot).skip(position).string()
    if (text !== '') return { name, value: text }
  }
  return { name, value: usage }
}

/** Reads a quantity from its third attribute on. */
function readQuantity(reading: ValueContext, entity: string, name: string, walk: Walk): Property[] {
  const { cursor, units } = reading
  if (entity === 'IFCPHYSICALCOMPLEXQUANTITY') return readNested(reading, name, walk)
  const kind = QUANTITY_UNITS[entity]
  if (kind === undefined) return []
  const unit = cursor.ref()
  const property = buildSingleValue(reading, name, cursor.value(), unit)
  const symbol = unit > 0 ? units.symbol(unit) : units.symbolOfKind(kind)
  if (property.number !== undefined && symbol !== '') property.unit = symbol
  return [property]
}

/** Reads consecutive attributes of the schema; skips those without a value. */
export function readFixedAttributes(reading: ValueContext, attributes: (AttributeName | null)[]): Property[] {
  const properties: Property[] = []
  for (const attribute of attributes) {
    const value = reading.cursor.value()
    if (attribute && value && value.ref === 0) properties.push(buildAttribute(reading, attribute, value))
  }
  return properties
}

/** Converts an entity name to a title: IFCDOORLININGPROPERTIES → Door lining properties */
export function formatEntityTitle(entity: string): string {
  const words = toIfcSpelling(entity)
    .replace(/^Ifc/, '')
    .split(/(?=[A-Z])/)
  return words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(' ')
}
