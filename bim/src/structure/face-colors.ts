import type { ByteSource, Splice } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { findArgument } from '../step/find-argument.ts'
import { readStatement } from '../step/read-statement.ts'
import { StatementTable } from '../step/statement-table.ts'
import { isBesideBody } from './bodies.ts'
import { listStyledEntities, readItemStyles, StyleOrder } from './styles.ts'

/** Larger files keep one colour per body: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Limit on divided bodies; the edits are held in memory. */
const MOST_BODIES = 50_000
/** Most colours of a body; a body with more, such as a scan, keeps one. */
const MOST_COLORS = 64
/** Deepest nesting of mapped items that is followed. */
const DEEPEST = 64

const FACE = /^IFC(FACE|FACESURFACE|ADVANCEDFACE)$/
/** Bodies of faces; the first argument is the shell or a list of shells. */
const SHELL_BODY = /^IFC(FACETEDBREP|ADVANCEDBREP|SHELLBASEDSURFACEMODEL|FACEBASEDSURFACEMODEL)$/
const COLOR_MAP = 'IFCINDEXEDCOLOURMAP'
const FACE_SET = 'IFCPOLYGONALFACESET'

interface DividedBodies {
  splices: Splice[]
  /** entity numbers of the bodies that parts replace */
  bodies: ReadonlySet<number>
}

/**
 * Divides bodies with faces of several colours into a body for each: the first engine reads only colours of whole bodies, the
 * second those of single triangles as well. Bodies that are cut stay whole, because their parts are not closed.
 * @param cut elements that are cut by openings, see cut-elements.ts
 */
export function divideByColor(source: ByteSource, cursor: Cursor, cut: ReadonlySet<number>): DividedBodies {
  const { kinds } = cursor.file
  const hasMaps = kinds.includes(COLOR_MAP) && kinds.includes(FACE_SET)
  const hasFaces = listStyledEntities(cursor.file).some((entity) => FACE.test(entity))
  if (source.size > MOST_BYTES || !(hasMaps || hasFaces)) return { splices: [], bodies: new Set() }
  const divider = new BodyDivider(source, cursor, listCutBodies(cursor, cut))
  if (hasMaps) divider.divideFaceSets()
  if (hasFaces) divider.divideShells()
  return { splices: divider.listSplices(), bodies: new Set(divider.parts.keys()) }
}

/** Everything in the representations of elements that are cut, and of their openings. */
function listCutBodies(cursor: Cursor, cut: ReadonlySet<number>): Set<number> {
  const { file } = cursor
  const products = new Set(cut)
  for (const entity of ['IFCRELVOIDSELEMENT', 'IFCRELPROJECTSELEMENT'])
    for (const slot of file.slotsOf(entity)) products.add(cursor.open(slot).skip(5).ref())
  const found = new Set<number>()
  const add = (representation: number, depth: number): void => {
    if (found.has(representation) || depth > DEEPEST || !cursor.openId(representation)) return
    found.add(representation)
    for (const item of cursor.skip(3).refs()) {
      const isMapped = file.entityOf(item) === 'IFCMAPPEDITEM' && cursor.openId(item)
      if (isMapped && cursor.openId(cursor.ref())) add(cursor.skip(1).ref(), depth + 1)
      else found.add(item)
    }
  }
  for (const product of products) {
    const definition = cursor.openId(product) ? cursor.skip(6).ref() : 0
    for (const id of cursor.openId(definition) ? cursor.skip(2).refs() : []) add(id, 0)
  }
  return found
}

class BodyDivider {
  /** entity numbers of the parts by body */
  readonly parts = new Map<number, number[]>()
  readonly #source: ByteSource
  readonly #cursor: Cursor
  readonly #table: StatementTable
  readonly #whole: ReadonlySet<number>
  readonly #splices: Splice[] = []

  constructor(source: ByteSource, cursor: Cursor, whole: ReadonlySet<number>) {
    this.#source = source
    this.#cursor = cursor
    this.#table = new StatementTable(source)
    this.#whole = whole
  }

