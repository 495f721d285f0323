import { ElementIndex } from '@plumbline/bim/elements/element-index'
import {
  PROPERTY_BLOCK_SIZE,
  type PropertyBlock,
  type PropertySet,
  type Structure,
} from '@plumbline/bim/model'

/** Generates structure and properties of models without geometry, for the element index benchmark. */

const STOREYS = 25
const CLASSES = [
  'IfcWall',
  'IfcDoor',
  'IfcPipeSegment',
  'IfcDuctSegment',
  'IfcCovering',
  'IfcFurniture',
  'IfcSlab',
  'IfcMember',
]
const TYPES = 400
const RATINGS = ['EI 15', 'EI 30', 'EI2 30-C', 'EI 60', 'EI 90', 'REI 120']

/** Deterministic pseudo-random number from 0 to 1 for an element. */
function chance(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
}

const pick = <T>(list: readonly T[], seed: number) => list[Math.floor(chance(seed) * list.length)] as T

/** A property set that all elements of a class share. */
const shared = (name: string, of: PropertySet['of'], properties: Record<string, string>): PropertySet => ({
  name,
  of,
  properties: Object.entries(properties).map(([key, value]) => ({ name: key, value })),
})

const markOf = (element: number, seed: number) => `M-${element}-${seed % 97}`
const seedOf = (model: number, element: number) => model * 104_729 + element * 31

/** A name and tag unique to one element of a model. */
export const nameTags = (model: number, element: number) => ({
  guid: `${model.toString(36).padStart(4, '0')}${element.toString(36).padStart(18, '0')}`,
  mark: markOf(element, seedOf(model, element)),
})

function setsOf(element: number, seed: number, type: number, entity: string): PropertySet[] {
  const kind = entity.slice(3)
  const measured = (name: string, most: number, unit: string, at: number) => {
    const number = Math.round(chance(seed + at) * most * 1000) / 1000
    return { name, value: String(number), number, unit }
  }
  const rating = chance(seed + 1) < 0.3 ? pick(RATINGS, seed + 2) : ''
  const external = chance(seed + 3) < 0.2 ? 'True' : 'False'
  const ids = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [
      `Parameter ${at}`,
      `${pick(['A', 'B', 'C', 'D'], type * 31 + at)} ${type % 17}`,
    ]),
  )
  return [
    shared('', 'attributes', { ObjectType: `${kind} type ${type}`, PredefinedType: 'STANDARD' }),
    shared(`Pset_${kind}Common`, 'element', {
      Reference: `R${type}`,
      FireRating: rating,
      IsExternal: external,
      LoadBearing: external,
      Status: 'NEW',
    }),
    shared('Identity', 'element', {
      Mark: markOf(element, seed),
      Phase: `Phase ${seed % 3}`,
    }),
    shared('Type parameters', 'type', ids),
    {
      name: `Qto_${kind}BaseQuantities`,
      of: 'quantities',
      properties: [
        measured('Length', 12_000, 'mm', 11),
        measured('Height', 4_000, 'mm', 12),
        measured('Width', 400, 'mm', 13),
        measured('NetArea', 48, 'm²', 14),
        measured('NetVolume', 12, 'm³', 15),
      ],
    },
    shared('Material', 'material', {
      Material: pick(['Concrete', 'Steel', 'Gypsum', 'Timber', 'Glass'], type),
    }),
    shared('Uniclass 2015', 'classification', { [`Ss_${25 + (type % 9)}_10_${type % 7}0`]: 'Systems' }),
  ]
}

function structureOf(model: number, elements: number): Structure {
  const structure: Structure = {
    elements: { guid: [], name: [], tag: [], class: [], type: [], parent: [], storey: [] },
    classes: CLASSES,
    types: Array.from({ length: TYPES }, (_, type) => ({
      guid: '',
      name: `${CLASSES[type % 8]?.slice(3)} family: type ${type}`,
      class: 'IfcTypeObject',
    })),
    groups: [],
  }
  for (let element = 0; element < elements; element++) {
    const type = Math.floor(chance(model * 7919 + element) * TYPES)
    const kind = CLASSES[type % 8]?.slice(3) ?? ''
    structure.elements.guid.push(nameTags(model, element).guid)
    structure.elements.name.push(`${kind} family: type ${type}:${model * 1_000_000 + element}`)
    structure.elements.tag.push(String(model * 1_000_000 + element))
    structure.elements.class.push(type % 8)
    structure.elements.type.push(type)
    structure.elements.parent.push(-1)
    structure.elements.storey.push(Math.floor((element / elements) * STOREYS))
  }
  return structure
}

function blockOf(model: number, block: number, structure: Structure): PropertyBlock {
  const result: PropertyBlock = { sets: [], elements: [] }
  const first = block * PROPERTY_BLOCK_SIZE
  const last = Math.min(structure.elements.guid.length, first + PROPERTY_BLOCK_SIZE)
  for (let element = first; element < last; element++) {
    const type = structure.elements.type[element] ?? 0
    const sets = setsOf(element, seedOf(model, element), type, CLASSES[type % 8] ?? '')
    result.elements.push(sets.map((set) => result.sets.push(set) - 1))
  }
  return result
}

/** Builds the index of a generated model like a conversion. */
export function generateIndex(model: number, elements: number): ElementIndex {
  const structure = structureOf(model, elements)
  const storeys = Array.from({ length: STOREYS }, (_, storey) => ({
    ...{ element: 0, guid: `storey-${storey}`, name: `Level ${storey}` },
    elevation_m: storey * 3.5,
  }))
  const index = new ElementIndex(structure, storeys)
  for (let block = 0; block * PROPERTY_BLOCK_SIZE < elements; block++)
    index.addBlock(block, blockOf(model, block, structure))
  return index
}
