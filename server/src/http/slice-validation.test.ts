import { bcfBody } from '@plumbline/contract/bcf/api-version'
import { atLeastOneOf, Id, LineField } from '@plumbline/contract/fields'
import { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { longestPiece } from '../../test/loop/pieces.ts'
import { formatJsonInSlices, validateInSlices } from './slice-validation.ts'

const guid = (n: number) => n.toString(36).padStart(22, '0')
const components = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ifc_guid: guid(n), more: n }))
const view = (count: number) => ({
  components: {
    selection: components(count),
    coloring: Array.from({ length: 3 }, () => ({ color: '#ff0000', components: components(count) })),
    visibility: { default_visibility: true, exceptions: [] },
  },
  unknown: components(10),
})

const Rows = atLeastOneOf({
  name: LineField(1, 20),
  rows: z
    .array(z.object({ id: Id, labels: z.array(LineField(1, 5)).check(z.maxLength(2)) }))
    .check(z.maxLength(1000)),
})
const row = (label: string) => ({ id: crypto.randomUUID(), labels: [label], other: 1 })
const rows = (count: number, ...more: unknown[]) => ({
  name: ' Rows ',
  rows: [...Array.from({ length: count }, () => row(' a ')), ...more],
})

const cases: [string, z.ZodMiniType, unknown][] = [
  ['a view', ViewpointView, view(2000)],
  ['a view of another program', bcfBody(ViewpointView), { ...view(2000), lines: null }],
  [
    'a view with a wrong element',
    ViewpointView,
    { components: { ...view(2).components, selection: [...components(900), { ifc_guid: 'x' }] } },
  ],
  ['rows', Rows, rows(900)],
  ['too many rows', Rows, rows(1001)],
  ['a row that is none', Rows, rows(500, null)],
  ['rows within a row', Rows, rows(300, { id: crypto.randomUUID(), labels: ['a', 'b', 'c'] })],
  ['a list where a row is', Rows, { rows: rows(300, []).rows, name: 'x'.repeat(21) }],
  ['no list', Rows, { rows: { length: 500 } }],
  ['nothing', Rows, {}],
  [
    'a list',
    z.array(z.nullable(LineField(1, 9))),
    Array.from({ length: 500 }, (_, n) => (n % 2 ? ` ${n} ` : null)),
  ],
]

test.each(cases)('Validation in slices equals safeParse: %s', async (_name, schema, value) => {
  const whole = z.safeParse(schema, value, { reportInput: true })
  const { data, issues } = await validateInSlices(schema, structuredClone(value))
  if (whole.success) expect([data, issues]).toEqual([whole.data, null])
  else {
    const told = (list: readonly z.core.$ZodIssue[]) =>
      list.map(({ code, path, message }) => ({ code, path, message }))
    expect(data).toBeNull()
    expect(told(issues ?? [])).toEqual(expect.arrayContaining(told(whole.error.issues)))
  }
})

test('Validation in slices leaves the input unchanged', async () => {
  const sent = rows(500)
  await validateInSlices(Rows, sent)
  expect([sent.name, sent.rows[0]]).toMatchObject([' Rows ', { labels: [' a '] }])
})

test('Serialization in slices equals JSON.stringify', async () => {
  const list = Array.from({ length: 900 }, (_, n) => ({ n, text: `ü😀"${n}`, gone: undefined }))
  for (const value of [
    list,
    { a: list, b: undefined, c: { d: list, e: [1, undefined, list] }, f: new Date(0), __proto: 1 },
    [[list], []],
    { short: [1, 2] },
    null,
    'text',
  ])
    expect(Buffer.concat(await formatJsonInSlices(value)).toString()).toBe(JSON.stringify(value))
})

test('Validating and serializing 100,000 elements never blocks the event loop for long', async () => {
  const reference = await longestPiece(async () => {
    for (let round = 0; round < 5; round++) z.parse(ViewpointView, view(200))
  })
  const large = view(25_000)
  const checked = await longestPiece(() => validateInSlices(ViewpointView, large))
  const written = await longestPiece(() => formatJsonInSlices(large))
  for (const { ms } of [checked, written]) expect(ms).toBeLessThan(10 * Math.max(5, reference.ms))
})
