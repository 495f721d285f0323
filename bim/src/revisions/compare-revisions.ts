import { ByteReader, ByteWriter } from './bytes.ts'
import type { RevisionMatch } from './matching.ts'
import { type Displacement, displacePoint, hasForm, NO_DISPLACEMENT } from './placed-forms.ts'
import type { Revision } from './revision.ts'
import { ALIKE } from './similarity.ts'

/** How an element changed; the index in this list is stored. */
const changeKinds = ['added', 'removed', 'changed', 'reidentified'] as const
export type RevisionChangeKind = (typeof changeKinds)[number]

/** The kinds of differences between two versions of an element, as bits. */
export const changedBits = {
  name: 1,
  class: 2,
  type: 4,
  storey: 8,
  properties: 16,
  shape: 32,
  place: 64,
  guid: 128,
} as const

/** metres from which an element counts as moved */
const MOVED = 0.005

export interface RevisionChange {
  kind: RevisionChangeKind
  /** element of the older version, -1 for added ones */
  from: number
  /** element of the newer version, -1 for removed ones */
  to: number
  bits: number
  /** millimetres */
  moved: number
  /** index into matchWays */
  way: number
  score: number
}

export interface RevisionCounts {
  added: number
  removed: number
  moved: number
  shape: number
  properties: number
  changed: number
  reidentified: number
  same: number
  /** how the whole model moved, without which its elements are compared; null for a model that stayed */
  whole: { moved_m: number; turned_deg: number } | null
}

/** Least share of the elements that moved with the whole model, and largest that stayed. */
const MOST_OF_ALL = 0.9
const FEW_OF_ALL = 0.1

export interface RevisionComparison {
  counts: RevisionCounts
  /** in the order of the kinds, then of the model */
  changes: RevisionChange[]
}

type Pair = [older: Revision, newer: Revision, from: number, to: number]

/** Metres between the centres of an element, after the displacement of the whole model. */
function measureMove(displacement: Displacement, ...[older, newer, from, to]: Pair): number {
  if (!hasForm(older, from) || !hasForm(newer, to)) return 0
  const centreOf = ({ forms }: Revision, row: number): [number, number, number] => [
    forms.centre[row * 3] ?? 0,
    forms.centre[row * 3 + 1] ?? 0,
    forms.centre[row * 3 + 2] ?? 0,
  ]
  const [x, y, z] = displacePoint(displacement, centreOf(older, from))
  const [a, b, c] = centreOf(newer, to)
  return Math.hypot(x - a, y - b, z - c)
}

/**
 * The displacement of the whole model, such as to another origin, if nearly all elements moved by it: a list of all of them as
 * moved would hide what else changed. Null where some stayed, or where sizes changed as well.
 */
function findWhole(older: Revision, newer: Revision, { to, displacement }: Compared) {
  if (displacement.scale !== 1) return null
  let [all, together, stayed, sum] = [0, 0, 0, 0]
  for (let from = 0; from < older.count; from++) {
    const row = to[from] ?? -1
    if (row < 0 || !hasForm(older, from) || !hasForm(newer, row)) continue
    const moved = measureMove(NO_DISPLACEMENT, older, newer, from, row)
    all++
    sum += moved
    if (moved <= MOVED) stayed++
    if (measureMove(displacement, older, newer, from, row) <= MOVED) together++
  }
  if (all === 0 || together < all * MOST_OF_ALL || stayed > all * FEW_OF_ALL) return null
  const turned_deg = (Math.atan2(displacement.sin, displacement.cos) * 180) / Math.PI
  return { moved_m: Math.round((sum / all) * 1000) / 1000, turned_deg: Math.round(turned_deg * 1000) / 1000 }
}

/** Whether the shape differs by more than another tessellation of it would. */
function hasOtherShape({ forms: a, shape }: Revision, newer: Revision, from: number, to: number): boolean {
  const b = newer.forms
  if (a.has[from] !== 1 && b.has[to] !== 1) return false
  if (shape[from] !== 0 && shape[from] === newer.shape[to]) return false
  const area = Math.abs(Math.log((a.area[from] ?? 0) / (b.area[to] ?? 0)))
  const sizes = [0, 1, 2].map((axis) =>
    Math.abs((a.sizes[from * 3 + axis] ?? 0) - (b.sizes[to * 3 + axis] ?? 0)),
  )
  return !(area < ALIKE * 0.1 && Math.max(...sizes) < 0.004)
}

