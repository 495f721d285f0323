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

test('Values that change during a sort do not affect its order', async () => {
  const changing = [...values]
  const sorting = sortInSlices(numbers, (number) => changing[number] as number)
  changing.reverse()
  expect(Array.from(await sorting)).toEqual(Array.from(await sortInSlices(numbers, valueBy)))
})

test('Sorting many issues in slices lets other requests be served in between', async () => {
  const whole = await longestPiece(async () => numbers.slice().sort((a, b) => valueBy(a) - valueBy(b)))
  const sliced = await longestPiece(() => sortInSlices(numbers, valueBy))
  expect(sliced.ms).toBeLessThan(whole.ms)
})
