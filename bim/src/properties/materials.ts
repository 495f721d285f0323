import type { Property, PropertySet } from '../model.ts'
import { fixedMaterialSets, getFixedMaterialSet } from './attribute-names.ts'
import { formatEntityTitle, readFixedAttributes, readProperties } from './sets.ts'
import { buildSingleValue, type ValueContext } from './values.ts'

const MOST_LAYERS = 200
/** Ends the names of properties with the fraction of a constituent. */
export const FRACTION = ' / Fraction'

/**
 * Reads the sets of a material assignment: a single material, a list, layers with thickness, constituents or
 * profiles; followed by the property sets of the materials.
 * @param ofMaterial slots of IfcMaterialProperties by material, see indexMaterialProperties
 */
export function readMaterialSets(
  reading: ValueContext,
  id: number,
  ofMaterial: Map<number, number[]>,
): PropertySet[] {
  const { cursor } = reading
  const slot = cursor.slot(id)
  if (slot < 0) return []
  const owners: number[] = []
  const set = readAssignment(reading, slot, owners)
  const sets = set && set.properties.length > 0 ? [set] : []
  for (const owner of new Set(owners)) {
    for (const properties of ofMaterial.get(owner) ?? [])
      sets.push(readMaterialProperties(reading, properties))
  }
  return sets
}

/** Slots of IfcMaterialProperties by the material, layer, profile, constituent or set that they describe. */
export function indexMaterialProperties(reading: ValueContext): Map<number, number[]> {
  const byMaterial = new Map<number, number[]>()
  for (const entity of ['IFCMATERIALPROPERTIES', 'IFCEXTENDEDMATERIALPROPERTIES', ...fixedMaterialSets]) {
    for (const slot of reading.cursor.file.slotsOf(entity)) {
      const material = reading.cursor
        .open(slot)
        .skip(entity === 'IFCMATERIALPROPERTIES' ? 3 : 0)
        .ref()
      const slots = byMaterial.get(material)
      if (slots) slots.push(slot)
      else byMaterial.set(material, [slot])
    }
  }
  return byMaterial
}

function readMaterialProperties(reading: ValueContext, slot: number): PropertySet {
  const { cursor } = reading
  const entity = cursor.file.kindName(slot)
  const fixed = getFixedMaterialSet(entity)
  cursor.open(slot)
  if (fixed) {
    cursor.skip(1)
    const properties = readFixedAttributes(reading, fixed)
    return { name: formatEntityTitle(entity), of: 'material-properties', properties }
  }
  const old = entity === 'IFCEXTENDEDMATERIALPROPERTIES'
  const name = cursor.skip(old ? 3 : 0).string()
  const members = cursor
    .open(slot)
    .skip(old ? 1 : 2)
    .refs()
  const properties = readProperties(reading, members)
  return { name: name || 'Material properties', of: 'material-properties', properties }
}

/**
 * @param owners collects the definitions that may have properties of their own: the materials, layers, profiles and
 * constituents
 */
function readAssignment(reading: ValueContext, slot: number, owners: number[]): PropertySet | null {
  const { cursor } = reading
  const entity = cursor.file.kindName(slot)
  const nameOf = (id: number) => {
    owners.push(id)
    return cursor.openId(id) ? cursor.string() : ''
  }
  owners.push(cursor.file.id.at(slot))
  cursor.open(slot)
  switch (entity) {
    case 'IFCMATERIALLAYERSETUSAGE':
    case 'IFCMATERIALPROFILESETUSAGE':
    case 'IFCMATERIALPROFILESETUSAGETAPERING': {
      const target = cursor.slot(cursor.ref())
      const usage = target >= 0 && !/USAGE(TAPERING)?$/.test(cursor.file.kindName(target))
      return usage ? readAssignment(reading, target, owners) : null
    }
    case 'IFCMATERIAL':
      return materialSet('Material', [{ name: 'Material', value: cursor.string() }])
    case 'IFCMATERIALLIST':
      return materialSet(
        'Materials',
        cursor
          .refs()
          .slice(0, MOST_LAYERS)
          .map((id, index) => ({ name: `Material ${index + 1}`, value: nameOf(id) })),
      )
    case 'IFCMATERIALLAYERSET': {
      const layers = cursor.refs()
      owners.push(...layers.slice(0, MOST_LAYERS))
      const title = cursor.string()
      return materialSet(title || 'Material layers', readLayers(reading, layers, nameOf))
    }
    case 'IFCMATERIALLAYER':
    case 'IFCMATERIALLAYERWITHOFFSETS':
      return materialSet('Material layers', readLayers(reading, [cursor.file.id.at(slot)], nameOf))
    case 'IFCMATERIALCONSTITUENTSET':
    case 'IFCMATERIALPROFILESET': {
      const title = cursor.string()
      const parts = cursor.skip(1).refs()
      owners.push(...parts.slice(0, MOST_LAYERS))
      return materialSet(title || 'Materials', readParts(reading, parts, nameOf))
    }
    case 'IFCMATERIALCONSTITUENT':
    case 'IFCMATERIALPROFILE':
    case 'IFCMATERIALPROFILEWITHOFFSETS':
      return materialSet('Materials', readParts(reading, [cursor.file.id.at(slot)], nameOf))
    default:
      return null
  }
}

function materialSet(name: string, properties: Property[]): PropertySet {
  return { name, of: 'material', properties: properties.filter((property) => property.value !== '') }
}

/** Reads layers in order: material and thickness. */
function readLayers(reading: ValueContext, layers: number[], nameOf: (id: number) => string): Property[] {
  const { cursor, units } = reading
  const properties: Property[] = []
  for (const [index, layer] of layers.slice(0, MOST_LAYERS).entries()) {
    if (!cursor.openId(layer)) continue
    const material = cursor.ref()
    const thickness = cursor.value()
    const title = nameOf(material) || 'Layer'
    const property = buildSingleValue(reading, `${index + 1} ${title}`, thickness, 0)
    const symbol = units.symbolOfKind('LENGTHUNIT')
    if (property.number !== undefined && symbol !== '') property.unit = symbol
    properties.push(property)
  }
  return properties
}

/** Reads constituents and profiles, which have the same form: name, description, material; constituents a fraction. */
function readParts(reading: ValueContext, parts: number[], nameOf: (id: number) => string): Property[] {
  const { cursor } = reading
  const properties: Property[] = []
  for (const [index, part] of parts.slice(0, MOST_LAYERS).entries()) {
    if (!cursor.openId(part)) continue
    const name = cursor.string() || `Material ${index + 1}`
    const material = cursor.skip(1).ref()
    const fraction = cursor.value()
    properties.push({ name, value: nameOf(material) })
    if (fraction && fraction.number !== null)
      properties.push(buildSingleValue(reading, name + FRACTION, fraction, 0))
  }
  return properties
}
