import type { StatementTable } from '../step/statement-table.ts'
import { isElementEntity } from '../structure/entities.ts'

/**
 * Fingerprints of elements: equal ones are drawn equally. Each is a hash of everything that the drawing of an element
 * depends on: its placement and representation with all that they refer to, styles, openings, materials. Entity
 * numbers, GlobalIds, names and properties are not part of it.
 */
export interface Fingerprints {
  /** hash of units, contexts and schema, on which all elements depend; null if the file has no fingerprints */
  file: string | null
  /** entity numbers of elements, in file order */
  ids: Uint32Array
  /** two words for each element; both zero: unknown, equal to nothing */
  words: Uint32Array
}

const PLACEMENT = 5
const REPRESENTATION = 6
/** Longest chain of assemblies searched for openings. */
const MOST_ASSEMBLIES = 20

/**
 * The index of the argument that points from an additional statement back to its target; it is not hashed with the
 * statement.
 */
const TARGET_ARGUMENT: Record<string, number> = {
  IFCSTYLEDITEM: 0,
  IFCINDEXEDCOLOURMAP: 0,
  IFCMATERIALDEFINITIONREPRESENTATION: 3,
  IFCPRESENTATIONLAYERWITHSTYLE: 2,
}

const UNSEEN = 0
const OPEN = 1
const DONE = 2

/** By slot: the slots of its relations' targets. */
interface Relations {
  openings: Map<number, number[]>
  assemblies: Map<number, number[]>
  types: Map<number, number[]>
  materials: Map<number, number[]>
}

interface Pair {
  low: number
  high: number
}

export function computeFingerprints(table: StatementTable): Fingerprints {
  if (!table.isSound) return { file: null, ids: new Uint32Array(), words: new Uint32Array() }
  return new FingerprintReader(table).read()
}

class FingerprintReader {
  readonly #table: StatementTable
  readonly #low: Uint32Array
  readonly #high: Uint32Array
  readonly #states: Uint8Array
  /** index into `kinds`: the argument that is not hashed, -1 for none */
  readonly #targetArguments: Int16Array
  /** by slot of a statement: the statements that add to it */
  readonly #additions = new Map<number, number[]>()
  readonly #slots = new Map<string, number[]>()

  constructor(table: StatementTable) {
    this.#table = table
    this.#low = new Uint32Array(table.count)
    this.#high = new Uint32Array(table.count)
    this.#states = new Uint8Array(table.count)
    this.#targetArguments = Int16Array.from(table.kinds, (name) => TARGET_ARGUMENT[name] ?? -1)
    this.#sortStatements()
  }

