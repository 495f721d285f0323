import type { ByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { StatementTable } from '../step/statement-table.ts'
import { packSurfaceColor } from './colors.ts'

/** Larger files keep the colours of classes: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Limit on statements followed from one product, material or style. */
const MOST_FOLLOWED = 1000

const MATERIAL = /^IFCMATERIAL/
const REPRESENTATION = /^IFC(PRODUCTDEFINITIONSHAPE|SHAPEREPRESENTATION|MAPPEDITEM|REPRESENTATIONMAP)$/
const STYLE =
  /^IFC(STYLEDREPRESENTATION|STYLEDITEM|PRESENTATIONSTYLEASSIGNMENT|SURFACESTYLE|SURFACESTYLE(RENDERING|SHADING))$/
const SHADING = /^IFCSURFACESTYLE(RENDERING|SHADING)$/

interface ColoredFile {
  source: ByteSource
  cursor: Cursor
  /** STEP entity number by element */
  ids: Uint32Array
  /** index into `typeIds` by element, -1 without a type */
  types: readonly number[]
  /** STEP entity number by type */
  typeIds: readonly number[]
}

/**
 * Inherited colours of elements, which the first engine ignores: from the material of their type, if they have none
 * themselves, and from the layer of their shape. Both apply only to shapes without a style.
 * @returns packed colours (see colors.ts) by element
 */
export function readInheritedColors(file: ColoredFile): Map<number, number> {
  const { source, cursor, ids } = file
  const { kinds } = cursor.file
  const colors = new Map<number, number>()
  if (source.size > MOST_BYTES) return colors
  const hasLayers = kinds.includes('IFCPRESENTATIONLAYERWITHSTYLE')
  const materials = kinds.includes('IFCMATERIALDEFINITIONREPRESENTATION')
    ? findMaterialsOfTypes(file)
    : new Map<number, number>()
  if (!hasLayers && materials.size === 0) return colors
  const reader = new ColorReader(new StatementTable(source), source, cursor)
  if (hasLayers) reader.addLayerColors(ids, colors)
  reader.addMaterialColors(materials, colors)
  return colors
}

/** The material of the type by element, for elements without a material. */
function findMaterialsOfTypes({ cursor, ids, types, typeIds }: ColoredFile): Map<number, number> {
  const materialOf = new Map<number, number>()
  for (const slot of cursor.file.slotsOf('IFCRELASSOCIATESMATERIAL')) {
    const objects = cursor.open(slot).skip(4).refs()
    const material = cursor.ref()
    for (const id of objects) materialOf.set(id, material)
  }
  const found = new Map<number, number>()
  for (let element = 0; element < ids.length; element++) {
    const material = materialOf.get(typeIds[types[element] ?? -1] ?? 0)
    if (material !== undefined && !materialOf.has(ids[element] ?? 0)) found.set(element, material)
  }
  return found
}

class ColorReader {
  readonly #table: StatementTable
  readonly #source: ByteSource
  readonly #cursor: Cursor

  constructor(table: StatementTable, source: ByteSource, cursor: Cursor) {
    this.#table = table
    this.#source = source
    this.#cursor = cursor
  }

  /** Colours by element, from the materials by element. */
  addMaterialColors(materials: Map<number, number>, colors: Map<number, number>): void {
    const table = this.#table
    const definitions = new Map<number, number>()
    for (let slot = 0; slot < table.count; slot++)
      if (table.kindName(slot) === 'IFCMATERIALDEFINITIONREPRESENTATION')
        for (const id of table.listReferences(slot, 3)) definitions.set(id, slot)
    const colorOf = new Map<number, number | null>()
    for (const [element, material] of materials) {
      let color = colorOf.get(material)
      if (color === undefined) {
        color = null
        for (const slot of this.#follow([material], MATERIAL)) {
          const definition = definitions.get(table.id.at(slot))
          color ??= definition === undefined ? null : this.#readStyle(table.listReferences(definition, 2))
        }
        colorOf.set(material, color)
      }
      if (color !== null) colors.set(element, color)
    }
  }

  /** Colours by element, from the layers of their representations and items. */
  addLayerColors(ids: ArrayLike<number>, colors: Map<number, number>): void {
    const table = this.#table
    const colorOf = new Map<number, number>()
    for (let slot = 0; slot < table.count; slot++) {
      if (table.kindName(slot) !== 'IFCPRESENTATIONLAYERWITHSTYLE') continue
      const color = this.#readStyle(table.listReferences(slot, 7))
      if (color !== null) for (const id of table.listReferences(slot, 2)) colorOf.set(id, color)
    }
    if (colorOf.size === 0) return
    for (let element = 0; element < ids.length; element++) {
      const shapes = table.listReferences(table.numbers.slot(ids[element] ?? 0), 6)
      for (const slot of this.#follow(shapes, REPRESENTATION)) {
        const own = [table.id.at(slot), ...table.listReferences(slot, 3)]
        const color = own.map((id) => colorOf.get(id)).find((each) => each !== undefined)
        if (color === undefined) continue
        colors.set(element, color)
        break
      }
    }
  }

  /** The slots of statements of the given kinds, reached through statements of these kinds only, in order. */
  *#follow(ids: number[], kinds: RegExp): Generator<number> {
    const table = this.#table
    const seen = new Set<number>()
    const waiting = ids.map((id) => table.numbers.slot(id))
    for (let at = 0; at < waiting.length && seen.size < MOST_FOLLOWED; at++) {
      const slot = waiting[at] ?? -1
      if (slot < 0 || slot >= table.count || seen.has(slot) || !kinds.test(table.kindName(slot))) continue
      seen.add(slot)
      yield slot
      for (let next = table.firstReference.at(slot); next < table.endOfReferences(slot); next++)
        waiting.push(table.numbers.slot(table.references.at(next)))
    }
  }

  /** The colour of the first reached surface style, null without one. */
  #readStyle(ids: number[]): number | null {
    const table = this.#table
    for (const slot of this.#follow(ids, STYLE)) {
      if (!SHADING.test(table.kindName(slot))) continue
      const colour = table.numbers.slot(table.listReferences(slot, 0)[0] ?? 0)
      if (colour < 0 || table.kindName(colour) !== 'IFCCOLOURRGB') continue
      const transparency = this.#open(slot).skip(1).number() ?? 0
      const cursor = this.#open(colour).skip(1)
      const [red, green, blue] = [cursor.number(), cursor.number(), cursor.number()]
      return packSurfaceColor(red ?? 0, green ?? 0, blue ?? 0, 1 - transparency)
    }
    return null
  }

  #open(slot: number): Cursor {
    const begin = this.#table.begin.at(slot)
    const bytes = this.#source.read(begin, this.#table.end.at(slot) - begin)
    return this.#cursor.openBytes(bytes.slice(bytes.indexOf(0x28) + 1))
  }
}
