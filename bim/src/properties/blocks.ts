import { type ConversionWarning, MOST_NAMED, PROPERTY_BLOCK_SIZE } from '../model.ts'
import type { StructureTable } from '../structure/structure.ts'
import { AttributeSets } from './attributes.ts'
import { readClassification } from './classifications.ts'
import { readDocument } from './documents.ts'
import { ElementLinks } from './links.ts'
import { indexMaterialProperties, readMaterialSets } from './materials.ts'
import { MOST_RELATED, Relations } from './relations.ts'
import { type PropertySetText, PropertySetTexts } from './set-texts.ts'
import { formatPropertySet, readPropertySet } from './sets.ts'
import type { ValueContext } from './values.ts'

/**
 * Limit of the text of all blocks in characters, so that a file with endlessly shared sets cannot fill the
 * disk.
 */
const MOST_TEXT = 1 << 29

/**
 * Writes the properties of all elements, block by block, as JSON of PropertyBlock.
 * @returns warnings about what was omitted
 */
export function writePropertyBlocks(
  reading: ValueContext,
  table: StructureTable,
  write: (block: number, json: string) => void,
): ConversionWarning[] {
  const sets = new ElementSets(reading, table)
  const count = table.ids.length
  let left = MOST_TEXT
  let cut = 0
  const shortened: number[] = []
  for (let block = 0; block * PROPERTY_BLOCK_SIZE < count; block++) {
    const builder = new BlockBuilder(block)
    const end = Math.min(count, (block + 1) * PROPERTY_BLOCK_SIZE)
    for (let element = block * PROPERTY_BLOCK_SIZE; element < end; element++) {
      builder.begin(element)
      if (builder.size < left) {
        let isComplete = true
        sets.each(element, (set) => {
          isComplete = builder.add(set) && isComplete
        })
        if (!isComplete || sets.isCut(element)) shortened.push(element)
      } else cut++
    }
    left -= builder.size
    write(block, builder.json())
    sets.forget()
  }
  return [...buildLimitWarning(cut), ...buildRelatedWarning(table, shortened)]
}

function buildLimitWarning(count: number): ConversionWarning[] {
  const message =
    'Some elements are shown without properties because the file contains more than can be stored.'
  return count === 0 ? [] : [{ code: 'PROPERTIES_LIMIT', message, count }]
}

function buildRelatedWarning({ structure, ids }: StructureTable, elements: number[]): ConversionWarning[] {
  if (elements.length === 0) return []
  const { name } = structure.elements
  const message =
    'Some elements have more property sets, materials, documents or connections than are shown, which are the first 400.'
  const which = elements.slice(0, MOST_NAMED).map((element) => name[element] || `#${ids[element]}`)
  return [{ code: 'RELATED_LIMIT', message, count: elements.length, which }]
}

/** Looks up the sets of each element; shared sets are parsed once. */
class ElementSets {
  #reading: ValueContext
  #table: StructureTable
  #texts: PropertySetTexts
  #attributes: AttributeSets
  #typeSlots: number[]
  #sets: Relations
  #materials: Relations
  #classifications: Relations
  #documents: Relations
  #links: ElementLinks
  #materialProperties: Map<number, number[]>
  /** by index in the targets of `#sets` */
  #ofTarget: (PropertySetText | null | undefined)[]
  /** by type, and by entity number */
  #ofType = new Map<number, PropertySetText[]>()
  #ofMaterial = new Map<number, PropertySetText[]>()
  #ofClassification = new Map<number, PropertySetText[]>()
  #ofDocument = new Map<number, PropertySetText[]>()

  constructor(reading: ValueContext, table: StructureTable) {
    const { cursor } = reading
    this.#reading = reading
    this.#table = table
    this.#texts = new PropertySetTexts(cursor.file)
    this.#attributes = new AttributeSets(reading, this.#texts)
    this.#materialProperties = indexMaterialProperties(reading)
    this.#typeSlots = table.typeIds.map((id) => cursor.slot(id))
    // Owner numbers of types follow those of elements.
    const ownerOf = table.elementOfSlot.slice()
    for (const [type, slot] of this.#typeSlots.entries()) ownerOf[slot] = table.ids.length + type
    const owners = table.ids.length + this.#typeSlots.length
    const relations = (...kinds: string[]) => new Relations(cursor, kinds, ownerOf, owners)
    this.#sets = relations('IFCRELDEFINESBYPROPERTIES', 'IFCRELOVERRIDESPROPERTIES')
    this.#materials = relations('IFCRELASSOCIATESMATERIAL')
    this.#classifications = relations('IFCRELASSOCIATESCLASSIFICATION')
    this.#documents = relations('IFCRELASSOCIATESDOCUMENT')
    this.#links = new ElementLinks(cursor, table)
    this.#ofTarget = new Array(this.#sets.targets.length)
  }

  each(element: number, take: (set: PropertySetText) => void): void {
    const { ids, structure } = this.#table
    const type = structure.elements.type[element] ?? -1
    const typeOwner = type < 0 ? -1 : ids.length + type
    const attributes = this.#attributes.ofSlot(this.#reading.cursor.slot(ids[element] ?? 0))
    if (attributes) take(attributes)
    this.#sets.each(element, (target) => {
      const set = this.#ofRelation(target)
      if (set) take(set)
    })
    if (type >= 0) for (const set of this.#typeSets(type)) take(set)
    const takeMaterial = (target: number) => {
      for (const set of this.#material(this.#materials.targets.at(target))) take(set)
    }
    if (!this.#materials.each(element, takeMaterial)) this.#materials.each(typeOwner, takeMaterial)
    for (const owner of [element, typeOwner]) {
      this.#classifications.each(owner, (target) => {
        for (const set of this.#classification(this.#classifications.targets.at(target))) take(set)
      })
      this.#documents.each(owner, (target) => {
        for (const set of this.#document(this.#documents.targets.at(target))) take(set)
      })
    }
    for (const links of this.#links.setsOf(element)) {
      const set = this.#texts.ofText(formatPropertySet(links))
      if (set) take(set)
    }
  }