  /** Divides face sets with a map of colours. */
  divideFaceSets(): void {
    for (const map of this.#slotsOf(COLOR_MAP)) {
      const [body = 0] = this.#table.listReferences(map, 0)
      const slot = this.#table.numbers.slot(body)
      if (slot < 0 || this.#table.kindName(slot) !== FACE_SET) continue
      const [points] = this.#table.listReferences(slot, 0)
      // Points with numbers of their own are rewritten for the whole set, see point-lists.ts.
      if (points === undefined || this.#readArgument(slot, 3).trim() !== '$') continue
      const colors = this.#readColors(map)
      const indices = this.#readArgument(map, 3).match(/\d+/g) ?? []
      const faces = groupBy(this.#table.listReferences(slot, 2), (_, at) => indices[at] ?? '')
      this.#divide(slot, faces, (part, list, index) => {
        const set = `#${part}=${FACE_SET}(#${points},$,(${list}),$);\n`
        const color = colors[Number(index) - 1]
        if (!color) return set
        const style = this.#cursor.file.numbers.takeFree(4)
        return `${set}#${style}=IFCCOLOURRGB($,${color.rgb});#${style + 1}=IFCSURFACESTYLESHADING(#${style},${color.transparency});
#${style + 2}=IFCSURFACESTYLE($,.BOTH.,(#${style + 1}));#${style + 3}=IFCSTYLEDITEM(#${part},(#${style + 2}),$);\n`
      })
    }
  }

  /** Divides shells with styles of faces. */
  divideShells(): void {
    const table = this.#table
    const stylesOf = readItemStyles(table, new StyleOrder(table, this.#source))
    for (let slot = 0; slot < table.count; slot++) {
      const entity = table.kindName(slot)
      if (!SHELL_BODY.test(entity)) continue
      const shells = table.listReferences(slot, 0)
      const first = table.numbers.slot(shells[0] ?? 0)
      if (first < 0) continue
      const faces = shells.flatMap((shell) => {
        const at = table.numbers.slot(shell)
        const own = stylesOf.get(shell) ?? stylesOf.get(table.id.at(slot)) ?? []
        const ids = at < 0 ? [] : table.listReferences(at, 0)
        return ids.map((id): [face: number, styles: string] => [id, formatList(stylesOf.get(id) ?? own)])
      })
      const stylesOfFaces = new Map(faces)
      const groups = groupBy([...stylesOfFaces.keys()], (face) => stylesOfFaces.get(face) ?? '')
      const isList = entity.endsWith('SURFACEMODEL')
      this.#divide(slot, groups, (part, list, styles) => {
        const shell = this.#cursor.file.numbers.takeFree(2)
        const item = styles === '' ? '' : `#${shell + 1}=IFCSTYLEDITEM(#${part},(${styles}),$);`
        const reference = isList ? `(#${shell})` : `#${shell}`
        return `#${shell}=${table.kindName(first)}((${list}));#${part}=${entity}(${reference});${item}\n`
      })
    }
  }

  /** The new statements, and the representations with parts in place of bodies. */
  listSplices(): Splice[] {
    const table = this.#table
    for (const slot of this.parts.size > 0 ? this.#slotsOf('IFCSHAPEREPRESENTATION') : []) {
      const items = table.listReferences(slot, 3)
      if (!items.some((item) => this.parts.has(item)) || isBesideBody(this.#cursor, table.id.at(slot)))
        continue
      const list = /\(([^()]*)\)\s*\)\s*$/.exec(readStatement(this.#source, table.begin.at(slot)) ?? '')
      if (!list?.[1]) continue
      const offset = table.begin.at(slot) + list.index + 1
      const insert = encode(formatList(items.flatMap((item) => this.parts.get(item) ?? [item])))
      this.#splices.push({ offset, remove: list[1].length, insert, both: true })
    }
    return this.#splices
  }

  #divide(
    slot: number,
    groups: Map<string, number[]>,
    write: (part: number, faces: string, group: string) => string,
  ): void {
    const body = this.#table.id.at(slot)
    const isFull = this.parts.size >= MOST_BODIES || this.parts.has(body)
    if (groups.size < 2 || groups.size > MOST_COLORS || isFull || this.#whole.has(body)) return
    const parts: number[] = []
    let text = ''
    for (const [group, faces] of groups) {
      const part = this.#cursor.file.numbers.takeFree(1)
      parts.push(part)
      text += write(part, formatList(faces), group)
    }
    this.parts.set(body, parts)
    this.#splices.push({ offset: this.#table.begin.at(slot), remove: 0, insert: encode(text), both: true })
  }

  #readColors(map: number): { rgb: string; transparency: number }[] {
    const [list = 0] = this.#table.listReferences(map, 2)
    const slot = this.#table.numbers.slot(list)
    const opacity = /[\d.][\d.eE+-]*(?=\)?\s*$)/.exec(this.#readArgument(map, 1))?.[0]
    const transparency = opacity === undefined ? 0 : 1 - Number(opacity)
    return [...this.#readArgument(slot, 0).matchAll(/\(([^()]+)\)/g)].map(([, rgb = '']) => ({
      rgb,
      transparency: Number.isFinite(transparency) ? transparency : 0,
    }))
  }

  *#slotsOf(entity: string): Generator<number> {
    for (let slot = 0; slot < this.#table.count; slot++) if (this.#table.kindName(slot) === entity) yield slot
  }

  #readArgument(slot: number, argument: number): string {
    const table = this.#table
    if (slot < 0) return ''
    const begin = table.begin.at(slot)
    const bytes = this.#source.read(begin, table.end.at(slot) - begin)
    const range = findArgument(bytes, argument)
    return range ? new TextDecoder('latin1').decode(bytes.subarray(...range)) : ''
  }
}

function groupBy(faces: number[], keyOf: (face: number, at: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [at, face] of faces.entries()) {
    const key = keyOf(face, at)
    const known = groups.get(key)
    if (known) known.push(face)
    else groups.set(key, [face])
  }
  return groups
}

const encode = (text: string) => new TextEncoder().encode(text)
const formatList = (ids: number[]) => ids.map((id) => `#${id}`).join()
