import { describe, expect, test } from 'vitest'
import { type FieldTypes, ITEM_FIELD, ODataError, parseFilter, parseInstant, parseOrder } from './odata.ts'

const fields: FieldTypes = {
  status: 'text',
  author: 'folded',
  date: 'instant',
  index: 'number',
  labels: 'texts',
}
const read = (query: string) => parseFilter(query, fields)
const fault = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ODataError) return [error.position, error.message]
    throw error
  }
  throw new Error('it was read')
}

describe('A filter may contain', () => {
  test('comparisons with values of the field’s type', () => {
    expect(read("status eq 'In Progress'")).toEqual({
      kind: 'compare',
      field: 'status',
      op: 'eq',
      value: 'In Progress',
    })
    expect(read("author ne 'Anna@Example.com'")).toMatchObject({ op: 'ne', value: 'anna@example.com' })
    expect(read('index ge -2')).toMatchObject({ op: 'ge', value: -2 })
    expect(read('status eq null')).toMatchObject({ value: null })
    expect(read("status eq 'O''Brien'")).toMatchObject({ value: "O'Brien" })
  })

  test.each([
    ['2015-12-05T00:00:00+01:00', '2015-12-04T23:00:00.000Z'],
    ['2015-12-05T00:00:00 01:00', '2015-12-04T23:00:00.000Z'],
    ['2015-12-05T00:00:00+0100', '2015-12-04T23:00:00.000Z'],
    ['2015-12-05T01:02:03.25Z', '2015-12-05T01:02:03.250Z'],
    ['2015-12-05T01:02', '2015-12-05T01:02:00.000Z'],
    ['2015-12-05', '2015-12-05T00:00:00.000Z'],
    ["'2015-12-05T00:00:00Z'", '2015-12-05T00:00:00.000Z'],
  ])('the instant %s: UTC without a zone, and with an unencoded plus', (text, value) => {
    expect(read(`date gt ${text} and index eq 1`)).toMatchObject({ parts: [{ value }, { value: 1 }] })
  })

  test('`and`, which binds closer than `or`, and parentheses and `not`, which bind closer than both', () => {
    const one = (index: number) => ({ kind: 'compare', field: 'index', op: 'eq', value: index })
    const [a, b, c] = [one(1), one(2), one(3)]
    expect(read('index eq 1 or index eq 2 and index eq 3')).toEqual({
      kind: 'or',
      parts: [a, { kind: 'and', parts: [b, c] }],
    })
    expect(read('(index eq 1 or index eq 2) and not index eq 3')).toEqual({
      kind: 'and',
      parts: [
        { kind: 'or', parts: [a, b] },
        { kind: 'not', part: c },
      ],
    })
  })

  test('`any` and `contains` on lists, for both versions of the API', () => {
    const any = {
      kind: 'any',
      field: 'labels',
      part: { kind: 'compare', field: ITEM_FIELD, op: 'eq', value: 'A' },
    }
    expect(read("labels/any(label: label eq 'A')")).toEqual(any)
    expect(read("labels/any(x:x eq 'A')")).toEqual(any)
    expect(read("contains(labels, 'A')")).toEqual(any)
  })

  test('contains, startswith and endswith', () => {
    expect(read("startswith(status,'In')")).toEqual({
      kind: 'text',
      field: 'status',
      op: 'startswith',
      value: 'In',
    })
  })

  test('and an order may contain several fields with directions', () => {
    expect(parseOrder('date desc, index asc,status', ['date', 'index', 'status'])).toEqual([
      { field: 'date', descending: true },
      { field: 'index', descending: false },
      { field: 'status', descending: false },
    ])
  })
})

describe('An invalid query is refused with its position:', () => {
  test.each([
    ['color eq 1', 1, 'there is no field "color" to filter by'],
    ['constructor eq 1', 1, 'there is no field'],
    ["status eq 'open", 11, 'this text does not end'],
    ['status eq 12', 11, 'a text expected'],
    ["index eq 'a'", 10, 'a number expected'],
    ['date gt 2015-13-45', 9, 'there is no such time'],
    ["status like 'a'", 8, 'one of eq'],
    ["status eq 'a' status", 15, 'not expected'],
    ["(status eq 'a'", 15, ') expected'],
    ['labels eq 1', 1, 'is a list'],
    ["status/any(x: x eq 'a')", 1, 'is not a list'],
    ["labels/any(x: y eq 'a')", 15, 'there is no field "y"'],
    ["status eq 'a'; drop table issues", 14, 'not expected'],
    ['', 1, 'a name expected'],
    ['status eq', 10, 'a text expected'],
  ])('%s', (query, position, reason) => {
    const [at, message] = fault(() => read(query))
    expect([at, message]).toEqual([position, expect.stringContaining(reason)])
  })

  test('an order by an unknown field', () => {
    expect(fault(() => parseOrder('date,color', ['date']))).toEqual([5, 'at character 5: not expected'])
    expect(fault(() => parseOrder('color', ['date']))[0]).toBe(1)
  })

  test('more than the limits of length, nesting and conditions', () => {
    const condition = 'index eq 1'
    expect(fault(() => read(`${'('.repeat(30)}${condition}${')'.repeat(30)}`))[1]).toContain('parentheses')
    expect(fault(() => read(`${'not '.repeat(30)}${condition}`))[1]).toContain('parentheses')
    expect(fault(() => read(Array(101).fill(condition).join(' or ')))[1]).toContain('conditions')
    expect(fault(() => read(`${condition}${' '.repeat(4000)}`))[1]).toContain('4000')
  })
})

test('An impossible time is refused', () => {
  expect([parseInstant('2015-02-30T25:00:00Z'), parseInstant('yesterday')]).toEqual([null, null])
  expect(parseInstant('9999-12-31T23:59:59.9999999-05:00')).toBe('9999-12-31T23:59:59.999Z')
  expect(parseInstant('0001-01-01T00:00:00+01:00')).toBe('0001-01-01T00:00:00.000Z')
})