  /** Whether `each` leaves out objects related to the element or its type. */
  isCut(element: number): boolean {
    const type = this.#table.structure.elements.type[element] ?? -1
    const owners = type < 0 ? [element] : [element, this.#table.ids.length + type]
    const relations = [this.#sets, this.#materials, this.#classifications, this.#documents]
    return (
      this.#links.isCut(element) ||
      owners.some((owner) => relations.some((relation) => relation.isCut(owner)))
    )
  }

  /** Clears the caches between two blocks, as they would grow with the file. */
  forget(): void {
    if (!this.#texts.forget()) return
    this.#attributes.forget()
    this.#ofTarget.fill(undefined)
    for (const known of [this.#ofType, this.#ofMaterial, this.#ofClassification, this.#ofDocument])
      known.clear()
  }

  #ofRelation(target: number): PropertySetText | null {
    const known = this.#ofTarget[target]
    if (known !== undefined) return known
    const set = this.#read(this.#sets.targets.at(target), 'element')
    this.#ofTarget[target] = set
    return set
  }

  #read(id: number, of: 'element' | 'type'): PropertySetText | null {
    const slot = this.#reading.cursor.slot(id)
    return slot < 0 ? null : readPropertySet(this.#reading, slot, of, this.#texts)
  }

  #typeSets(type: number): PropertySetText[] {
    return remembered(this.#ofType, type, () => {
      const slot = this.#typeSlots[type] ?? -1
      const ids = slot < 0 ? [] : this.#reading.cursor.open(slot).skip(5).refs()
      // IFC4 may relate a set to a type as well.
      this.#sets.each(this.#table.ids.length + type, (target) => ids.push(this.#sets.targets.at(target)))
      return ids.map((id) => this.#read(id, 'type'))
    })
  }

  #material(id: number): PropertySetText[] {
    return remembered(this.#ofMaterial, id, () =>
      readMaterialSets(this.#reading, id, this.#materialProperties).map((set) =>
        this.#texts.ofText(formatPropertySet(set)),
      ),
    )
  }

  #document(id: number): PropertySetText[] {
    return remembered(this.#ofDocument, id, () => {
      const set = readDocument(this.#reading, id)
      return [set && this.#texts.ofText(formatPropertySet(set))]
    })
  }

  #classification(id: number): PropertySetText[] {
    return remembered(this.#ofClassification, id, () => {
      const set = readClassification(this.#reading, id)
      return [set && this.#texts.ofText(formatPropertySet(set))]
    })
  }
}

function remembered(
  known: Map<number, PropertySetText[]>,
  id: number,
  read: () => (PropertySetText | null)[],
): PropertySetText[] {
  let sets = known.get(id)
  if (!sets) {
    sets = read().filter((set) => set !== null)
    known.set(id, sets)
  }
  return sets
}

/** The rows of one block and their shared sets. */
class BlockBuilder {
  size = 0
  #block: number
  #element = -1
  #texts: string[] = []
  #rows: number[][] = []
  #row: number[] = []

  constructor(block: number) {
    this.#block = block
  }

  begin(element: number): void {
    this.#element = element
    this.#row = []
    this.#rows.push(this.#row)
  }

  /** False when the element has too many sets to take this one. */
  add(set: PropertySetText): boolean {
    if (set.element === this.#element) return true
    if (this.#row.length >= MOST_RELATED) return false
    set.element = this.#element
    if (set.block !== this.#block) {
      set.block = this.#block
      set.index = this.#texts.push(set.text) - 1
      this.size += set.text.length
    }
    this.#row.push(set.index)
    return true
  }

  json(): string {
    return `{"sets":[${this.#texts.join()}],"elements":${JSON.stringify(this.#rows)}}`
  }
}
