import type { Property, PropertySet } from '../model.ts'
import { readProperties } from './sets.ts'
import { buildSingleValue, type ValueContext } from './values.ts'

const MOST_LAYERS = 200

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
  const materials: number[] = []
  const set = readAssignment(reading, slot, materials)
  const sets = set && set.properties.length > 0 ? [set] : []
  for (const material of new Set(materials)) {
    for (const properties of ofMaterial.get(material) ?? [])
      sets.push(readMaterialProperties(reading, properties))
  }
  return sets
}

/** Slots of IfcMaterialProperties by material. */
export function indexMaterialProperties(reading: ValueContext): Map<number, number[]> {
  const byMaterial = new Map<number, number[]>()
  for (const entity of ['IFCMATERIALPROPERTIES', 'IFCEXTENDEDMATERIALPROPERTIES']) {
    for (const slot of reading.cursor.file.slotsOf(entity)) {
      const old = entity === 'IFCEXTENDEDMATERIALPROPERTIES'
      const material = reading.cursor
        .open(slot)
        .skip(old ? 0 : 3)
        .ref()
      byMaterial.set(material, [...(byMaterial.get(material) ?? []), slot])
    }
  }
  return byMaterial
}

function readMaterialProperties(reading: ValueContext, slot: number): PropertySet {
  const { cursor } = reading
  const old = cursor.file.kindName(slot) === 'IFCEXTENDEDMATERIALPROPERTIES'
  const name = cursor
    .open(slot)
    .skip(old ? 3 : 0)
    .string()
  const members = cursor
    .open(slot)
    .skip(old ? 1 : 2)
    .refs()
  return { name: name || 'Material properties', of: 'material', properties: readProperties(reading, members) }
}

function readAssignment(reading: ValueContext, slot: number, materials: number[]): PropertySet | null {
  const { cursor } = reading
  const entity = cursor.file.kindName(slot)
  const name = (id: number) => {
    materials.push(id)
    return cursor.openId(id) ? cursor.string() : ''
  }
  cursor.open(slot)
  switch (entity) {
    case 'IFCMATERIALLAYERSETUSAGE':
    case 'IFCMATERIALPROFILESETUSAGE':
    case 'IFCMATERIALPROFILESETUSAGETAPERING': {
      const target = cursor.slot(cursor.ref())
      const usage = target >= 0 && !cursor.file.kindName(target).endsWith('USAGE')
      return usage ? readAssignment(reading, target, materials) : null
    }
    case 'IFCMATERIAL':
      materials.push(cursor.file.id.at(slot))
      return materialSet('Material', [{ name: 'Material', value: cursor.string() }])
    case 'IFCMATERIALLIST':
      return materialSet(
        'Materials',
        cursor
          .refs()
          .slice(0, MOST_LAYERS)
          .map((id, index) => ({ name: `Material ${index + 1}`, value: name(id) })),
      )
    case 'IFCMATERIALLAYERSET': {
      const layers = cursor.refs()
      const title = cursor.string()
      return materialSet(title || 'Material layers', readLayers(reading, layers, name))
    }
    case 'IFCMATERIALLAYER':
      return materialSet('Material layers', readLayers(reading, [cursor.file.id.at(slot)], name))
    case 'IFCMATERIALCONSTITUENTSET':
    case 'IFCMATERIALPROFILESET': {
      const title = cursor.string()
      const parts = cursor.skip(1).refs()
      return materialSet(title || 'Materials', readParts(reading, parts, name))
    }
    case 'IFCMATERIALCONSTITUENT':
    case 'IFCMATERIALPROFILE':
      return materialSet('Materials', readParts(reading, [cursor.file.id.at(slot)], name))
    default:
      return null
  }
}

function materialSet(name: string, properties: Property[]): PropertySet {
  return { name, of: 'material', properties: properties.filter((property) => property.value !== '') }
}

/** Reads layers in order: material and thickness. */
function readLayers(reading: ValueContext, layers: number[], name: (id: number) => string): Property[] {
  const { cursor, units } = reading
  const properties: Property[] = []
  for (const [index, layer] of layers.slice(0, MOST_LAYERS).entries()) {
    if (!cursor.openId(layer)) continue
    const material = cursor.ref()
    const thickness = cursor.value()
    const title = name(material) || 'Layer'
    const property = buildSingleValue(reading, `${index + 1} ${title}`, thickness, 0)
    if (property.number !== undefined) property.unit = units.symbolOfKind('LENGTHUNIT')
    properties.push(property)
  }
  return properties
}

/** Reads constituents and profiles, which have the same form: name, description, material. */
function readParts(reading: ValueContext, parts: number[], name: (id: number) => string): Property[] {
  const { cursor } = reading
  const properties: Property[] = []
  for (const [index, part] of parts.slice(0, MOST_LAYERS).entries()) {
    if (!cursor.openId(part)) continue
    const title = cursor.string()
    const material = cursor.skip(1).ref()
    properties.push({ name: title || `Material ${index + 1}`, value: name(material) })
  }
  return properties
}