  #sortStatements(): void {
    const table = this.#table
    const wanted = table.kinds.map(
      (name) =>
        /^IFC(REL(VOIDS|PROJECTS)ELEMENT|RELAGGREGATES|RELDEFINESBYTYPE|RELASSOCIATESMATERIAL|PROJECT)$/.test(
          name,
        ) || isElementEntity(name),
    )
    for (let slot = 0; slot < table.count; slot++) {
      const kind = table.kind.at(slot)
      const argument = this.#targetArguments[kind] ?? -1
      if (argument >= 0)
        for (const id of table.listReferences(slot, argument))
          append(this.#additions, table.numbers.slot(id), slot)
      else if (wanted[kind]) append(this.#slots, table.kinds[kind] ?? '', slot)
    }
  }

  read(): Fingerprints {
    const table = this.#table
    const inverse = this.#readRelations()
    const elements = [...this.#slots].filter(([name]) => isElementEntity(name)).flatMap(([, slots]) => slots)
    elements.sort((a, b) => a - b)
    const words = new Uint32Array(elements.length * 2)
    for (const [at, slot] of elements.entries()) {
      const pair = this.#hashElement(slot, inverse)
      words[at * 2] = pair?.low ?? 0
      words[at * 2 + 1] = pair?.high ?? 0
    }
    return { file: this.#hashProject(), ids: Uint32Array.from(elements, (slot) => table.id.at(slot)), words }
  }

  /** Reads the relations that point at elements from outside. */
  #readRelations(): Relations {
    const table = this.#table
    const collect = (names: string[], from: number, to: number) => {
      const found = new Map<number, number[]>()
      for (const name of names)
        for (const slot of this.#slots.get(name) ?? []) {
          const targets = table.listReferences(slot, to)
          for (const id of table.listReferences(slot, from))
            for (const target of targets) append(found, table.numbers.slot(id), table.numbers.slot(target))
        }
      return found
    }
    return {
      openings: collect(['IFCRELVOIDSELEMENT', 'IFCRELPROJECTSELEMENT'], 4, 5),
      assemblies: collect(['IFCRELAGGREGATES'], 5, 4),
      types: collect(['IFCRELDEFINESBYTYPE'], 4, 5),
      materials: collect(['IFCRELASSOCIATESMATERIAL'], 4, 5),
    }
  }

  #hashElement(slot: number, inverse: Relations): Pair | null {
    const own = this.#hashProduct(slot)
    if (!own) return null
    const hash = new PairHash(own)
    const openings: number[] = []
    let hosts = [slot]
    for (let level = 0; hosts.length > 0 && level < MOST_ASSEMBLIES; level++) {
      openings.push(...hosts.flatMap((host) => inverse.openings.get(host) ?? []))
      hosts = hosts.flatMap((host) => inverse.assemblies.get(host) ?? [])
    }
    const materials = [slot, ...(inverse.types.get(slot) ?? [])].flatMap(
      (each) => inverse.materials.get(each) ?? [],
    )
    for (const opening of openings) if (!hash.add(this.#hashProduct(opening), 1)) return null
    for (const material of materials) if (!hash.add(this.#hashClosure(material), 2)) return null
    return hash.value
  }

  /** Hash of a product's own shape; null if unknown. */
  #hashProduct(slot: number): Pair | null {
    const table = this.#table
    if (slot < 0 || slot >= table.count) return null
    const hash = new PairHash(hashName(table.kindName(slot)))
    for (let at = table.firstReference.at(slot); at < table.endOfReferences(slot); at++) {
      const argument = table.argumentOf(at)
      if (argument !== PLACEMENT && argument !== REPRESENTATION) continue
      if (!hash.add(this.#hashClosure(table.numbers.slot(table.references.at(at))), argument)) return null
    }
    return hash.value
  }

  #hashProject(): string | null {
    const projects = this.#slots.get('IFCPROJECT') ?? []
    const table = this.#table
    const parts: string[] = []
    for (const slot of projects)
      for (const argument of [7, 8])
        for (const id of table.listReferences(slot, argument)) {
          const pair = this.#hashClosure(table.numbers.slot(id))
          if (!pair) return null
          parts.push(`${pair.low}/${pair.high}`)
        }
    return parts.join()
  }

  /** Hash of a statement with everything it refers to; null for circular references and references to missing statements. */
  #hashClosure(slot: number): Pair | null {
    if (slot < 0 || slot >= this.#table.count) return null
    if (this.#states[slot] !== DONE) this.#walk(slot)
    return this.#pairOf(slot)
  }

  #pairOf(slot: number): Pair | null {
    const low = this.#low[slot] as number
    const high = this.#high[slot] as number
    return low === 0 && high === 0 ? null : { low, high }
  }

  /** Hashes a statement after all that it refers to, without recursion: chains of references may be long. */
  #walk(root: number): void {
    const table = this.#table
    const states = this.#states
    const waiting = [root]
    while (waiting.length > 0) {
      const slot = waiting[waiting.length - 1] as number
      if (states[slot] === DONE) {
        waiting.pop()
        continue
      }
      if (states[slot] === OPEN) {
        waiting.pop()
        states[slot] = DONE
        this.#finish(slot)
        continue
      }
      states[slot] = OPEN
      const skipped = this.#targetArguments[table.kind.at(slot)] as number
      const end = table.endOfReferences(slot)
      for (let at = table.firstReference.at(slot); at < end; at++) {
        if (table.argumentOf(at) === skipped) continue
        const next = table.numbers.slot(table.references.at(at))
        if (next >= 0 && next < table.count && states[next] === UNSEEN) waiting.push(next)
      }
      for (const next of this.#additions.get(slot) ?? []) if (states[next] === UNSEEN) waiting.push(next)
    }
  }

  /** An unfinished reference is part of a cycle: its hash is still zero, and so becomes every hash that contains it. */
  #finish(slot: number): void {
    const table = this.#table
    const skipped = this.#targetArguments[table.kind.at(slot)] as number
    let low = table.low.at(slot)
    let high = table.high.at(slot)
    const end = table.endOfReferences(slot)
    for (let at = table.firstReference.at(slot); at < end; at++) {
      if (table.argumentOf(at) === skipped) continue
      const next = table.numbers.slot(table.references.at(at))
      if (next < 0 || next >= table.count) return
      const nextLow = this.#low[next] as number
      const nextHigh = this.#high[next] as number
      if (nextLow === 0 && nextHigh === 0) return
      low = Math.imul(low ^ nextLow, 0x7feb352d) ^ (low >>> 15) ^ nextHigh
      high = Math.imul(high ^ nextHigh, 0x846ca68b) ^ (high >>> 13) ^ nextLow
    }
    const additions = this.#additions.get(slot)
    if (additions) {
      const hash = new PairHash({ low: low >>> 0, high: high >>> 0 })
      for (const next of additions) if (!hash.add(this.#pairOf(next), 3)) return
      low = hash.value.low
      high = hash.value.high
    }
    this.#low[slot] = low
    // both zero means unknown
    this.#high[slot] = high >>> 0 === 0 && low >>> 0 === 0 ? 1 : high
  }
}

/** Combines hashes in order, including those of openings and styles, because engines apply these one after the other. */
class PairHash {
  #low: number
  #high: number

  constructor({ low, high }: Pair) {
    this.#low = low
    this.#high = high
  }

  /** Returns false for an unknown part. */
  add(part: Pair | null, role: number): boolean {
    if (!part) return false
    this.#low =
      Math.imul(this.#low ^ part.low, 0x7feb352d) ^ (this.#low >>> 15) ^ Math.imul(part.high, role + 1)
    this.#high = Math.imul(this.#high ^ part.high, 0x846ca68b) ^ (this.#high >>> 13) ^ part.low
    return true
  }

  get value(): Pair {
    const low = this.#low >>> 0
    const high = this.#high >>> 0
    return { low, high: low === 0 && high === 0 ? 1 : high }
  }
}

function hashName(name: string): Pair {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (let at = 0; at < name.length; at++) {
    low = Math.imul(low ^ name.charCodeAt(at), 0x01000193) ^ (low >>> 15)
    high = Math.imul(high ^ name.charCodeAt(at), 0x85ebca6b) ^ (high >>> 13)
  }
  return { low: low >>> 0, high: high >>> 0 }
}

function append<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
