import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameFieldValue, type SplitMergeFields } from './merge-fields.ts'
import { type MergeSides, mergeFields } from './merge-sides.ts'

const BEFORE = '2026-01-01T00:00:00.000Z'
const EXCHANGED = '2026-02-01T00:00:00.000Z'
const AFTER = '2026-03-01T00:00:00.000Z'
const LAST = '2026-04-01T00:00:00.000Z'

const words = fc.constantFrom('a', 'b', 'c', undefined)
const facts: fc.Arbitrary<SplitMergeFields> = fc.record({
  title: fc.constantFrom('one', 'two', 'three'),
  description: words,
  topic_status: words,
  assigned_to: words,
  trade: words,
  due_date: words,
  index: fc.option(fc.nat(3), { nil: undefined }),
  labels: fc.uniqueArray(fc.constantFrom('w', 'x', 'y', 'z')),
  reference_links: fc.uniqueArray(fc.constantFrom('k', 'l', 'm')),
})

const sidesOf = (sides: Partial<MergeSides> & Pick<MergeSides, 'ours' | 'theirs'>): MergeSides => ({
  exchanged_at: EXCHANGED,
  modified: AFTER,
  changedHere: () => LAST,
  had: () => false,
  ...sides,
})
const same = (a: SplitMergeFields, b: SplitMergeFields) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    isSameFieldValue(
      name as keyof SplitMergeFields,
      a[name as keyof SplitMergeFields],
      b[name as keyof SplitMergeFields],
    ),
  )

describe('Merging an issue with a file', () => {
  test('changes nothing if both have the same values', () => {
    fc.assert(
      fc.property(facts, fc.option(facts, { nil: undefined }), (ours, base) => {
        const merged = mergeFields(sidesOf({ ours, theirs: structuredClone(ours), base }))
        expect(merged.accepted).toEqual([])
        expect(
          merged.differences.filter(({ field }) => field !== 'labels' && field !== 'reference_links'),
        ).toEqual([])
      }),
    )
  })

  test('accepts only the fields that the file changed', () => {
    fc.assert(
      fc.property(facts, facts, (ours, base) => {
        const merged = mergeFields(sidesOf({ ours, base, theirs: structuredClone(base) }))
        expect(merged.accepted).toEqual([])
        expect(same(merged.facts, ours)).toBe(true)
      }),
    )
  })

  test('accepts all fields of the file if nothing changed here', () => {
    fc.assert(
      fc.property(facts, facts, (base, theirs) => {
        const merged = mergeFields(
          sidesOf({ base, ours: structuredClone(base), theirs, changedHere: () => undefined }),
        )
        expect(same(merged.facts, theirs)).toBe(true)
        expect(merged.differences.some(({ conflict }) => conflict)).toBe(false)
      }),
    )
  })

  test('is idempotent: importing the same file again changes nothing', () => {
    fc.assert(
      fc.property(
        facts,
        facts,
        fc.option(facts, { nil: undefined }),
        fc.boolean(),
        (ours, theirs, base, later) => {
          const changedHere = () => (later ? LAST : BEFORE)
          const once = mergeFields(sidesOf({ ours, theirs, base, changedHere }))
          const again = mergeFields(sidesOf({ ours: once.facts, theirs, base: theirs, changedHere }))
          expect(again.accepted).toEqual([])
        },
      ),
    )
  })

  test('reports a conflict and takes the later change if both changed a field', () => {
    const [base, ours, theirs] = ['one', 'two', 'three'].map((title) => ({
      title,
      labels: [],
      reference_links: [],
    }))
    if (!base || !ours || !theirs) throw new Error('three')
    const late = mergeFields(sidesOf({ base, ours, theirs, changedHere: () => BEFORE }))
    expect(late.facts.title).toBe('three')
    expect(late.differences).toEqual([
      { field: 'title', ours: 'two', theirs: 'three', taken: 'THEIRS', conflict: true },
    ])
    expect(mergeFields(sidesOf({ base, ours, theirs })).facts.title).toBe('two')
  })

  test('reads each of thousands of labels and links some times only', () => {
    let reads = 0
    const countReads = (list: string[]) =>
      new Proxy(list, {
        get: (target, key) => {
          reads++
          return Reflect.get(target, key)
        },
      })
    const list = (word: string) => Array.from({ length: 1000 }, (_, at) => `${word} ${at}`)
    const facts = (...lists: string[][]) => ({
      ...{ title: 'one', labels: countReads(lists.flat()), reference_links: countReads(lists.flat()) },
    })
    const [kept, gone, here, there] = [list('kept'), list('gone'), list('here'), list('there')]
    const [base, ours, theirs] = [facts(kept, gone), facts(kept, gone, here), facts(there, kept)]
    const { labels, reference_links } = mergeFields(sidesOf({ base, ours, theirs })).facts
    expect(labels).toEqual([...kept, ...here, ...there])
    expect(reference_links).toEqual(labels)
    expect(reads).toBeLessThan(500_000)
  })

  test('does not revert to a value of an older file', () => {
    const [base, theirs] = ['two', 'one'].map((title) => ({ title, labels: [], reference_links: [] }))
    if (!base || !theirs) throw new Error('two')
    const ours = { ...base }
    const had = (_: string, value: unknown) => value === 'one'
    expect(mergeFields(sidesOf({ base, ours, theirs, had, modified: BEFORE })).facts.title).toBe('two')
    expect(mergeFields(sidesOf({ base, ours, theirs, had })).facts.title).toBe('one')
  })
})
