import type { Matching } from './matching.ts'

/** Relative differences up to these count as the same shape: rounding of another export. */
const SAME_AREA = 0.003
const SAME_SIZE = 0.002
const SAME_VOLUME = 0.006
/** another tessellation of curves changes the area of a shape by up to this */
export const ALIKE = 0.06

const ratioOf = (a: number, b: number) => (a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : a === b ? 0 : 9)

/** Distance between the centres of two elements, after the displacement of the whole model. */
export function computeDistance({ placed, newer }: Matching, from: number, to: number): number {
  let sum = 0
  for (let axis = 0; axis < 3; axis++)
    sum += ((placed.centre[from * 3 + axis] ?? 0) - (newer.forms.centre[to * 3 + axis] ?? 0)) ** 2
  return Math.sqrt(sum)
}

/** Largest principal size of an element of the older version, in metres of the newer one. */
export const sizeOf = ({ older, placed }: Matching, from: number): number =>
  (older.forms.sizes[from * 3] ?? 0) * placed.displacement.scale

/** Difference of two shapes, whatever their places: 0 for the same, about 0.1 for a slightly changed one. */
export function computeShapeDifference(matching: Matching, from: number, to: number): number {
  const { older, newer, placed } = matching
  const { scale } = placed.displacement
  const area = ratioOf((older.forms.area[from] ?? 0) * scale ** 2, newer.forms.area[to] ?? 0)
  const size = sizeOf(matching, from) + (newer.forms.sizes[to * 3] ?? 0)
  let sizes = 0
  for (let axis = 0; axis < 3; axis++) {
    const own = (older.forms.sizes[from * 3 + axis] ?? 0) * scale
    sizes = Math.max(sizes, Math.abs(own - (newer.forms.sizes[to * 3 + axis] ?? 0)))
  }
  return Math.max(area, (2 * sizes) / Math.max(size, 1e-6))
}

/** Whether two elements have the same shape, up to the rounding of another export. */
export function hasSameShape(matching: Matching, from: number, to: number): boolean {
  const { older, newer, placed } = matching
  const { scale } = placed.displacement
  if (scale === 1 && older.shape[from] !== 0 && older.shape[from] === newer.shape[to]) return true
  const small = 1e-3 / Math.max(sizeOf(matching, from), 1e-3)
  if (computeShapeDifference(matching, from, to) > Math.max(SAME_AREA, SAME_SIZE) + small * 0.2) return false
  return (
    ratioOf((older.forms.volume[from] ?? 0) * scale ** 3 + 1e-6, (newer.forms.volume[to] ?? 0) + 1e-6) <=
    SAME_VOLUME + small * 0.5
  )
}

/** Overlap of two boxes as a share of their union; thin boxes count as 5 cm thick. */
export function computeOverlap({ placed, newer }: Matching, from: number, to: number): number {
  let both = 1
  let one = 1
  let other = 1
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [placed.box[from * 6 + axis] ?? 0, placed.box[from * 6 + axis + 3] ?? 0]
    const [from2, to2] = [newer.forms.box[to * 6 + axis] ?? 0, newer.forms.box[to * 6 + axis + 3] ?? 0]
    const shared = Math.min(high, to2) - Math.max(low, from2) + 0.05
    if (shared <= 0) return 0
    both *= shared
    one *= high - low + 0.05
    other *= to2 - from2 + 0.05
  }
  return both / (one + other - both)
}

/** How reliable the words of two elements are, learned from pairs that are certain by shape and place. */
export interface WordTrust {
  guid: number
  tag: number
  name: number
  type: number
  storey: number
  properties: number
}

/** Share of certain pairs that agree in each word; words that only few elements have are not trusted. */
export function learnWordTrust({ older, newer, to }: Matching): WordTrust {
  const agree: WordTrust = { guid: 0, tag: 0, name: 0, type: 0, storey: 0, properties: 0 }
  const seen: WordTrust = { guid: 0, tag: 0, name: 0, type: 0, storey: 0, properties: 0 }
  for (let from = 0; from < older.count; from++) {
    const other = to[from] ?? -1
    if (other < 0) continue
    for (const word of ['guid', 'tag', 'name', 'type', 'storey', 'properties'] as const) {
      const [a, b] = [older[word][from], newer[word][other]]
      if (a === '' && b === '') continue
      seen[word]++
      if (a === b) agree[word]++
    }
  }
  const trust = { ...agree }
  for (const word of Object.keys(trust) as (keyof WordTrust)[])
    trust[word] = seen[word] < 4 ? 0.5 : agree[word] / seen[word]
  return trust
}

const WEIGHTS: WordTrust = { guid: 4, tag: 3, name: 2, type: 1, storey: 1, properties: 2 }

const words = Object.keys(WEIGHTS) as (keyof WordTrust)[]

/** Similarity where the file has no words to compare. */
const NO_WORDS = 0.7

/** How well the words of two elements agree, 0 … 1. */
export function computeWordAgreement({ older, newer }: Matching, trust: WordTrust, from: number, to: number) {
  let sum = 0
  let weights = 0
  for (const word of words) {
    // a property that differs in half of the certain pairs tells nothing about the uncertain ones
    const weight = WEIGHTS[word] * Math.max(0, 2 * trust[word] - 1)
    const [a, b] = [older[word][from], newer[word][to]]
    if (weight === 0 || (a === '' && b === '')) continue
    weights += weight
    if (a === b) sum += weight
  }
  return weights === 0 ? NO_WORDS : sum / weights
}
