import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compileSchema } from './compile-schema.ts'

const Place = z.object({ x: z.number().check(z.minimum(0)), note: z.optional(z.nullable(z.string())) })
const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree)
  },
})
const All = z.object({
  id: z.string(),
  count: z._default(z.number(), 1),
  places: z.array(Place),
  by_name: z.record(z.string(), Place),
  either: z.optional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('A'), a: z.string() }),
      z.strictObject({ kind: z.literal('B'), b: z.nullable(Place) }),
    ]),
  ),
  tree: z.optional(Tree),
  rest: z.optional(z.looseObject({ known: z.number() })),
})

const place = { x: 1, other: 2 }
const base = { id: 'a', count: 2, places: [place], by_name: { one: place }, hidden: 'left out' }

test.each<[string, unknown]>([
  ['all fields', { ...base, tree: { name: 'a', children: [{ name: 'b', children: [], more: 1 }] } }],
  ['defaults and absent fields', { id: 'a', places: [], by_name: {} }],
  ['a field that is undefined', { ...base, either: undefined, places: [{ x: 1, note: undefined }] }],
  ['options of a union', { ...base, either: { kind: 'A', a: 'x', b: 'dropped' } }],
  ['an unknown option', { ...base, either: { kind: 'C' } }],
  ['a field that a strict object does not have', { ...base, either: { kind: 'B', b: null, c: 1 } }],
  ['further fields of a loose object', { ...base, rest: { known: 1, more: [1] } }],
  ['wrong values deep inside', { ...base, places: [place, { x: -1 }, { x: '1' }], by_name: { one: null } }],
  ['wrong values where a schema contains itself', { ...base, tree: { name: 'a', children: [{ name: 1 }] } }],
  ['no object', [base]],
  ['null', null],
])('A compiled schema gives the same result for %s', (_, value) => {
  const [expected, actual] = [All, compileSchema(All)].map((schema) => z.core.safeParse(schema, value))
  expect(actual?.data).toEqual(expected?.data)
  expect(Object.keys(actual?.data ?? {})).toEqual(Object.keys(expected?.data ?? {}))
  expect(actual?.error?.issues).toEqual(expected?.error?.issues)
})

test('The objects of a schema are compiled once, also those in lists and unions', () => {
  const made = compileSchema(All)
  expect(compileSchema(All)).toBe(made)
  expect(made).toBeInstanceOf(z.core.$ZodObjectJIT)
  const { places } = (made as typeof All)._zod.def.shape
  expect(places._zod.def.element).toBeInstanceOf(z.core.$ZodObjectJIT)
})
