import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_MOVED, repairInSlices, repairOrder } from './repair-order.ts'

type Value = number | string
const makeCompare = (values: readonly Value[]) => (a: number, b: number) => {
  const [x, y] = [values[a] as Value, values[b] as Value]
  return x < y ? -1 : x > y ? 1 : a - b
}

const sortAll = (present: Uint8Array, values: readonly Value[]) =>
  Array.from(present.keys())
    .filter((number) => present[number] === 1)
    .sort(makeCompare(values))

/** values of few kinds, so that many are equal */
const value = fc.oneof(fc.nat(4), fc.constantFrom(Number.POSITIVE_INFINITY, 2147483647, -1.5))
const texts = fc.constantFrom('a', 'b', 'crack in the slab', 'crack in the slab 2', '\uffff', '')
const issues = (of: fc.Arbitrary<Value>) =>
  fc.array(fc.record({ before: of, after: of, was: fc.boolean(), is: fc.boolean(), moves: fc.boolean() }), {
    maxLength: 60,
  })

test('A repaired order is that of a full sort, whichever issues move, appear or go, also among equal ones', () => {
  fc.assert(
    fc.property(fc.oneof(issues(value), issues(texts)), fc.boolean(), (all, isEach) => {
      // an issue that appears, disappears or has another value is one of the changed issues
      const isChanged = all.map(({ was, is, moves }) => isEach || moves || was !== is)
      const values = all.map(({ before, after }, number) => (isChanged[number] ? after : before))
      const before = all.map((issue) => issue.before)
      const order = sortAll(
        Uint8Array.from(all, ({ was }) => Number(was)),
        before,
      )
      const present = Uint8Array.from(all, ({ is }) => Number(is))
      const changed = new Set(all.keys().filter((number) => isChanged[number]))
      const columns = { present, last: Math.max(0, all.length - 1) }
      const repaired = repairOrder(Uint32Array.from(order), changed, columns, makeCompare(values))
      expect(Array.from(repaired)).toEqual(sortAll(present, values))
    }),
    { numRuns: 2000 },
  )
})

const COUNT = 100_000

test('An issue that moves in a long order is compared with a few others only', () => {
  const values = Array.from({ length: COUNT }, (_, number) => number * 2)
  const order = Uint32Array.from(values.keys())
  values[7] = COUNT
  let compared = 0
  const compare = makeCompare(values)
  const columns = { present: new Uint8Array(COUNT).fill(1), last: COUNT - 1 }
  const repaired = repairOrder(order, new Set([7]), columns, (a, b) => {
    compared++
    return compare(a, b)
  })
  expect(repaired[COUNT / 2 - 1]).toBe(7)
  expect(compared).toBeLessThan(20)
})

/** Values that change while an order is repaired: `change` records one more number that did. */
function makeChanging(count: number) {
  const values = Array.from({ length: count }, (_, number) => (number * 7919) % 1009)
  const present = new Uint8Array(count).fill(1)
  const journal: number[] = []
  const columns = {
    present,
    last: count - 1,
    get revision() {
      return journal.length
    },
    changedSince: (revision: number) => new Set(journal.slice(revision)),
  }
  const change = (number: number) => {
    values[number] = (number * 31) % 1013
    if (number % 5 === 0) present[number] = 0
    journal.push(number)
  }
  return { values, present, columns, change }
}

test('Issues that change while many others are moved to their places get their places as well', async () => {
  const { values, present, columns, change } = makeChanging(5 * MAX_MOVED)
  const order = Uint32Array.from(sortAll(present, values))
  for (let number = 1; number < 4 * MAX_MOVED; number++) change(number)
  const compare = makeCompare(values)
  let compared = 0
  let next = 0
  const repaired = await repairInSlices(order, 0, columns, (a, b) => {
    // long enough for other work to run in between
    if (compared++ % (10 * MAX_MOVED) === 0) {
      setImmediate(() => change(next++ * 13))
      for (const end = performance.now() + 10; performance.now() < end; );
    }
    return compare(a, b)
  })
  expect(next).toBeGreaterThan(1)
  expect(repaired?.revision).toBe(columns.revision)
  expect(Array.from(repaired?.numbers ?? [])).toEqual(sortAll(present, values))
})
