import type { Matching } from './matching.ts'
import type { Revision } from './revision.ts'

const WORDS = ['guid', 'tag', 'name'] as const
/** Limit on candidates for one word: with more, none could be told apart from the rest. */
const MOST_ALIKE = 100

/** Whether a row is a part of the building's structure, such as a storey. */
export const isPlace = ({ family }: Revision, row: number): boolean =>
  /^(PROJECT|SITE|BUILDING|BUILDINGSTOREY|FACILITY)/.test(family[row] ?? '')

/** Candidates for an element without a shape: the unmatched children of an element of the newer version. */
export class TreeCandidates {
  readonly #matching: Matching
  readonly #children: Map<number, number[]>
  /** the children of an element by a word that they share, built when it is first asked for */
  readonly #byWord = new Map<number, Map<string, number[]>>()

  constructor(matching: Matching) {
    const { newer } = matching
    this.#matching = matching
    this.#children = Map.groupBy(
      Array.from({ length: newer.count }, (_, row) => row),
      (row) => newer.parent[row] ?? -1,
    )
  }

  /**
   * For a site, building or storey, all children of `place`. For other elements, the children that share a word: an element
   * may have tens of thousands of children.
   */
  list(from: number, place: number): number[] {
    const { older } = this.#matching
    const children = this.#children.get(place) ?? []
    if (isPlace(older, from)) return children.filter((row) => this.#isOpen(from, row))
    const byWord = this.#byWord.get(place) ?? this.#index(place, children)
    const found = new Set<number>()
    for (const word of WORDS) {
      let alike = 0
      for (const row of byWord.get(`${word} ${older[word][from]}`) ?? []) {
        if (!this.#isOpen(from, row)) continue
        found.add(row)
        if (++alike === MOST_ALIKE) break
      }
    }
    return [...found]
  }

  #isOpen(from: number, row: number): boolean {
    const { older, newer, from: taken } = this.#matching
    return taken[row] === -1 && newer.family[row] === older.family[from]
  }

  #index(place: number, children: number[]): Map<string, number[]> {
    const { newer } = this.#matching
    const byWord = new Map<string, number[]>()
    for (const row of children) {
      for (const word of WORDS) {
        if (newer[word][row] === '') continue
        const key = `${word} ${newer[word][row]}`
        const alike = byWord.get(key)
        if (alike) alike.push(row)
        else byWord.set(key, [row])
      }
    }
    this.#byWord.set(place, byWord)
    return byWord
  }
}
