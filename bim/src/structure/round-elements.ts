import type { Preparation } from '../read-model.ts'
import { type ByteSource, spliceSource } from '../source.ts'
import { extractProducts } from '../step/extract-products.ts'
import { StatementTable } from '../step/statement-table.ts'
import type { StepFile } from '../step/step-file.ts'
import { findUsers } from './shape-users.ts'

/** Larger files are drawn once: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Elements drawn again, and the largest excerpt with them. */
const MOST_ELEMENTS = 5000
const MOST_EXCERPT_BYTES = 64_000_000
/** Radii in metres: smaller circles are within 5 mm of their chords, larger ones are curves of roads and railways. */
const LEAST_M = 0.125
const MOST_M = 100
/** Largest distance of a chord from its circle: metres, or the share of the radius if that is more. */
const TOLERANCE_M = 0.005
const TOLERANCE_SHARE = 1 / 400
/** Fewest segments; the engine's default is 12. */
const LEAST_SEGMENTS = 24

/** Items of a representation that are drawn. Circles that are items themselves, or in sets of curves, are symbols of plans. */
const BODY =
  /^IFC(\w*SOLID\w*|\w*BREP\w*|BOOLEAN\w*|CSG\w+|\w*SURFACEMODEL|SPHERE|RIGHTCIRCULAR\w+|MAPPEDITEM)$/
const CURVES = /^IFCGEOMETRIC(CURVE)?SET$/

const REVOLVED = 'IFCREVOLVEDAREASOLID'
/** The engine draws four times as many chords for solids of revolution, measured by their distance from the circle. */
const REVOLVED_SHARE = 1 / 4

/** Circles for which the first drawing is too coarse. */
export interface LargeCircles {
  /** entity numbers of circles, and of profiles, solids and surfaces with one */
  ids: number[]
  /** the largest radius in metres */
  radius: number
  /** whether the file has solids of revolution, whose radii are not known yet */
  hasRevolved: boolean
  /** metres per length unit of the file */
  metres: number
}

/** Elements with large circles. */
export interface RoundElements {
  /** entity numbers */
  ids: number[]
  /** segments of a full circle */
  segments: number
  /** bytes of a STEP file with these elements */
  excerpt: Uint8Array<ArrayBuffer>
}

/**
 * Circles that are more than 5 mm off their chords in the first drawing, which has eleven chords for each arc: a round column of
 * 400 mm measured 392 mm, and a tank of 20 m was 40 cm off.
 */
export function findLargeCircles({ circles, kinds }: StepFile, metres: number): LargeCircles | null {
  const large: LargeCircles = { ids: [], radius: 0, hasRevolved: kinds.includes(REVOLVED), metres }
  for (let at = 0; at < circles.length; at += 2) {
    const radius = (circles.at(at + 1) / 1000) * metres
    if (radius < LEAST_M || radius > MOST_M) continue
    large.ids.push(circles.at(at))
    large.radius = Math.max(large.radius, radius)
  }
  return large.ids.length > 0 || large.hasRevolved ? large : null
}

/**
 * Elements with large circles in their bodies, to be drawn again with more segments; null if there are none, or too many to be
 * drawn twice.
 * @param known the table of the source; the file is read again where it is edited for the first engine
 */
export function findRoundElements(
  source: ByteSource,
  { circles, rewriting, splices }: Pick<Preparation, 'circles' | 'rewriting' | 'splices'>,
  known?: StatementTable,
): RoundElements | null {
  if (!circles || source.size > MOST_BYTES) return null
  const edited = spliceSource(spliceSource(source, rewriting), splices)
  const table = edited === source && known ? known : new StatementTable(edited)
  const marked = new Uint8Array(table.count)
  const revolved = markRevolved(edited, table, circles, marked)
  for (const id of circles.ids) {
    const slot = table.numbers.slot(id)
    if (slot >= 0) marked[slot] = 1
  }
  const isUsed = (part: string, user: string) =>
    !CURVES.test(user) && (user !== 'IFCSHAPEREPRESENTATION' || BODY.test(part))
  const ids = [...findUsers(table, marked, isUsed)]
  if (ids.length === 0 || ids.length > MOST_ELEMENTS) return null
  const excerpt = extractProducts(edited, new Set(ids), table)
  if (excerpt.length > MOST_EXCERPT_BYTES) return null
  return { ids, segments: countSegments(Math.max(circles.radius, revolved)), excerpt }
}

/** Marks solids of revolution by the distance of their axis from the profile; returns the largest radius that counts. */
function markRevolved(
  source: ByteSource,
  table: StatementTable,
  { hasRevolved, metres }: LargeCircles,
  marked: Uint8Array,
): number {
  let largest = 0
  for (let slot = 0; hasRevolved && slot < table.count; slot++) {
    if (table.kindName(slot) !== REVOLVED) continue
    const [axis = 0] = table.listReferences(slot, 2)
    const [point = 0] = table.listReferences(table.numbers.slot(axis), 0)
    const at = table.numbers.slot(point)
    if (at < 0 || at >= table.count) continue
    const begin = table.begin.at(at)
    const text = new TextDecoder('latin1').decode(source.read(begin, table.end.at(at) - begin))
    const [x = 0, y = 0] = (/\(\s*\(([^()]*)\)/.exec(text)?.[1] ?? '').split(',').map(Number)
    const radius = Math.hypot(x, y) * metres * REVOLVED_SHARE
    if (!(radius >= LEAST_M && radius <= MOST_M)) continue
    marked[slot] = 1
    largest = Math.max(largest, radius)
  }
  return largest
}

/** The engine draws one chord less than the segments it is told. */
function countSegments(radius: number): number {
  const share = Math.max(TOLERANCE_M / radius, TOLERANCE_SHARE)
  return Math.max(LEAST_SEGMENTS, Math.ceil(Math.PI / Math.acos(1 - share)) + 1)
}
