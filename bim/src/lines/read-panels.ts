import type { OpeningPanels, PanelMotion } from '../model.ts'
import { type ByteSource, createByteSource } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { listDoorPanels, listWindowPanels, type WindowPanel } from './panel-motions.ts'
import { Placements } from './placements.ts'

/** More doors and windows are left out; a plan only shows one storey. */
const MOST_OPENINGS = 50_000
/** Placements whose statements are in memory at the same time. */
const BATCH = 2000
/** The smallest cosine between a placement's Z and the vertical; panels that lean more have no plan symbol. */
const UPRIGHT = 0.99

interface PanelInput {
  source: ByteSource
  cursor: Cursor
  /** STEP entity number by element */
  ids: Uint32Array
  /** index into `typeIds` by element, -1 without a type */
  types: readonly number[]
  /** STEP entity number by type */
  typeIds: readonly number[]
}

/** Reads the stated operation of doors and windows, and the direction that their placements face. */
export function readPanels(input: PanelInput): OpeningPanels[] {
  const found = findOpenings(input)
  if (found.length === 0) return []
  const byPlacement = Map.groupBy(found, ({ placement }) => placement)
  const openings: OpeningPanels[] = []
  for (const { ids, bytes } of extractClosures(input.source, [...byPlacement.keys()], BATCH)) {
    const placements = new Placements(new Cursor(scanStep(createByteSource(bytes), () => true).file))
    for (const id of ids) {
      const matrix = placements.matrixOf(id)
      if (!matrix || Math.abs(matrix[2][2]) < UPRIGHT) continue
      const [along, towards] = [unit(matrix[0][0], matrix[1][0]), unit(matrix[0][1], matrix[1][1])]
      if (!along || !towards) continue
      for (const { element, panels } of byPlacement.get(id) ?? [])
        openings.push({ element, along, towards, panels })
    }
  }
  return openings
}

function unit(x: number, y: number): [number, number] | null {
  const length = Math.hypot(x, y)
  return length > 0 ? [round(x / length), round(y / length)] : null
}
const round = (value: number) => Math.round(value * 1e6) / 1e6 + 0

interface FoundOpening {
  element: number
  placement: number
  panels: PanelMotion[]
}

function findOpenings(input: PanelInput): FoundOpening[] {
  const { cursor, ids } = input
  const windows = new WindowPanels(cursor)
  const found: FoundOpening[] = []
  for (const [element, id] of ids.entries()) {
    const entity = cursor.file.entityOf(id)
    const isDoor = /^IFCDOOR(STANDARDCASE)?$/.test(entity)
    if (!isDoor && !/^IFCWINDOW(STANDARDCASE)?$/.test(entity)) continue
    if (found.length >= MOST_OPENINGS || !cursor.openId(id)) continue
    const placement = cursor.skip(5).ref()
    const type = input.typeIds[input.types[element] ?? -1] ?? 0
    const panels = isDoor ? listDoorPanels(readDoorOperation(cursor, id, type)) : windows.of(id, type)
    if (placement > 0 && panels) found.push({ element, placement, panels })
  }
  return found
}

/** The operation of a door (IFC 4 on), or else that of its type or, in IFC 2x3, its style. */
function readDoorOperation(cursor: Cursor, id: number, type: number): string {
  const own = cursor.openId(id) ? cursor.skip(11).word() : ''
  if (own !== '' && own !== 'NOTDEFINED') return own
  if (!cursor.openId(type)) return ''
  return cursor.skip(cursor.file.entityOf(type) === 'IFCDOORSTYLE' ? 8 : 10).word()
}

/** The panels of windows, which the file states in property sets of windows or their types. */
class WindowPanels {
  readonly #cursor: Cursor
  /** by slot */
  readonly #panels = new Map<number, WindowPanel>()
  readonly #setsOf = new Map<number, number[]>()

  constructor(cursor: Cursor) {
    this.#cursor = cursor
    for (const slot of cursor.file.slotsOf('IFCWINDOWPANELPROPERTIES')) {
      const [operation, position] = [cursor.open(slot).skip(4).word(), cursor.word()]
      this.#panels.set(slot, { operation, position })
    }
    if (this.#panels.size === 0) return
    for (const slot of cursor.file.slotsOf('IFCRELDEFINESBYPROPERTIES')) {
      const related = cursor.open(slot).skip(4).refs()
      const set = cursor.slot(cursor.ref())
      if (!this.#panels.has(set)) continue
      for (const id of related) {
        const sets = this.#setsOf.get(id)
        if (sets) sets.push(set)
        else this.#setsOf.set(id, [set])
      }
    }
  }

  of(id: number, type: number): PanelMotion[] | null {
    if (this.#panels.size === 0) return null
    const ofType = () =>
      this.#cursor.openId(type)
        ? this.#cursor
            .skip(5)
            .refs()
            .map((set) => this.#cursor.slot(set))
        : []
    const sets = this.#setsOf.get(id) ?? ofType()
    return listWindowPanels(sets.flatMap((set) => this.#panels.get(set) ?? []))
  }
}
