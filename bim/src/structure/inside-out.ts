import { type ByteSource, createByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { findArgument } from '../step/find-argument.ts'
import { StatementTable } from '../step/statement-table.ts'
import type { Vector } from './alignment-curve.ts'
import { addParts } from './cut-elements.ts'
import { isElementEntity } from './entities.ts'

/** Larger files are drawn by the first engine only: the second one holds them in memory. */
const MOST_BYTES = 512_000_000
/** Bodies whose statements are in memory at the same time. */
const BATCH = 200
/** Deepest nesting of mapped items that is followed. */
const DEEPEST = 64
/** Largest sum of the area vectors of a closed body, as a share of its area. */
const CLOSED = 1e-3

const FACETED = /^IFC(TRIANGULATEDFACESET|POLYGONALFACESET|FACETEDBREP)$/
const BOOLEAN = /^IFCBOOLEAN\w*RESULT$/

/**
 * Entity numbers of elements that are cut, by openings or booleans, and have a body that is inside out, as may be the opening:
 * all faces of a closed body point to its inside. The first engine adds what it should subtract.
 * @param hosts elements that are cut by openings, see cut-elements.ts
 */
export function findInsideOutCuts(
  source: ByteSource,
  cursor: Cursor,
  hosts: ReadonlySet<number>,
): Set<number> {
  const { file } = cursor
  const found = new Set<number>()
  if (source.size > MOST_BYTES || !file.kinds.some((entity) => FACETED.test(entity))) return found
  const hostsOf = new Map<number, number[]>()
  for (const entity of ['IFCRELVOIDSELEMENT', 'IFCRELPROJECTSELEMENT'])
    for (const slot of file.slotsOf(entity)) {
      const [host, opening] = [cursor.open(slot).skip(4).ref(), cursor.ref()]
      const known = hostsOf.get(opening)
      if (known) known.push(host)
      else hostsOf.set(opening, [host])
    }
  const products = new Set([...hosts, ...hostsOf.keys()])
  if (file.kinds.some((entity) => BOOLEAN.test(entity)))
    for (const entity of file.kinds.filter(isElementEntity))
      for (const slot of file.slotsOf(entity)) products.add(file.id.at(slot))
  const isCut = (product: number) => hosts.has(product) || hostsOf.has(product)
  const bodies = new Set<number>()
  const collecting = new BodySearch(cursor, (body) => {
    bodies.add(body)
    return false
  })
  for (const product of products) collecting.hasBody(product, isCut(product))
  const insideOut = findInsideOut(source, bodies)
  if (insideOut.size === 0) return found
  const search = new BodySearch(cursor, (body) => insideOut.has(body))
  const ofOpenings = new Set<number>()
  for (const product of products) {
    if (!search.hasBody(product, isCut(product))) continue
    const cut = hostsOf.get(product)
    if (cut) for (const host of cut) ofOpenings.add(host)
    else found.add(product)
  }
  for (const host of addParts(cursor, ofOpenings)) found.add(host)
  return found
}

/** Searches the faceted bodies of products; each representation is read once, because many products may repeat it. */
class BodySearch {
  readonly #cursor: Cursor
  readonly #isWanted: (body: number) => boolean
  /** by twice the number of a representation, and one more with all bodies */
  readonly #known = new Map<number, boolean>()

  constructor(cursor: Cursor, isWanted: (body: number) => boolean) {
    this.#cursor = cursor
    this.#isWanted = isWanted
  }

  /** @param all whether bodies count that are no operand of a boolean */
  hasBody(product: number, all: boolean): boolean {
    const cursor = this.#cursor
    const definition = cursor.openId(product) ? cursor.skip(6).ref() : 0
    const representations = cursor.openId(definition) ? cursor.skip(2).refs() : []
    return representations.some((id) => this.#search(id, all, 0))
  }

  #search(representation: number, all: boolean, depth: number): boolean {
    const key = representation * 2 + Number(all)
    const known = this.#known.get(key)
    if (known !== undefined || depth > DEEPEST) return known ?? false
    // Reaching it again while it is searched means that it contains itself.
    this.#known.set(key, false)
    const found = this.#searchItems(representation, all, depth)
    this.#known.set(key, found)
    return found
  }

  #searchItems(representation: number, all: boolean, depth: number): boolean {
    const cursor = this.#cursor
    const items = cursor.openId(representation) ? cursor.skip(3).refs() : []
    const operands = new Set<number>()
    const take = (item: number, isOperand: boolean): boolean => {
      const entity = cursor.file.entityOf(item)
      if (FACETED.test(entity)) return isOperand && this.#isWanted(item)
      if (BOOLEAN.test(entity) && cursor.openId(item))
        for (const operand of [cursor.skip(1).ref(), cursor.ref()]) operands.add(operand)
      const isMapped = entity === 'IFCMAPPEDITEM' && cursor.openId(item) && cursor.openId(cursor.ref())
      return isMapped && this.#search(cursor.skip(1).ref(), all, depth + 1)
    }
    if (items.some((item) => take(item, all))) return true
    // grows during the iteration
    for (const operand of operands) if (take(operand, true)) return true
    return false
  }
}

