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
/** Largest least radius of a file with too many large circles. */
const MOST_LEAST_M = 4
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
  /** radii in metres by index of `ids` */
  radii: number[]
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
  const large: LargeCircles = { ids: [], radii: [], hasRevolved: kinds.includes(REVOLVED), metres }
  for (let at = 0; at < circles.length; at += 2) {
    const radius = (circles.at(at + 1) / 1000) * metres
    if (radius < LEAST_M || radius > MOST_M) continue
    large.ids.push(circles.at(at))
    large.radii.push(radius)
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
  const radii = new Map(circles.ids.map((id, at) => [id, circles.radii[at] ?? 0]))
  if (circles.hasRevolved) addRevolved(edited, table, circles.metres, radii)
  // the largest only, if there are too many
  for (let least = LEAST_M; least <= MOST_LEAST_M; least *= 2) {
    const marked = new Uint8Array(table.count)
    let largest = 0
    for (const [id, radius] of radii) {
      const slot = radius >= least ? table.numbers.slot(id) : -1
      if (slot < 0) continue
      marked[slot] = 1
      largest = Math.max(largest, radius)
    }
    const ids = largest > 0 ? findUsers(table, marked, isUsedInBody) : new Set<number>()
    if (ids.size === 0) return null
    const excerpt = ids.size > MOST_ELEMENTS ? null : extractProducts(edited, ids, table)
    if (excerpt && excerpt.length <= MOST_EXCERPT_BYTES)
      return { ids: [...ids], segments: countSegments(largest), excerpt }
  }
  return null
}

const isUsedInBody = (part: string, user: string) =>
  !CURVES.test(user) && (user !== 'IFCSHAPEREPRESENTATION' || BODY.test(part))

/** Adds solids of revolution, by the distance of their axis from the profile. */
function addRevolved(
  source: ByteSource,
  table: StatementTable,
  metres: number,
  radii: Map<number, number>,
): void {
  for (let slot = 0; slot < table.count; slot++) {
    if (table.kindName(slot) !== REVOLVED) continue
    const [axis = 0] = table.listReferences(slot, 2)
    const [point = 0] = table.listReferences(table.numbers.slot(axis), 0)
    const at = table.numbers.slot(point)
    if (at < 0 || at >= table.count) continue
    const begin = table.begin.at(at)
    const text = new TextDecoder('latin1').decode(source.read(begin, table.end.at(at) - begin))
    const [x = 0, y = 0] = (/\(\s*\(([^()]*)\)/.exec(text)?.[1] ?? '').split(',').map(Number)
    const radius = Math.hypot(x, y) * metres * REVOLVED_SHARE
    if (radius >= LEAST_M && radius <= MOST_M) radii.set(table.id.at(slot), radius)
  }
}

/** The engine draws one chord less than the segments it is told. */
function countSegments(radius: number): number {
  const share = Math.max(TOLERANCE_M / radius, TOLERANCE_SHARE)
  return Math.max(LEAST_SEGMENTS, Math.ceil(Math.PI / Math.acos(1 - share)) + 1)
}
