import {
  type FieldType,
  ITEM_FIELD,
  type ODataFilter,
  type ODataValue,
  parseFilter,
} from '@plumbline/contract/bcf/odata'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { buildFilterSql } from './filter-sql.ts'

/** Property test: SQL finds the same rows as an evaluation of the filter in memory. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const types = {
  status: 'text',
  author: 'folded',
  date: 'instant',
  index: 'number',
  labels: 'texts',
} as const satisfies Record<string, FieldType>
type Field = keyof typeof types

type Row = Record<string, ODataValue | string[]>

const words = ['', 'Open', 'open', 'In Progress', "O'Brien", 'ä', 'Z', '%', '_', '\\']
const dates = ['2026-01-01T00:00:00.000Z', '2026-06-01T12:30:00.000Z', '2026-12-31T23:59:59.000Z']

const columns = {
  status: { type: 'text', sql: sql`(r.row->>'status')` },
  author: { type: 'folded', sql: sql`(r.row->>'author')` },
  date: { type: 'instant', sql: sql`(r.row->>'date')::timestamptz` },
  index: { type: 'number', sql: sql`(r.row->>'index')::numeric` },
  labels: { type: 'texts', sql: sql`array(select jsonb_array_elements_text(r.row->'labels'))` },
} as const

const orNull = (values: fc.Arbitrary<ODataValue>) => fc.option(values, { nil: null })
const valuesOf: Record<FieldType, fc.Arbitrary<ODataValue>> = {
  text: fc.constantFrom(...words),
  folded: fc.constantFrom('a@example.com', 'B@Example.com', 'c@example.com'),
  instant: fc.constantFrom(...dates),
  number: fc.integer({ min: -3, max: 3 }),
  texts: fc.constantFrom(...words),
}
const row: fc.Arbitrary<Row> = fc.record({
  status: orNull(valuesOf.text),
  author: orNull(valuesOf.folded),
  date: orNull(valuesOf.instant),
  index: orNull(valuesOf.number),
  labels: fc.array(fc.constantFrom(...words), { maxLength: 3 }),
})

const literal = (type: FieldType, value: ODataValue) => {
  if (value === null || type === 'instant' || type === 'number') return String(value)
  return `'${String(value).replaceAll("'", "''")}'`
}
const operator = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le')
const textCall = fc.constantFrom('contains', 'startswith', 'endswith')

const condition = (name: string, type: FieldType) =>
  fc.oneof(
    fc.tuple(operator, orNull(valuesOf[type])).map(([op, value]) => `${name} ${op} ${literal(type, value)}`),
    ...(type === 'text' || type === 'folded'
      ? [fc.tuple(textCall, valuesOf[type]).map(([op, value]) => `${op}(${name}, ${literal(type, value)})`)]
      : []),
  )
const single = fc
  .constantFrom<Field>('status', 'author', 'date', 'index')
  .chain((name) => condition(name, types[name]))

const { query } = fc.letrec<{ query: string; part: string; inner: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4 },
    single,
    tie('inner').map((part) => `labels/any(l: ${part})`),
    fc.tuple(tie('query'), fc.constantFrom('and', 'or'), tie('query')).map(([a, op, b]) => `${a} ${op} ${b}`),
    tie('query').map((part) => `(${part})`),
    tie('query').map((part) => `not (${part})`),
  ),
  inner: fc.oneof(
    { maxDepth: 2 },
    condition('l', 'text'),
    fc.tuple(tie('inner'), fc.constantFrom('and', 'or'), tie('inner')).map(([a, op, b]) => `${a} ${op} ${b}`),
    tie('inner').map((part) => `not (${part})`),
  ),
  part: single,
}))

const order = (a: string | number, b: string | number) =>
  typeof a === 'number' || typeof b === 'number'
    ? Number(a) - Number(b)
    : Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Evaluates a filter in memory: the reference that SQL is compared with. */
function matches(filter: ODataFilter, row: Row): boolean {
  if ('parts' in filter)
    return filter.parts[filter.kind === 'and' ? 'every' : 'some']((part) => matches(part, row))
  if (filter.kind === 'not') return !matches(filter.part, row)
  const found = row[filter.field] as ODataValue | string[]
  if (filter.kind === 'any')
    return (found as string[]).some((value) => matches(filter.part, { [ITEM_FIELD]: value }))
  const left =
    filter.field === 'author' && found !== null ? String(found).toLowerCase() : (found as ODataValue)
  if (filter.kind === 'text') {
    if (left === null) return false
    const how = { contains: 'includes', startswith: 'startsWith', endswith: 'endsWith' } as const
    return String(left)[how[filter.op]](filter.value)
  }
  const { op, value } = filter
  if (op === 'eq') return left === value
  if (op === 'ne') return left !== value
  if (left === null || value === null) return false
  const difference = order(left, value)
  return { gt: difference > 0, ge: difference >= 0, lt: difference < 0, le: difference <= 0 }[op]
}

test('The database returns exactly the rows that an evaluation in memory returns', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.array(row, { minLength: 1, maxLength: 12 }), async (text, given) => {
      const filter = parseFilter(text, types)
      const rows = given.map((each, number) => ({ number, row: each }))
      const { rows: found } = await sql<{ number: number }>`
        select r.number from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number int, row jsonb)
        where ${buildFilterSql(filter, columns)} order by r.number`.execute(app.server.db)
      const expected = rows.filter((each) => matches(filter, each.row)).map(({ number }) => number)
      expect(found.map(({ number }) => number)).toEqual(expected)
    }),
    { numRuns: 400 },
  )
})
