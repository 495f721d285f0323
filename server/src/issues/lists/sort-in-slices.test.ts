import { expect, test } from 'vitest'
import { longestPiece } from '../../../test/loop/pieces.ts'
import { sortInSlices } from './sort-in-slices.ts'

const COUNT = 200_000
const numbers = Uint32Array.from({ length: COUNT }, (_, at) => at + 1)
const values = [0, ...Array.from(numbers, (number) => (number * 7919) % 1009)]
const valueBy = (number: number) => values[number] as number

test('Issue numbers are sorted by value, equal values by number', async () => {
  const expected = Array.from(numbers).sort((a, b) => valueBy(a) - valueBy(b) || a - b)
  expect(Array.from(await sortInSlices(numbers, valueBy))).toEqual(expected)
  for (const length of [0, 1, 2, 4096, 4097, 12_289]) {
    const some = numbers.subarray(0, length)
    expect(Array.from(await sortInSlices(some, valueBy))).toEqual(
      expected.filter((number) => number <= length),
    )
  }
  const words = (number: number) => `${valueBy(number)}`.padStart(4, '0')
  expect(Array.from(await sortInSlices(numbers, words))).toEqual(expected)
})

test('Negative numbers, fractions, instants and missing values are sorted as numbers', async () => {
  const mixed = [
    0,
    -0.5,
    2147483647,
    -3,
    Number.POSITIVE_INFINITY,
    1.25,
    1_700_000_000_123.5,
    -0,
    1e-9,
    0,
    -1e300,
  ]
  const all = Uint32Array.from(mixed, (_, at) => at)
  const expected = Array.from(all).sort((a, b) => {
    const [x, y] = [mixed[a] as number, mixed[b] as number]
    return x < y ? -1 : x > y ? 1 : a - b
  })
  expect(Array.from(await sortInSlices(all, (at) => mixed[at] as number))).toEqual(expected)
})

test('Many texts with long common beginnings are sorted by their characters', async () => {
  const texts = Array.from(
    { length: 30_001 },
    (_, at) =>
      `${['', 'Crack in the slab ', 'Crack in the slab, axis ', '\uffff'][at % 4]}${(at * 7919) % 6007}`,
  )
  texts[17] = '\uffff'
  const all = Uint32Array.from(texts.slice(1), (_, at) => at + 1)
  const expected = Array.from(all).sort((a, b) => {
    const [x, y] = [texts[a] as string, texts[b] as string]
    return x < y ? -1 : x > y ? 1 : a - b
  })
  expect(Array.from(await sortInSlices(all, (number) => texts[number] as string))).toEqual(expected)
})

test('Values that change while they are read leave all other issues in their order', async () => {
  for (const isText of [false, true]) {
    const changing = [...values]
    const isChanged = (number: number) => number % 10 === 0
    const sorted = await sortInSlices(numbers, (number) => {
      if (number === COUNT / 2) for (const at of numbers) if (isChanged(at)) changing[at] = 1009 - valueBy(at)
      return isText ? `${changing[number]}`.padStart(4, '0') : (changing[number] as number)
    })
    const others = await sortInSlices(
      numbers.filter((number) => !isChanged(number)),
      valueBy,
    )
    expect(Array.from(sorted.filter((number) => !isChanged(number)))).toEqual(Array.from(others))
    expect(sorted.toSorted()).toEqual(numbers)
  }
})

test('Other requests are served while the values of many issues are read', async () => {
  for (const isText of [false, true]) {
    let isServed = false
    let wasServed = false
    setImmediate(() => {
      isServed = true
    })
    await sortInSlices(numbers, (number) => {
      // longer than a slice
      if (number === 1) for (const end = performance.now() + 20; performance.now() < end; );
      if (number === COUNT) wasServed = isServed
      return isText ? `${valueBy(number)}` : valueBy(number)
    })
    expect(wasServed).toBe(true)
  }
})

test('Sorting many issues in slices lets other requests be served in between', async () => {
  const whole = await longestPiece(async () => numbers.slice().sort((a, b) => valueBy(a) - valueBy(b)))
  const sliced = await longestPiece(() => sortInSlices(numbers, valueBy))
  expect(sliced.ms).toBeLessThan(whole.ms)
})
