import { expect, test } from 'vitest'
import { ElementSet } from './element-set.ts'
import { MatchesCache } from './matches-cache.ts'

const setOf = (size: number, ...elements: number[]) => {
  const set = new ElementSet(size)
  for (const element of elements) set.add(element)
  return set
}
const MINUTE = 60_000

test('Matches of a criterion are kept by model for five minutes', () => {
  const cache = new MatchesCache()
  cache.keep('class = door', new Map([[1, setOf(10, 3)]]), 0)
  cache.keep('class = door', new Map([[2, setOf(10, 4)]]), MINUTE)
  const known = cache.find('class = door', 2 * MINUTE)
  expect([...known].map(([model, set]) => [model, [...set.from(0)]])).toEqual([
    [1, [3]],
    [2, [4]],
  ])
  expect(cache.find('class = window', 2 * MINUTE).size).toBe(0)
  expect(cache.find('class = door', 6 * MINUTE).size).toBe(0)
  expect(cache.find('class = door', 0).size).toBe(0)
})

test('The least recently used matches go once they take more bytes than allowed', () => {
  const large = setOf(32_000)
  const cache = new MatchesCache(large.bytes * 2 + 50)
  for (const criterion of ['a', 'b']) cache.keep(criterion, new Map([[1, large]]), 0)
  expect(cache.find('a', 1).size).toBe(1)
  cache.keep('c', new Map([[1, large]]), 1)
  expect(['a', 'b', 'c'].map((criterion) => cache.find(criterion, 1).size)).toEqual([1, 0, 1])
  // more than all bytes: not kept, and nothing else is dropped for it
  cache.keep('d', new Map([1, 2, 3].map((model) => [model, large])), 1)
  expect(['a', 'c', 'd'].map((criterion) => cache.find(criterion, 1).size)).toEqual([1, 1, 0])
})
