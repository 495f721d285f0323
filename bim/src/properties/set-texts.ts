import { Uint32Column } from '../step/columns.ts'
import type { StepFile } from '../step/step-file.ts'

/** Cache size in characters; when it is exceeded, the cache is cleared between two blocks. */
const MOST_REMEMBERED = 1 << 24
const FEWEST_PLACES = 1 << 12

/** A property set as JSON. Its numbers are managed by the caller that iterates over the elements. */
export interface PropertySetText {
  text: string
  /** the last block that contained it, and its index there */
  block: number
  index: number
  /** the last element that had it */
  element: number
}

/**
 * Deduplicates sets and their properties as JSON: properties repeat from element to element, and so do whole
 * sets under different GlobalIds. A set is recognised by the numbers of its properties before its text is
 * built.
 */
export class PropertySetTexts {
  /** text number by slot of the property, 0 for none yet */
  #numberOf: Uint32Array
  #texts: string[] = []
  #names = new Map<string, number>()
  #sets = new Map<string, PropertySetText>()
  #size = 0
  /** hash table of sets (open addressing) by their parts: number + 1 */
  #places = new Uint32Array(FEWEST_PLACES)
  #known: (PropertySetText | null)[] = []
  #begins = new Uint32Column()
  #parts = new Uint32Column()

  constructor(file: StepFile) {
    this.#numberOf = new Uint32Array(file.id.length)
  }

  /** Frees memory between two blocks. Returns true when all sets returned before have become invalid. */
  forget(): boolean {
    if (this.#size < MOST_REMEMBERED) return false
    this.#numberOf.fill(0)
    this.#texts = []
    this.#names.clear()
    this.#sets.clear()
    this.#size = 0
    this.#places = new Uint32Array(FEWEST_PLACES)
    this.#known = []
    this.#begins.length = 0
    this.#parts.length = 0
    return true
  }

  /** The set with this JSON; null for an empty text. */
  ofText(text: string): PropertySetText | null {
    if (text === '') return null
    const known = this.#sets.get(text)
    if (known) return known
    const set = { text, block: -1, index: 0, element: -1 }
    this.#sets.set(text, set)
    this.#size += text.length
    return set
  }

  /** Starts a set: its properties follow by `add`, and `end` looks it up. */
  begin(origin: number, name: string): void {
    this.#begins.push(this.#parts.length)
    let number = this.#names.get(name)
    if (number === undefined) {
      number = this.#names.size
      this.#names.set(name, number)
    }
    this.#parts.push(origin)
    this.#parts.push(number)
  }

  /** Adds a property. The result of `make` must depend only on the statement and its references. */
  add(slot: number, make: (slot: number) => string): void {
    let number = this.#numberOf[slot] ?? 0
    if (number === 0) {
      const text = make(slot)
      number = this.#texts.push(text)
      this.#numberOf[slot] = number
      this.#size += text.length
    }
    this.#parts.push(number)
  }

  /** Looks up the set with the added parts; `write` joins its properties if it is new. */
  end(write: (properties: string) => string): PropertySetText | null {
    const begin = this.#begins.at(this.#begins.length - 1)
    const place = this.#placeOf(begin)
    const known = (this.#places[place] ?? 0) - 1
    if (known >= 0) {
      this.#begins.length--
      this.#parts.length = begin
      return this.#known[known] ?? null
    }
    const texts: string[] = []
    for (let part = begin + 2; part < this.#parts.length; part++) {
      const text = this.#texts[this.#parts.at(part) - 1] ?? ''
      if (text !== '') texts.push(text)
    }
    const set = texts.length === 0 ? null : this.ofText(write(texts.join()))
    this.#places[place] = this.#known.push(set)
    if (this.#known.length * 2 > this.#places.length) this.#widen()
    return set
  }

  /** Hash table position of the set whose parts start at `begin`. */
  #placeOf(begin: number): number {
    const parts = this.#parts
    const length = parts.length - begin
    const mask = this.#places.length - 1
    for (let place = this.#hash(begin, parts.length) & mask; ; place = (place + 1) & mask) {
      const known = (this.#places[place] ?? 0) - 1
      if (known < 0) return place
      const other = this.#begins.at(known)
      if (this.#begins.at(known + 1) - other !== length) continue
      let part = 0
      while (part < length && parts.at(begin + part) === parts.at(other + part)) part++
      if (part === length) return place
    }
  }

  #hash(begin: number, end: number): number {
    let hash = end - begin
    for (let part = begin; part < end; part++) hash = Math.imul(hash ^ this.#parts.at(part), 0x9e3779b1)
    return hash ^ (hash >>> 15)
  }

  #widen(): void {
    this.#places = new Uint32Array(this.#places.length * 2)
    const mask = this.#places.length - 1
    for (let known = 0; known < this.#known.length; known++) {
      const next = known + 1 < this.#begins.length ? this.#begins.at(known + 1) : this.#parts.length
      let place = this.#hash(this.#begins.at(known), next) & mask
      while (this.#places[place] !== 0) place = (place + 1) & mask
      this.#places[place] = known + 1
    }
  }
}