function findBits(older: Revision, newer: Revision, from: number, to: number, moved: number): number {
  let bits = 0
  for (const word of ['name', 'type', 'storey', 'properties', 'guid'] as const)
    if (older[word][from] !== newer[word][to]) bits |= changedBits[word]
  if (older.family[from] !== newer.family[to]) bits |= changedBits.class
  const isOther = hasOtherShape(older, newer, from, to)
  if (isOther) bits |= changedBits.shape
  // the centre of a shape that changed is elsewhere although the element stays
  if (moved > (isOther ? 0.05 : MOVED)) bits |= changedBits.place
  return bits
}

type Compared = RevisionMatch & { displacement: Displacement }

/** Lists everything that differs between two matched versions, apart from a displacement of the whole model. */
export function compareRevisions(older: Revision, newer: Revision, match: Compared): RevisionComparison {
  const whole = findWhole(older, newer, match)
  const displacement = whole ? match.displacement : NO_DISPLACEMENT
  const counts: RevisionCounts = {
    ...{ added: 0, removed: 0, moved: 0, shape: 0, properties: 0, changed: 0, reidentified: 0, same: 0 },
    whole,
  }
  const isKnown = new Uint8Array(newer.count)
  const lists: Record<RevisionChangeKind, RevisionChange[]> = {
    added: [],
    removed: [],
    changed: [],
    reidentified: [],
  }
  for (let from = 0; from < older.count; from++) {
    const to = match.to[from] ?? -1
    const way = match.way[from] ?? 0
    const score = match.score[from] ?? 0
    if (to < 0) {
      lists.removed.push({ kind: 'removed', from, to, bits: 0, moved: 0, way, score })
      continue
    }
    isKnown[to] = 1
    for (const part of match.splits.get(from) ?? []) isKnown[part] = 1
    const moved = measureMove(displacement, older, newer, from, to)
    const bits = findBits(older, newer, from, to, moved)
    if (bits & changedBits.place) counts.moved++
    if (bits & changedBits.shape) counts.shape++
    if (bits & changedBits.properties) counts.properties++
    const kind = bits & ~changedBits.guid ? 'changed' : bits ? 'reidentified' : null
    const distance = bits & changedBits.place ? Math.round(moved * 1000) : 0
    if (kind) lists[kind].push({ kind, from, to, bits, moved: distance, way, score })
    else counts.same++
  }
  for (let to = 0; to < newer.count; to++)
    if (!isKnown[to]) lists.added.push({ kind: 'added', from: -1, to, bits: 0, moved: 0, way: 0, score: 0 })
  for (const kind of changeKinds) counts[kind] = lists[kind].length
  return { counts, changes: changeKinds.flatMap((kind) => lists[kind]) }
}

/** Encodes the changes for storage. */
export function encodeChanges(changes: RevisionChange[]): Uint8Array {
  const out = new ByteWriter()
  out.write(1)
  out.write(changes.length)
  let from = -1
  let to = -1
  for (const change of changes) {
    out.write(changeKinds.indexOf(change.kind))
    out.writeSigned(change.from - from)
    out.writeSigned(change.to - to)
    out.write(change.bits)
    out.write(change.moved)
    out.write(change.way)
    out.write(change.score)
    from = change.from
    to = change.to
  }
  return out.finish()
}

/** Reads stored changes one by one. @throws RangeError when the bytes are not whole */
export function* readChanges(bytes: Uint8Array): Generator<RevisionChange> {
  const reader = new ByteReader(bytes)
  if (reader.read() !== 1) throw new RangeError('The changes have another format')
  let from = -1
  let to = -1
  for (let left = reader.read(); left > 0; left--) {
    const kind = changeKinds[reader.read()] ?? 'changed'
    from += reader.readSigned()
    to += reader.readSigned()
    const [bits, moved, way, score] = [reader.read(), reader.read(), reader.read(), reader.read()]
    yield { kind, from, to, bits, moved, way, score }
  }
}
