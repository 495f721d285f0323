import { expect, test } from 'vitest'
import { allOwnTerms, OwnTerm } from './own-terms.ts'
import { builtInVocabulary, listOfferedTerms, sortTerms } from './vocabulary.ts'

const terms = {
  ...builtInVocabulary.type,
  own: ['OWN_1', 'OWN_2'] as OwnTerm[],
  order: ['OWN_2', 'C'],
  off: ['B', 'OWN_1'],
}

test('Terms follow the project’s order, those without a position come last', () => {
  expect(sortTerms(['A', 'B', 'C'], terms)).toEqual(['OWN_2', 'C', 'A', 'B', 'OWN_1'])
  expect(sortTerms(['A', 'B', 'C'], builtInVocabulary.type)).toEqual(['A', 'B', 'C'])
})

test('Terms that are off are offered only where they are used', () => {
  expect(listOfferedTerms(['A', 'B', 'C'], terms)).toEqual(['OWN_2', 'C', 'A'])
  expect(listOfferedTerms(['A', 'B', 'C'], terms, ['B', null, 'gone'])).toEqual(['OWN_2', 'C', 'A', 'B'])
})

test('A project has the hundred values from OWN_1 to OWN_100 to give', () => {
  expect(allOwnTerms).toHaveLength(100)
  for (const value of allOwnTerms) expect(OwnTerm.safeParse(value).success).toBe(true)
  for (const value of ['OWN_0', 'OWN_01', 'OWN_101', 'OWN_', 'own_1', 'OWN_1 ', 'DEFECT'])
    expect([value, OwnTerm.safeParse(value).success]).toEqual([value, false])
})
