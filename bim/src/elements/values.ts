import { Uint32Column } from '../step/columns.ts'
import { PostingsWriter } from './postings.ts'
import { foldText, toSortKey } from './text.ts'

/** Subject of an index row: a property from the file, or a built-in one. */
export type PropertyKind =
  | 'property'
  | 'class'
  | 'type'
  | 'storey'
  | 'space'
  | 'system'
  | 'classification'
  | 'material'
  | 'word'

export interface PropertyRow {
  id: number
  kind: PropertyKind
  set_name: string
  name: string
  unit: string
  data_type: 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'RATING'
  /** number of elements that have the property, and of distinct values */
  elements: number
  distinct: number
  /** the most frequent values with their counts */
  top: [value: string, count: number][]
}

/** A run of consecutive sorted values of a property, with the elements of each. */
export interface ValuesRow {
  property: number
  part: number
  low_number: number | null
  high_number: number | null
  low_key: string
  high_key: string
  /** separated by line breaks */
  texts: string
  /** folded texts, null when identical to `texts` */
  folded: string | null
  /** doubles in native byte order, null when the values are not numbers */
  numbers: Uint8Array | null
  /** encoded by PostingsWriter */
  postings: Uint8Array
}

/** A value with at least this many elements gets its own row; rarer values share rows up to this total. */
const RUN_ELEMENTS = 512
const RUN_VALUES = 256
const RUN_TEXT = 16_000
const TOP_VALUES = 10
const TOP_LISTED = 1000
const LISTED_TEXT = 120
const DECIDED_BY = 50

interface Value {
  id: number
  text: string
  number: number | null
}

/** Collects the values of one property, by text. */
export class GatheredProperty {
  readonly id: number
  readonly kind: PropertyKind
  readonly set_name: string
  readonly name: string
  readonly unit: string
  readonly values = new Map<string, Value>()
  /** number of values that were numeric in the file */
  measured = 0
  /** the last element that got a value: only the first value of an element counts */
  last = -1

  constructor(id: number, kind: PropertyKind, set_name: string, name: string, unit: string) {
    this.id = id
    this.kind = kind
    this.set_name = set_name
    this.name = name
    this.unit = unit
  }

  #type(values: Value[]): PropertyRow['data_type'] {
    const some = values.slice(0, DECIDED_BY)
    if (this.measured > 0) return 'NUMBER'
    if (some.every(({ text }) => text === 'True' || text === 'False' || text === 'Unknown')) return 'BOOLEAN'
    const numbers = some.filter(({ number }) => number !== null).length
    if (numbers * 2 < some.length) return 'TEXT'
    return some.every(({ text }) => /^[-+\d.,e]+$/i.test(text)) ? 'NUMBER' : 'RATING'
  }

  /** The row of the property, from the element count of each value. */
  row(counts: Uint32Array): PropertyRow {
    const values = [...this.values.values()]
    const countOf = (value: Value) => counts[value.id] ?? 0
    const elements = values.reduce((sum, value) => sum + countOf(value), 0)
    const most = this.kind === 'word' ? 0 : this.kind === 'property' ? TOP_VALUES : TOP_LISTED
    const top =
      most === 0 ? [] : [...values].sort((a, b) => countOf(b) - countOf(a) || a.id - b.id).slice(0, most)
    const { id, kind, set_name, name, unit } = this
    return {
      id,
      kind,
      set_name,
      name,
      unit,
      elements,
      data_type: this.#type(values),
      distinct: values.length,
      top: top.map((value) => [value.text.slice(0, LISTED_TEXT), countOf(value)]),
    }
  }

  /** The sorted values in runs: numbers ascending, then texts by sort key. */
  *runs(elementsOf: (value: number) => Uint32Array): Generator<ValuesRow> {
    const values = [...this.values.values()].map((value) => {
      const folded = foldText(value.text)
      return { ...value, folded, key: toSortKey(folded) }
    })
    values.sort((a, b) => {
      if (a.number !== null && b.number !== null && a.number !== b.number) return a.number - b.number
      if ((a.number === null) !== (b.number === null)) return a.number === null ? 1 : -1
      return a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id
    })
    let part = 0
    let run: typeof values = []
    let elements = 0
    let text = 0
    for (const value of values) {
      const count = elementsOf(value.id).length
      const full =
        elements + count > RUN_ELEMENTS ||
        run.length === RUN_VALUES ||
        text > RUN_TEXT ||
        // a row holds either numbers or texts, so that range queries can skip it
        (run[0]?.number === null) !== (value.number === null)
      if (run.length > 0 && full) {
        yield this.#run(part++, run, elementsOf)
        run = []
        elements = text = 0
      }
      run.push(value)
      elements += count
      text += value.text.length
    }
    if (run.length > 0) yield this.#run(part, run, elementsOf)
  }

  #run(
    part: number,
    run: (Value & { folded: string; key: string })[],
    elementsOf: (value: number) => Uint32Array,
  ): ValuesRow {
    const writer = new PostingsWriter()
    for (const { id } of run) writer.add(elementsOf(id))
    const keys = run.map(({ key }) => key).sort()
    const texts = run.map(({ text }) => text).join('\n')
    const folded = run.map((value) => value.folded).join('\n')
    const known = run[0]?.number !== null
    const numbers = known ? Float64Array.from(run, ({ number }) => number ?? Number.NaN) : null
    return {
      property: this.id,
      part,
      low_number: run[0]?.number ?? null,
      high_number: run.at(-1)?.number ?? null,
      low_key: keys[0] ?? '',
      high_key: keys.at(-1) ?? '',
      texts,
      folded: folded === texts ? null : folded,
      numbers: numbers && new Uint8Array(numbers.buffer),
      postings: writer.take(),
    }
  }
}

/** Pairs of element and value in columns, grouped by value once complete. */
export class ValuePairs {
  #values = new Uint32Column()
  #elements = new Uint32Column()

  get length(): number {
    return this.#values.length
  }

  add(value: number, element: number): void {
    this.#values.push(value)
    this.#elements.push(element)
  }

  /** Counting sort: the elements of each value, in insertion order. */
  sort(values: number): { counts: Uint32Array; elementsOf: (value: number) => Uint32Array } {
    const counts = new Uint32Array(values)
    for (let at = 0; at < this.length; at++) {
      const value = this.#values.at(at)
      counts[value] = (counts[value] ?? 0) + 1
    }
    const begins = new Uint32Array(values + 1)
    for (let value = 0; value < values; value++)
      begins[value + 1] = (begins[value] ?? 0) + (counts[value] ?? 0)
    const next = begins.slice()
    const sorted = new Uint32Array(this.length)
    for (let at = 0; at < this.length; at++) {
      const value = this.#values.at(at)
      const place = next[value] ?? 0
      sorted[place] = this.#elements.at(at)
      next[value] = place + 1
    }
    // Already ascending, except for systems of the same name, which are added one after another.
    return { counts, elementsOf: (value) => sorted.subarray(begins[value], begins[value + 1]).sort() }
  }
}
