import { expect, test } from 'vitest'
import { type Condition, formatCondition, parseCondition } from './elements.rules.ts'

const condition = (set: string | null, name: string, op: Condition['op'], value = '') => ({
  set,
  name,
  op,
  value,
})

test.each([
  ['Pset_DoorCommon.FireRating<EI30', condition('Pset_DoorCommon', 'FireRating', '<', 'EI30')],
  ['FireRating <= EI 30', condition(null, 'FireRating', '<=', 'EI 30')],
  ['Qto_Wall.Net area >= 2.5 m²', condition('Qto_Wall', 'Net area', '>=', '2.5 m²')],
  ['Mark!=A', condition(null, 'Mark', '!=', 'A')],
  ['Mark~A=B<C', condition(null, 'Mark', '~', 'A=B<C')],
  ['Pset_WallCommon.LoadBearing exists', condition('Pset_WallCommon', 'LoadBearing', 'exists')],
  ['"Abs. height">2', condition(null, 'Abs. height', '>', '2')],
  ['Set.Abs. height>2', condition('Set', 'Abs. height', '>', '2')],
  ['"a.b"."c""<d">=e', condition('a.b', 'c"<d', '>=', 'e')],
  ['Reason it exists=yes', condition(null, 'Reason it exists', '=', 'yes')],
])('%s', (text, expected) => {
  expect(parseCondition(text)).toEqual(expected)
  expect(parseCondition(formatCondition(expected))).toEqual(expected)
})

test.each(['', 'FireRating', '<3', 'FireRating<', 'FireRating< ', '"open<3', '.x', 'a existsx'])(
  '%j is none',
  (text) => {
    expect(parseCondition(text)).toBe(null)
  },
)