function findInsideOut(source: ByteSource, bodies: ReadonlySet<number>): Set<number> {
  const found = new Set<number>()
  for (const { ids, bytes } of bodies.size > 0 ? extractClosures(source, [...bodies], BATCH) : []) {
    const reader = new FaceReader(bytes)
    for (const id of ids) if (isInsideOut(reader.readFaces(id))) found.add(id)
  }
  return found
}

/** Whether faces enclose a volume that is negative. */
function isInsideOut(faces: Vector[][]): boolean {
  const [center] = faces[0] ?? []
  if (!center) return false
  let area = 0
  let volume = 0
  const sum: Vector = [0, 0, 0]
  for (const face of faces) {
    const corners = face.map(
      (corner): Vector => [corner[0] - center[0], corner[1] - center[1], corner[2] - center[2]],
    )
    const normal = computeAreaVector(corners)
    const [first = [0, 0, 0]] = corners
    area += Math.hypot(...normal)
    for (const axis of [0, 1, 2] as const) {
      sum[axis] += normal[axis]
      volume += first[axis] * normal[axis]
    }
  }
  return Math.hypot(...sum) < area * CLOSED && volume < 0
}

/** Twice the area of a plane polygon, along its normal. */
function computeAreaVector(corners: Vector[]): Vector {
  const normal: Vector = [0, 0, 0]
  for (const [at, [x, y, z]] of corners.entries()) {
    const [nx, ny, nz] = corners[(at + 1) % corners.length] ?? [0, 0, 0]
    normal[0] += y * nz - z * ny
    normal[1] += z * nx - x * nz
    normal[2] += x * ny - y * nx
  }
  return normal
}

/** Reads the outer borders of faces; holes in them do not change the sign of a volume. */
class FaceReader {
  readonly #bytes: Uint8Array
  readonly #table: StatementTable
  readonly #lists = new Map<number, Vector[]>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#table = new StatementTable(createByteSource(bytes))
  }

  readFaces(id: number): Vector[][] {
    const table = this.#table
    const slot = table.numbers.slot(id)
    if (slot < 0) return []
    const entity = table.kindName(slot)
    if (entity === 'IFCFACETEDBREP') return this.#refs(id).flatMap((shell) => this.#readShell(shell))
    const points = this.#readPoints(this.#refs(id)[0] ?? 0)
    const isTriangulated = entity === 'IFCTRIANGULATEDFACESET'
    const order = this.#readLists(id, isTriangulated ? 4 : 3)[0]
    const faces = isTriangulated
      ? this.#readLists(id, 3)
      : this.#refs(id, 2).map((face) => this.#readLists(face, 0)[0] ?? [])
    const pick = (corner: number) => points[(order?.[corner - 1] ?? corner) - 1]
    return faces.map((face) => face.map(pick).filter((point) => point !== undefined))
  }

  #readShell(shell: number): Vector[][] {
    const table = this.#table
    return this.#refs(shell).flatMap((face) => {
      const bounds = this.#refs(face)
      const isOuter = (id: number) => table.kindName(table.numbers.slot(id)) === 'IFCFACEOUTERBOUND'
      const bound = bounds.find(isOuter) ?? bounds[0] ?? 0
      const corners = this.#refs(this.#refs(bound)[0] ?? 0).flatMap((point) => this.#readPoints(point))
      return [this.#readText(bound, 1).includes('F') ? corners.reverse() : corners]
    })
  }

  /** The points of a list, or one point. */
  #readPoints(id: number): Vector[] {
    const known = this.#lists.get(id)
    if (known) return known
    const points = this.#readLists(id, 0).map(([x = 0, y = 0, z = 0]): Vector => [x, y, z])
    this.#lists.set(id, points)
    return points
  }

  #refs(id: number, argument = 0): number[] {
    const slot = this.#table.numbers.slot(id)
    return slot < 0 ? [] : this.#table.listReferences(slot, argument)
  }

  /** The innermost lists of numbers in an argument. */
  #readLists(id: number, argument: number): number[][] {
    return [...this.#readText(id, argument).matchAll(/\(([^()]+)\)/g)].map(([, list = '']) =>
      list.split(',').map(Number),
    )
  }

  #readText(id: number, argument: number): string {
    const table = this.#table
    const slot = table.numbers.slot(id)
    if (slot < 0) return ''
    const bytes = this.#bytes.subarray(table.begin.at(slot), table.end.at(slot))
    const range = findArgument(bytes, argument)
    return range ? new TextDecoder('latin1').decode(bytes.subarray(...range)) : ''
  }
}
