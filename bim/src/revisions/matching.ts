import type { CandidatePair } from './assign-pairs.ts'
import type { KeyPairs } from './key-pairs.ts'
import { hasForm, type PlacedForms } from './placed-forms.ts'
import type { Revision } from './revision.ts'

/** How an element was matched, from certain to careful; the index in this list is stored. */
export const matchWays = [
  'NONE',
  /** same GlobalId, same kind of element, plausible place */
  'GUID',
  /** the authoring program's own key */
  'TAG',
  /** a name that occurs once */
  'NAME',
  /** the same shape at the same place */
  'PLACE',
  /** about the same shape at the same place, such as another tessellation */
  'ALIKE',
  /** the same shape, moved together with others of its storey */
  'TOGETHER',
  /** the same shape, the nearest of its kind */
  'NEAREST',
  /** similar in shape, place and words */
  'SIMILAR',
  /** became several elements; refers to the largest of them */
  'SPLIT',
  /** became part of a larger element */
  'MERGED',
  /** has no shape: matched by its words and its surroundings in the tree */
  'TREE',
  /** decided by a person */
  'PERSON',
] as const
export type MatchWay = (typeof matchWays)[number]

/** Matches with a lower score are proposals that a person confirms. */
export const SURE_SCORE = 70

export interface MatchProposal {
  to: number
  /** 0 … 100 */
  score: number
}

/** Which element of the older version became which of the newer one. */
export interface RevisionMatch {
  /** by element of the older version: element of the newer one, -1 for none */
  to: Int32Array
  /** index into `matchWays` */
  way: Uint8Array
  /** 0 … 100 */
  score: Uint8Array
  /** elements of the newer version that a split element became, with the largest first */
  splits: Map<number, number[]>
  /** candidates for elements that were not found again for certain, best first */
  proposals: Map<number, MatchProposal[]>
}

/** The growing result of matching, with data shared by its stages. */
export class Matching {
  readonly older: Revision
  readonly newer: Revision
  /** the older version's forms where the newer version's coordinates have them */
  readonly placed: PlacedForms
  readonly keys: KeyPairs
  readonly to: Int32Array
  readonly way: Uint8Array
  readonly score: Uint8Array
  /** by element of the newer version: element of the older one, -1 for none */
  readonly from: Int32Array
  readonly splits = new Map<number, number[]>()

  constructor(older: Revision, newer: Revision, placed: PlacedForms, keys: KeyPairs) {
    this.older = older
    this.newer = newer
    this.placed = placed
    this.keys = keys
    this.to = new Int32Array(older.count).fill(-1)
    this.way = new Uint8Array(older.count)
    this.score = new Uint8Array(older.count)
    this.from = new Int32Array(newer.count).fill(-1)
  }

  take(from: number, to: number, way: MatchWay, score: number): void {
    this.to[from] = to
    this.way[from] = matchWays.indexOf(way)
    this.score[from] = Math.round(Math.min(100, Math.max(0, score)))
    this.from[to] = from
  }

  /** Takes pairs whose rows are both still free. */
  takeAll<T extends CandidatePair>(pairs: T[], way: MatchWay, scoreOf: (pair: T) => number): void {
    for (const pair of pairs)
      if (this.to[pair.from] === -1 && this.from[pair.to] === -1)
        this.take(pair.from, pair.to, way, scoreOf(pair))
  }

  release(from: number): void {
    const to = this.to[from] ?? -1
    if (to >= 0) this.from[to] = -1
    this.to[from] = -1
    this.way[from] = 0
    this.score[from] = 0
  }

  /** Elements of the older version with a shape that have not been found yet. */
  *openOlder(): Generator<number> {
    for (let row = 0; row < this.older.count; row++)
      if (this.to[row] === -1 && hasForm(this.older, row)) yield row
  }

  *openNewer(): Generator<number> {
    for (let row = 0; row < this.newer.count; row++)
      if (this.from[row] === -1 && hasForm(this.newer, row)) yield row
  }
}
