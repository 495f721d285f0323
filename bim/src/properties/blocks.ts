import { PROPERTY_BLOCK, type Warning } from '../model.ts'
import type { StructureTable } from '../structure/structure.ts'
import { readAttributes } from './attributes.ts'
import { readClassification } from './classifications.ts'
import { Fragments } from './fragments.ts'
import { indexMaterialProperties, readMaterial } from './materials.ts'
import { writeSet, writeWhole } from './sets.ts'
import type { Reading } from './values.ts'

/** Text of all blocks together, in characters; a file that shares sets without end must not fill the disk. */
const MOST_TEXT = 1 << 29
const MOST_SETS = 400

/**
 * Writes the properties of every element, block by block, as JSON text of a PropertyBlock.
 * @returns what had to be left out
 */
export function writeBlocks(
  reading: Reading,
  table: StructureTable,
  write: (block: number, json: string) => void,
): Warning[] {
  const relations = new Relations(reading, table)
  const count = table.ids.length
  let left = MOST_TEXT
  let cut = 0
  for (let block = 0; block * PROPERTY_BLOCK < count; block++) {
    const builder = new BlockBuilder(reading, relations)
    const end = Math.min(count, (block + 1) * PROPERTY_BLOCK)
    for (let element = block * PROPERTY_BLOCK; element < end; element++) {
      if (builder.size < left) builder.add(table, element)
      else {
        builder.rows.push([])
        cut++
      }
    }
    left -= builder.size
    write(block, builder.json())
  }
  if (cut === 0) return []
  const message =
    'Some elements are shown without properties, because the file holds more than can be stored.'
  return [{ code: 'PROPERTIES_LIMIT', message, count: cut }]
}

/** What hangs on each element and type, by slot. */
class Relations {
  readonly sets: (number[] | undefined)[]
  readonly materials: (number[] | undefined)[]
  readonly classifications: (number[] | undefined)[]
  readonly materialProperties: Map<number, number[]>
  readonly typeSlots: number[]
  readonly typeSets = new Map<number, number[]>()
  readonly fragments: Fragments

  constructor(reading: Reading, table: StructureTable) {
    const { cursor } = reading
    this.fragments = new Fragments(cursor.file)
    this.materialProperties = indexMaterialProperties(reading)
    this.typeSlots = table.typeIds.map((id) => cursor.slot(id))
    this.sets = this.#read(reading, ['IFCRELDEFINESBYPROPERTIES', 'IFCRELOVERRIDESPROPERTIES'])
    this.materials = this.#read(reading, ['IFCRELASSOCIATESMATERIAL'])
    this.classifications = this.#read(reading, ['IFCRELASSOCIATESCLASSIFICATION'])
    for (const slot of this.typeSlots) {
      if (slot >= 0) this.typeSets.set(slot, cursor.open(slot).skip(5).refs())
    }
  }

  #read({ cursor }: Reading, kinds: string[]): (number[] | undefined)[] {
    // Made at its full length: a list with gaps would turn into a slow one.
    const lists: (number[] | undefined)[] = new Array(cursor.file.id.length)
    for (const kind of kinds)
      for (const relation of cursor.file.slotsOf(kind)) {
        const related = cursor.open(relation).skip(4).refs()
        const targets = cursor.refs().slice(0, MOST_SETS)
        for (const id of related) {
          const slot = cursor.slot(id)
          if (slot < 0) continue
          const list = lists[slot]
          // Lists are shared between the elements of a relation until one of them gets another.
          if (!list) lists[slot] = targets
          else if (list.length < MOST_SETS) lists[slot] = [...list, ...targets]
        }
      }
    return lists
  }
}

type Origin = 'element' | 'type' | 'material' | 'classification'

class BlockBuilder {
  readonly rows: number[][] = []
  size = 0
  #reading: Reading
  #relations: Relations
  #texts: string[] = []
  #indexOfText = new Map<string, number>()
  /** sets already written in this block, by where they come from and their entity */
  #indexOfEntity: Record<Origin, Map<number, number[]>> = {
    element: new Map(),
    type: new Map(),
    material: new Map(),
    classification: new Map(),
  }

  constructor(reading: Reading, relations: Relations) {
    this.#reading = reading
    this.#relations = relations
  }

  add(table: StructureTable, element: number): void {
    const { cursor } = this.#reading
    const relations = this.#relations
    const slot = cursor.slot(table.ids[element] ?? 0)
    const type = relations.typeSlots[table.structure.elements.type[element] ?? -1] ?? -1
    const row: number[] = []
    this.#place(writeWhole(readAttributes(this.#reading, slot)), row)
    const add = (ids: number[] | undefined, of: Origin) => {
      for (const id of ids ?? []) for (const index of this.#shared(id, of)) row.push(index)
    }
    add(relations.sets[slot], 'element')
    add(relations.typeSets.get(type), 'type')
    add(relations.materials[slot] ?? relations.materials[type], 'material')
    add(relations.classifications[slot], 'classification')
    add(relations.classifications[type], 'classification')
    this.rows.push([...new Set(row)].slice(0, MOST_SETS))
  }

  json(): string {
    return `{"sets":[${this.#texts.join(',')}],"elements":${JSON.stringify(this.rows)}}`
  }

  /** Index of the sets behind an entity, read once in a block however many elements share it. */
  #shared(id: number, of: Origin): number[] {
    const known = this.#indexOfEntity[of].get(id)
    if (known) return known
    const indices: number[] = []
    for (const text of this.#write(id, of)) this.#place(text, indices)
    this.#indexOfEntity[of].set(id, indices)
    return indices
  }

  #write(id: number, of: Origin): string[] {
    const slot = this.#reading.cursor.slot(id)
    if (slot < 0) return []
    if (of === 'material')
      return readMaterial(this.#reading, id, this.#relations.materialProperties).map(writeWhole)
    if (of !== 'classification') return [writeSet(this.#reading, slot, of, this.#relations.fragments)]
    const set = readClassification(this.#reading, id)
    return set ? [writeWhole(set)] : []
  }

  #place(text: string, row: number[]): void {
    if (text === '') return
    let index = this.#indexOfText.get(text)
    if (index === undefined) {
      index = this.#texts.push(text) - 1
      this.#indexOfText.set(text, index)
      this.size += text.length
    }
    row.push(index)
  }
}
