import { getDimension, parseMeasure, parseRatingMinutes, toBaseUnit } from '@plumbline/bim/elements/measures'
import { foldText, splitWords, toSortKey } from '@plumbline/bim/elements/text'
import type { PropertyKind } from '@plumbline/bim/elements/values'
import type { ElementQuery } from '@plumbline/contract/bim/elements'
import { type Condition, parseCondition } from '@plumbline/contract/bim/elements.rules'
import { type RawBuilder, sql } from 'kysely'
import type { IndexedFile } from './indexed-files.ts'

/** Compiles a search into criteria on the index: which properties, which rows, which values. */

export interface IndexedProperty {
  model_id: number
  id: number
  kind: PropertyKind
  set_name: string
  name: string
  unit: string
}

/** The two forms of a value that tests compare. */
interface TestedValue {
  folded: string
  number: number | null
}

export interface Criterion {
  /** equal for criteria that match the same elements of a model */
  key: string
  kind: PropertyKind
  /** only for kind `property`: name and, if required, set */
  property?: Pick<Condition, 'set' | 'name'>
  /** null: every value matches */
  test: ((value: TestedValue, property: IndexedProperty) => boolean) | null
  /** SQL prefilter of value rows `v`; `p.bound` is the result of `bound` */
  rows: RawBuilder<unknown>
  /** the threshold in the unit of the property */
  bound?: (property: IndexedProperty) => number | null
  /** further restriction of the properties */
  only?: (property: IndexedProperty) => boolean
  /** columns that the test needs */
  reads: 'texts' | 'numbers' | 'both' | 'nothing'
  /** the matching value is returned with each hit */
  shown: boolean
}

const anyRow = sql`true`
const buildRangeCondition = (low: string, high: string) => sql`v.low_key <= ${high} and v.high_key >= ${low}`
const buildPrefixCondition = (start: string) =>
  buildRangeCondition(toSortKey(start), `${toSortKey(start)}\uffff`)

const buildEqualCriterion = (kind: PropertyKind, text: string): Criterion => {
  const wanted = foldText(text)
  const key = toSortKey(wanted)
  return {
    key: `${kind} = ${wanted}`,
    kind,
    test: ({ folded }) => folded === wanted,
    rows: buildRangeCondition(key, key),
    reads: 'texts',
    shown: false,
  }
}

const buildPrefixCriterion = (kind: PropertyKind, text: string): Criterion => {
  const wanted = foldText(text)
  const rows = buildPrefixCondition(wanted)
  const test: Criterion['test'] = ({ folded }) => folded.startsWith(wanted)
  return { key: `${kind} ^ ${wanted}`, kind, test, rows, reads: 'texts', shown: false }
}

/** "IfcDoor" or "door"; includes the StandardCase and ElementedCase variants of a class. */
function buildClassCriterion(text: string): Criterion {
  const stem = foldText(text).replaceAll(' ', '').replace(/^ifc/, '')
  const wanted = ['', 'standardcase', 'elementedcase'].map((ending) => `ifc${stem}${ending}`)
  const test: Criterion['test'] = ({ folded }) => wanted.includes(folded)
  return { ...buildPrefixCriterion('class', `ifc${stem}`), key: `class is ${stem}`, test }
}

function buildLevelCriterion(levelId: string, files: IndexedFile[]): Criterion {
  const wanted = new Set<string>()
  for (const { model_id, levels } of files)
    for (const [storey, level] of levels.entries()) if (level === levelId) wanted.add(`${model_id} ${storey}`)
  return {
    // which storeys are on a level changes with the levels
    key: `storeys ${JSON.stringify([...wanted])}`,
    kind: 'storey',
    test: null,
    rows: anyRow,
    only: ({ model_id, set_name }) => wanted.has(`${model_id} ${set_name}`),
    reads: 'nothing',
    shown: false,
  }
}

const removeSeparators = (text: string) => text.replace(/[\s_-]+/g, '')
const isNearlyEqual = (a: number, b: number) =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/** Converts a typed value into a given unit; null if the two cannot be compared as numbers. */
function buildThreshold(value: string): (unit: string) => number | null {
  const measure = parseMeasure(value)
  const minutes = parseRatingMinutes(value)
  return (unit) => {
    if (measure?.unit === '') return toBaseUnit(measure.number, unit)
    if (unit === '') return minutes
    const same = measure !== null && getDimension(measure.unit) === getDimension(unit)
    return same ? toBaseUnit(measure.number, measure.unit) : null
  }
}

