import { Uint32Column } from '../step/columns.ts'
import type { Cursor } from '../step/cursor.ts'

/** Maximum number of related objects per owner and kind of relation. */
export const MOST_RELATED = 400

/**
 * Objects related to elements and types by relations of some kinds. Stored in columns with a few numbers per
 * relation, because nested lists would take many times the memory.
 */
export class Relations {
  /** entity numbers of the related objects, relation by relation */
  readonly targets = new Uint32Column()
  /** start of the targets of each relation */
  #begins = new Uint32Column()
  /** linked list of relations per owner, index + 1: its first and last link */
  #first: Uint32Array
  #last: Uint32Array
  /** per link: its relation, and the owner's next link + 1 */
  #relation = new Uint32Column()
  #next = new Uint32Column()
  /** relations of which some targets are left out */
  #cut = new Set<number>()

  /** @param ownerOf the owner's number by slot, -1 for none */
  constructor(cursor: Cursor, kinds: string[], ownerOf: Int32Array, owners: number) {
    this.#first = new Uint32Array(owners)
    this.#last = new Uint32Array(owners)
    for (const kind of kinds)
      for (const slot of cursor.file.slotsOf(kind)) {
        const relation = this.#begins.length
        const begin = this.targets.length
        this.#begins.push(begin)
        cursor
          .open(slot)
          .skip(4)
          .eachRef((id) => this.#link(ownerOf[cursor.slot(id)] ?? -1, relation))
        cursor.eachRef((id) => {
          if (this.targets.length - begin < MOST_RELATED) this.targets.push(id)
          else this.#cut.add(relation)
        })
      }
    this.#begins.push(this.targets.length)
  }

  #link(owner: number, relation: number): void {
    if (owner < 0) return
    this.#relation.push(relation)
    this.#next.push(0)
    const link = this.#relation.length
    const last = this.#last[owner] ?? 0
    if (last === 0) this.#first[owner] = link
    else this.#next.set(last - 1, link)
    this.#last[owner] = link
  }

  /**
   * Calls `take` with the index in `targets` of each related object, in order; returns false when there are
   * none.
   */
  each(owner: number, take: (target: number) => void): boolean {
    const first = this.#first[owner] ?? 0
    let left = MOST_RELATED
    for (let link = first; link > 0 && left > 0; link = this.#next.at(link - 1)) {
      const relation = this.#relation.at(link - 1)
      const end = this.#begins.at(relation + 1)
      for (let target = this.#begins.at(relation); target < end && left > 0; target++, left--) take(target)
    }
    return first > 0
  }

  /** Whether `each` leaves out related objects of the owner. */
  isCut(owner: number): boolean {
    let count = 0
    for (let link = this.#first[owner] ?? 0; link > 0; link = this.#next.at(link - 1)) {
      const relation = this.#relation.at(link - 1)
      count += this.#begins.at(relation + 1) - this.#begins.at(relation)
      if (count > MOST_RELATED || this.#cut.has(relation)) return true
    }
    return false
  }
}
