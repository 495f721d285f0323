import type { Property, PropertySet } from '../model.ts'
import type { PropertySetText, PropertySetTexts } from './set-texts.ts'
import {
  buildBoundedValue,
  buildListValue,
  buildSingleValue,
  buildTableValue,
  formatValue,
  type ValueContext,
} from './values.ts'

/** Maximum nesting depth of complex properties. */
const DEEPEST = 6
const MOST_PROPERTIES = 5000
/** limit per complex property, all levels together */
const MOST_NESTED = 500

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

/**
 * Attributes of the property sets that the schema itself defines, from the fifth on, as in the EXPRESS of
 * IFC2x3, IFC4 and IFC4x3 (IfcArchitectureDomain). `-` is skipped; `%` marks ratios without a unit, all other
 * numbers are lengths.
 */
const FIXED_SETS: Record<string, string> = {
  IFCDOORLININGPROPERTIES:
    'LiningDepth LiningThickness ThresholdDepth ThresholdThickness TransomThickness TransomOffset LiningOffset ' +
    'ThresholdOffset CasingThickness CasingDepth - LiningToPanelOffsetX LiningToPanelOffsetY',
  IFCDOORPANELPROPERTIES: 'PanelDepth PanelOperation PanelWidth% PanelPosition',
  IFCWINDOWLININGPROPERTIES:
    'LiningDepth LiningThickness TransomThickness MullionThickness FirstTransomOffset% SecondTransomOffset% ' +
    'FirstMullionOffset% SecondMullionOffset% - LiningOffset LiningToPanelOffsetX LiningToPanelOffsetY',
  IFCWINDOWPANELPROPERTIES: 'OperationType PanelPosition FrameDepth FrameThickness',
  IFCPERMEABLECOVERINGPROPERTIES: 'OperationType PanelPosition FrameDepth FrameThickness',
}

/** Origins by which PropertySetTexts distinguishes sets. */
const ORIGINS = { element: 0, type: 1, quantities: 2 } as const

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
  const fixed = FIXED_SETS[entity]
  if (fixed === undefined) return null
  cursor.skip(1)
  const properties = readFixed(reading, fixed)
  return texts.ofText(formatPropertySet({ name: name || entityTitle(entity), of, properties }))
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
  texts.begin(ORIGINS[of], name)
  for (let at = 0; at < members.length && at < MOST_PROPERTIES; at++) {
    const slot = reading.cursor.slot(members[at] ?? 0)
    if (slot >= 0) texts.add(slot, write)
  }
  return texts.end(
    (properties) => `{"name":${JSON.stringify(name)},"of":"${of}","properties":[${properties}]}`,
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
    if (slot >= 0 && walk.budget.left-- > 0) properties.push(...readProperty(reading, slot, walk))
  }
  return properties
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
    case 'IFCPROPERTYENUMERATEDVALUE':
      return [buildListValue(reading, name, cursor.values(), 0)]
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
      const texts = [defining, defined].map((list) => list.map((value) => formatValue(reading, value)))
      return [buildTableValue(name, texts[0] ?? [], texts[1] ?? [])]
    }
    case 'IFCPROPERTYREFERENCEVALUE':
      return [referenceValue(reading, name)]
    case 'IFCCOMPLEXPROPERTY': {
      const members = walk.depth < DEEPEST ? cursor.skip(1).refs() : []
      return readAll(reading, members, deeper(walk, name))
    }
    default:
      return readQuantity(reading, entity, name, walk)
  }
}

/** Describes the referenced object by the first text of its statement: a material, person, document. */
function referenceValue(reading: ValueContext, name: string): Property {
  const { cursor } = reading
  const usage = cursor.string()
  const slot = cursor.slot(cursor.ref())
  if (slot < 0) return { name, value: usage }
  cursor.open(slot)
  for (let argument = 0; argument < 4 && !cursor.done; argument++) {
    const text = cursor.string()
    if (text !== '') return { name, value: text }
  }
  return { name, value: usage }
}

/** Reads a quantity from its third attribute on. */
function readQuantity(reading: ValueContext, entity: string, name: string, walk: Walk): Property[] {
  const { cursor, units } = reading
  if (entity === 'IFCPHYSICALCOMPLEXQUANTITY') {
    const members = walk.depth < DEEPEST ? cursor.refs() : []
    return readAll(reading, members, deeper(walk, name))
  }
  const kind = QUANTITY_UNITS[entity]
  if (kind === undefined) return []
  const unit = cursor.ref()
  const property = buildSingleValue(reading, name, cursor.value(), unit)
  const symbol = unit > 0 ? units.symbol(unit) : units.symbolOfKind(kind)
  if (property.number !== undefined && symbol !== '') property.unit = symbol
  return [property]
}

function readFixed(reading: ValueContext, attributes: string): Property[] {
  const properties: Property[] = []
  for (const attribute of attributes.split(' ')) {
    const value = reading.cursor.value()
    if (!value || attribute === '-' || value.ref > 0) continue
    const [name = '', ratio] = attribute.split(/(?=%)/)
    const property = buildSingleValue(reading, name, value, 0)
    if (property.number !== undefined && !ratio) property.unit = reading.units.symbolOfKind('LENGTHUNIT')
    properties.push(property)
  }
  return properties
}

/** Converts an entity name to a title: IFCDOORLININGPROPERTIES → Door lining properties */
function entityTitle(entity: string): string {
  const words = /^IFC(DOOR|WINDOW|PERMEABLE)(LINING|PANEL|COVERING)PROPERTIES$/.exec(entity)
  const [first = '', second = ''] = [words?.[1], words?.[2]?.toLowerCase()]
  return `${first.slice(0, 1)}${first.slice(1).toLowerCase()} ${second} properties`
}