const comparisons: Record<string, (a: number | string, b: number | string) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function buildOrderTest(op: string, value: string): Pick<Criterion, 'test' | 'rows' | 'reads' | 'bound'> {
  const compare = comparisons[op]
  const threshold = buildThreshold(value)
  if (!compare) return { test: null, rows: anyRow, reads: 'nothing' }
  // texts and dates are compared character by character
  if (parseMeasure(value) === null && parseRatingMinutes(value) === null) {
    const wanted = foldText(value)
    return { test: ({ folded }) => compare(folded, wanted), rows: anyRow, reads: 'texts' }
  }
  return {
    test: ({ number }, { unit }) => {
      const limit = threshold(unit)
      return number !== null && limit !== null && compare(number, limit)
    },
    rows: op.startsWith('<') ? sql`v.low_number <= p.bound` : sql`v.high_number >= p.bound`,
    bound: ({ unit }) => threshold(unit),
    reads: 'numbers',
  }
}

function buildEqualityTest(value: string): NonNullable<Criterion['test']> {
  const wanted = foldText(value)
  const rating = parseRatingMinutes(value) === null ? null : removeSeparators(wanted)
  const measured = parseMeasure(value) !== null
  const threshold = buildThreshold(value)
  return ({ folded, number }, { unit }) => {
    if (folded === wanted || (rating !== null && removeSeparators(folded) === rating)) return true
    const limit = measured && number !== null ? threshold(unit) : null
    return limit !== null && number !== null && isNearlyEqual(number, limit)
  }
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function buildPropertyCriterion({ set, name, op, value }: Condition): Criterion {
  const key = `property ${JSON.stringify([set, name, op, value])}`
  const shared = { key, kind: 'property', property: { set, name }, shown: true } as const
  if (op === 'exists') return { ...shared, test: null, rows: anyRow, reads: 'nothing' }
  if (op === '~') {
    const wanted = foldText(value)
    const rows = sql`coalesce(v.folded, v.texts) like ${`%${escapeLike(wanted)}%`}`
    return { ...shared, test: ({ folded }) => folded.includes(wanted), rows, reads: 'texts' }
  }
  const equal = buildEqualityTest(value)
  if (op === '!=')
    return {
      ...shared,
      test: (tested, property) => !equal(tested, property),
      rows: anyRow,
      reads: 'both',
    }
  if (op === '=') {
    const sortKey = toSortKey(foldText(value))
    const numeric = parseMeasure(value) !== null || parseRatingMinutes(value) !== null
    const rows = numeric
      ? sql`(v.low_number is not null or (${buildRangeCondition(sortKey, sortKey)}))`
      : buildRangeCondition(sortKey, sortKey)
    return { ...shared, test: equal, rows, reads: 'both' }
  }
  return { ...shared, ...buildOrderTest(op, value) }
}

const GLOBAL_ID = /^[0-9A-Za-z_$]{22}$/

/** The free text if it is a GlobalId, else null. */
export const parseGlobalId = (q: string | undefined) => (q !== undefined && GLOBAL_ID.test(q) ? q : null)

/** Builds the criteria of a query; a GlobalId is searched separately. */
export function buildCriteria(query: ElementQuery, files: IndexedFile[]): Criterion[] {
  const conditions = [query.property ?? []].flat().map(parseCondition)
  const given = (text: string | undefined, make: (text: string) => Criterion) => (text ? [make(text)] : [])
  return [
    ...given(query.class, buildClassCriterion),
    ...given(query.type, (text) => buildEqualCriterion('type', text)),
    ...given(query.storey, (text) => buildEqualCriterion('storey', text)),
    ...given(query.level_id, (id) => buildLevelCriterion(id, files)),
    ...given(query.space, (text) => buildEqualCriterion('space', text)),
    ...given(query.system, (text) => buildEqualCriterion('system', text)),
    ...given(query.classification, (text) => buildPrefixCriterion('classification', text)),
    ...given(query.material, (text) => buildEqualCriterion('material', text)),
    ...conditions.flatMap((condition) => (condition ? [buildPropertyCriterion(condition)] : [])),
    ...splitWords(parseGlobalId(query.q) ? '' : (query.q ?? '')).map((word) =>
      buildPrefixCriterion('word', word),
    ),
  ]
}
