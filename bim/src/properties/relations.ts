import { Uint32Column } from '../step/columns.ts'
import type { Cursor } from '../step/cursor.ts'

/** What one thing may have hung on it by relations of one kind. */
export const MOST_HUNG = 400

/**
 * What relations of some kinds hang on elements and types. In columns, a few numbers for each relation: lists of lists
 * would take many times the memory.
 */
export class Relations {
  /** entity numbers of what is hung, relation by relation */
  readonly targets = new Uint32Column()
  /** where the targets of each relation begin */
  #begins = new Uint32Column()
  /** links by owner, + 1: the first and the last of its chain */
  #first: Uint32Array
  #last: Uint32Array
  /** by link: its relation, and the next link of the owner, + 1 */
  #relation = new Uint32Column()
  #next = new Uint32Column()

  /** @param ownerOf the owner's number by slot, -1 for what is none */
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
          if (this.targets.length - begin < MOST_HUNG) this.targets.push(id)
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

  /** False when nothing hangs on the owner; else each target's place in `targets` is handed out, in order. */
  each(owner: number, take: (target: number) => void): boolean {
    const first = this.#first[owner] ?? 0
    let left = MOST_HUNG
    for (let link = first; link > 0 && left > 0; link = this.#next.at(link - 1)) {
      const relation = this.#relation.at(link - 1)
      const end = this.#begins.at(relation + 1)
      for (let target = this.#begins.at(relation); target < end && left > 0; target++, left--) take(target)
    }
    return first > 0
  }
}
