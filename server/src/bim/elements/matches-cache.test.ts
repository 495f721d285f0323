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

const countKept = (cache: MatchesCache, criteria: string[], now: number) =>
  criteria.map((criterion) => cache.find(criterion, now).size)

test('The least recently used matches go once they take more bytes than allowed', () => {
  const large = setOf(320_000)
  const cache = new MatchesCache(large.bytes * 2.5)
  for (const criterion of ['a', 'b']) cache.keep(criterion, new Map([[1, large]]), 0)
  expect(cache.find('a', 1).size).toBe(1)
  cache.keep('c', new Map([[1, large]]), 1)
  expect(countKept(cache, ['a', 'b', 'c'], 1)).toEqual([1, 0, 1])
  // more than all bytes: not kept, and nothing else is dropped for it
  cache.keep('d', new Map([1, 2, 3].map((model) => [model, large])), 1)
  expect(countKept(cache, ['a', 'c', 'd'], 1)).toEqual([1, 1, 0])
})

test('Matches of small models and of long criteria take the bytes that the process needs for them', () => {
  // 302 bytes on the heap and 521 of the process, measured
  expect(setOf(50).bytes).toBeGreaterThan(500)
  const long = 'x'.repeat(10_000)
  const cache = new MatchesCache(25_000)
  cache.keep('a', new Map([[1, setOf(50)]]), 0)
  cache.keep(`${long}1`, new Map([[1, setOf(50)]]), 0)
  expect(countKept(cache, ['a', `${long}1`], 0)).toEqual([1, 1])
  cache.keep(`${long}2`, new Map([[1, setOf(50)]]), 0)
  expect(countKept(cache, ['a', `${long}1`, `${long}2`], 0)).toEqual([0, 0, 1])
})

test('Matches older than five minutes go before others that are used less', () => {
  const large = setOf(320_000)
  const cache = new MatchesCache(large.bytes * 2.5)
  cache.keep('old', new Map([[1, large]]), 0)
  cache.keep('new', new Map([[1, large]]), 4 * MINUTE)
  expect(cache.find('old', 5 * MINUTE).size).toBe(1)
  cache.keep('newest', new Map([[1, large]]), 6 * MINUTE)
  expect(countKept(cache, ['old', 'new', 'newest'], 6 * MINUTE)).toEqual([0, 1, 1])
})
