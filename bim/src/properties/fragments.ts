import type { StepFile } from '../step/scan.ts'

const PLACES = 1 << 14

/**
 * Texts made of statements, each made once for all statements that read the same: most properties of a model repeat
 * (`IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$)`), and comparing their bytes is far quicker than reading
 * them again. A cache with one place for each hash; what falls out is made anew.
 */
export class Fragments {
  #file: StepFile
  #slots = new Int32Array(PLACES).fill(-1)
  #texts: string[] = new Array(PLACES).fill('')

  constructor(file: StepFile) {
    this.#file = file
  }

  /** The text of a statement; `make` must depend on its entity and bytes alone. */
  get(slot: number, make: (slot: number) => string): string {
    const bytes = this.#file.blocks[this.#file.block.at(slot)] ?? new Uint8Array(0)
    const end = this.#file.end.at(slot)
    let hash = this.#file.kind.at(slot)
    for (let at = this.#file.start.at(slot); at < end; at++)
      hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1)
    const known = this.#slots[place] ?? -1
    if (known >= 0 && this.#same(known, slot)) return this.#texts[place] ?? ''
    const text = make(slot)
    this.#slots[place] = slot
    this.#texts[place] = text
    return text
  }

  #same(a: number, b: number): boolean {
    const { blocks, block, start, end, kind } = this.#file
    const [from, other] = [start.at(a), start.at(b)]
    const length = end.at(a) - from
    if (kind.at(a) !== kind.at(b) || end.at(b) - other !== length) return false
    const [left, right] = [blocks[block.at(a)], blocks[block.at(b)]]
    if (!left || !right) return false
    for (let at = 0; at < length; at++) if (left[from + at] !== right[other + at]) return false
    return true
  }
}
