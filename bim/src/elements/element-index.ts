import type { Property, PropertyBlock, PropertySet, Structure } from '../model.ts'
import { PROPERTY_BLOCK_SIZE } from '../model.ts'
import { FRACTION } from '../properties/materials.ts'
import type { StoreyRow } from '../structure/structure.ts'
import { ContentHash } from './hash.ts'
import { parseRatingMinutes, parseSortNumber, toBaseUnit } from './measures.ts'
import { cleanText, splitClassName, splitWords } from './text.ts'
import {
  GatheredProperty,
  type PropertyKind,
  type PropertyRow,
  ValuePairs,
  type ValuesRow,
} from './values.ts'

/** Version of the row contents; indexes of another version are ignored. */
export const INDEX_VERSION = 2

const LONGEST_NAME = 120
/** Limits per file; values beyond them are still in the property blocks. */
const MOST_PROPERTIES = 20_000
const MOST_VALUES = 4_000_000
const MOST_PAIRS = 100_000_000
const MOST_OF_ELEMENT = 2000

/** One row per file. */
export interface ModelRow {
  version: number
  elements: number
  storeys: { guid: string; name: string; elevation_m: number | null }[]
  /** whether rows were omitted because the file exceeds the limits */
  cut: boolean
}

export interface ElementRow {
  element: number
  guid: string
  name: string
  tag: string
  class: string
  type: string
  storey: number
  /** equal in two files if all properties of the element are equal */
  properties_hash: number
}

/** A property set, preprocessed once for all elements of its block. */
interface GatheredSet {
  /** property and value number of each entry */
  entries: [GatheredProperty, value: number][]
  materials: Set<string>
  /** code and title by system */
  classifications: [system: string, text: string][]
  ofType: boolean
  fireRated: boolean
  hash: ContentHash
}

/**
 * Converts a model's structure and properties to rows of the database in which projects are searched: for each
 * property its sorted values, for each value the elements that have it. Blocks are added in order.
 */
export class ElementIndex {
  #structure: Structure
  #storeys: StoreyRow[]
  #properties = new Map<string, GatheredProperty>()
  #pairs = new ValuePairs()
  #values = 0
  #hashes: Float64Array
  #cut = false
  /** search words by class and type */
  #words = new Map<string, string[]>()
  /** the space that contains each element, -1 for none */
  #spaces: Int32Array

  constructor(structure: Structure, storeys: StoreyRow[]) {
    this.#structure = structure
    this.#storeys = storeys
    this.#hashes = new Float64Array(structure.elements.guid.length)
    this.#spaces = spacesOf(structure)
    for (const group of structure.groups) {
      const name = group.name || group.class
      const property = this.#property('system', group.class, '', '')
      const value = property && this.#value(property, cleanText(name), null)
      if (property && value !== undefined)
        for (const element of group.members) this.#pairs.add(value, element)
    }
  }

  /** Adds the properties of the elements of a block. */
  addBlock(block: number, { sets, elements }: PropertyBlock): void {
    const gathered: (GatheredSet | undefined)[] = new Array(sets.length)
    for (const [row, indices] of elements.entries()) {
      const element = block * PROPERTY_BLOCK_SIZE + row
      if (element >= this.#hashes.length) return
      const hash = new ContentHash()
      const own: GatheredSet[] = []
      for (const index of indices) {
        const set = sets[index]
        // Connections to other elements are not indexed as values.
        if (!set || set.of === 'ports' || set.of === 'connections') continue
        gathered[index] ??= this.#gather(set)
        hash.addSum(gathered[index].hash)
        own.push(gathered[index])
      }
      this.#hashes[element] = hash.value
      this.#describe(element, own)
      this.#place(element, own, sets, indices)
    }
  }

  /** The row of the file; complete after the last block. */
  model(): ModelRow {
    const storeys = this.#storeys.map(({ guid, name, elevation_m }) => ({
      guid: cleanText(guid, LONGEST_NAME),
      name: cleanText(name, LONGEST_NAME),
      elevation_m,
    }))
    return { version: INDEX_VERSION, elements: this.#hashes.length, storeys, cut: this.#cut }
  }

  /** The rows of all properties, each followed by the rows of its values. */
  *rows(): Generator<{ property: PropertyRow } | { values: ValuesRow }> {
    const { counts, elementsOf } = this.#pairs.sort(this.#values)
    for (const [key, property] of this.#properties) {
      if (property.values.size > 0) {
        yield { property: property.row(counts) }
        for (const values of property.runs(elementsOf)) yield { values }
      }
      this.#properties.delete(key)
    }
  }

  *elements(): Generator<ElementRow> {
    const { elements, classes, types } = this.#structure
    for (let element = 0; element < elements.guid.length; element++) {
      yield {
        element,
        guid: cleanText(elements.guid[element] ?? '', 64),
        name: cleanText(elements.name[element] ?? ''),
        tag: cleanText(elements.tag[element] ?? '', LONGEST_NAME),
        class: cleanText(classes[elements.class[element] ?? -1] ?? '', LONGEST_NAME),
        type: cleanText(types[elements.type[element] ?? -1]?.name ?? ''),
        storey: elements.storey[element] ?? -1,
        properties_hash: this.#hashes[element] ?? 0,
      }
    }
  }

  #property(kind: PropertyKind, set: string, name: string, unit: string): GatheredProperty | undefined {
    const key = `${kind}\n${set}\n${name}\n${unit}`
    const known = this.#properties.get(key)
    if (known) return known
    if (this.#properties.size >= MOST_PROPERTIES) {
      this.#cut = true
      return undefined
    }
    const set_name = cleanText(set, LONGEST_NAME)
    const title = cleanText(name, LONGEST_NAME)
    const made = new GatheredProperty(this.#properties.size, kind, set_name, title, cleanText(unit, 24))
    this.#properties.set(key, made)
    return made
  }

  /** Number of a value, existing or new; undefined when the value is empty or the limit is reached. */
  #value(property: GatheredProperty, text: string, number: number | null): number | undefined {
    if (text.trim() === '') return undefined
    const known = property.values.get(text)
    if (known) return known.id
    if (this.#values >= MOST_VALUES) {
      this.#cut = true
      return undefined
    }
    const id = this.#values++
    property.values.set(text, { id, text, number })
    return id
  }

  #gather(set: PropertySet): GatheredSet {
    const gathered: GatheredSet = {
      entries: [],
      materials: new Set(),
      classifications: [],
      ofType: set.of === 'type',
      fireRated: false,
      hash: new ContentHash(),
    }
    const set_name = set.of === 'attributes' ? 'Attributes' : set.name
    for (const entry of set.properties) {
      const { name, value, unit = '' } = entry
      gathered.hash.add(`${set.name}\n${name}\n${value}\n${unit}`)
      if (set.of === 'classification')
        gathered.classifications.push([set.name, name === 'System' ? value : `${name} ${value}`])
      else if (set.of === 'material') gatherMaterial(gathered, set, entry)
      if (set.of === 'classification' || gathered.entries.length >= MOST_OF_ELEMENT) continue
      const text = cleanText(value)
      const property = this.#property('property', set_name, name, unit)
      const number = entry.number === undefined ? parseSortNumber(text) : toBaseUnit(entry.number, unit)
      const id = property && this.#value(property, text, number)
      if (!property || id === undefined) continue
      if (entry.number !== undefined) property.measured++
      if (name === 'FireRating' && parseRatingMinutes(text) !== null) gathered.fireRated = true
      gathered.entries.push([property, id])
    }
    return gathered
  }

  /** Adds the properties of an element; its own values take precedence over those of its type. */
  #describe(element: number, own: GatheredSet[]): void {
    let count = 0
    for (const ofType of [false, true])
      for (const set of own) {
        if (set.ofType !== ofType) continue
        for (const [property, value] of set.entries) {
          if (property.last === element || count >= MOST_OF_ELEMENT || this.#pairs.length >= MOST_PAIRS)
            continue
          property.last = element
          this.#pairs.add(value, element)
          count++
        }
      }
    if (count >= MOST_OF_ELEMENT || this.#pairs.length >= MOST_PAIRS) this.#cut = true
  }

  /**
   * Adds the built-in properties of an element: class, type, location, materials, classifications, search
   * words.
   */
  #place(element: number, own: GatheredSet[], sets: PropertySet[], indices: number[]): void {
    const { elements, classes, types } = this.#structure
    const entity = classes[elements.class[element] ?? -1] ?? ''
    const type = types[elements.type[element] ?? -1]?.name ?? ''
    const storey = elements.storey[element] ?? -1
    const space = this.#spaces[element] ?? -1
    this.#add('class', '', entity, element)
    this.#add('type', '', type, element)
    // storeys with the same name are distinguished by their number
    if (storey >= 0) this.#add('storey', `${storey}`, this.#storeys[storey]?.name || `${storey + 1}`, element)
    if (space >= 0) this.#add('space', '', elements.name[space] ?? '', element)
    for (const set of own) {
      for (const material of set.materials) this.#add('material', '', material, element)
      for (const [system, text] of set.classifications) this.#add('classification', system, text, element)
    }
    const words = new Set(this.#kindWords(entity, type))
    for (const word of splitWords(elements.name[element] ?? '')) words.add(word)
    for (const word of splitWords(elements.tag[element] ?? '')) words.add(word)
    // the use of a room is in its LongName
    const first = sets[indices[0] ?? -1]
    const attributes = first?.of === 'attributes' ? first.properties : []
    const title = attributes.find(({ name }) => name === 'LongName')?.value ?? ''
    for (const word of title === '' ? [] : splitWords(title)) words.add(word)
    // adds the words "fire door" to doors with a fire rating, whatever their name
    if (own.some(({ fireRated }) => fireRated)) words.add('fire')
    for (const word of words) this.#add('word', '', word, element)
  }

  #kindWords(entity: string, type: string): string[] {
    const key = `${entity}\n${type}`
    const known = this.#words.get(key)
    if (known) return known
    const words = [
      ...new Set([...splitWords(splitClassName(entity)), ...splitWords(entity), ...splitWords(type)]),
    ]
    this.#words.set(key, words)
    return words
  }

  #add(kind: PropertyKind, set: string, value: string, element: number): void {
    const property = this.#property(kind, set, '', '')
    const id = property && this.#value(property, cleanText(value), null)
    if (id === undefined) return
    if (this.#pairs.length >= MOST_PAIRS) this.#cut = true
    else this.#pairs.add(id, element)
  }
}

/** Collects a material name; layers and constituents store it in different places. */
function gatherMaterial(gathered: GatheredSet, set: PropertySet, { name, value, number }: Property): void {
  // Artefacts of older converters do not distinguish the properties of materials.
  if (/^Pset_|^Material properties$/.test(set.name) || name.endsWith(FRACTION)) return
  gathered.materials.add(number === undefined ? value : name.replace(/^\d+ /, ''))
}

/** The nearest enclosing space of each element. */
function spacesOf({ elements, classes }: Structure): Int32Array {
  const isSpace = classes.map((name) => name === 'IfcSpace')
  const spaces = new Int32Array(elements.guid.length).fill(-1)
  // Parents precede children, so a single pass propagates the space.
  for (let element = 0; element < spaces.length; element++) {
    const parent = elements.parent[element] ?? -1
    if (parent < 0) continue
    spaces[element] = isSpace[elements.class[parent] ?? -1] ? parent : (spaces[parent] ?? -1)
  }
  return spaces
}
