import { expect, test } from 'vitest'
import { findTag, suggestTags } from './TagInput.tsx'

test('Typed text filters the tags, and is offered as a new tag unless it exists', () => {
  const known = ['Concrete', 'Facade']
  expect(suggestTags(known, [], '')).toEqual(['Concrete', 'Facade'])
  expect(suggestTags(known, ['Facade'], '')).toEqual(['Concrete'])
  expect(suggestTags(known, [], 'con')).toEqual(['Concrete', 'con'])
  expect(suggestTags(known, [], ' CONCRETE ')).toEqual(['Concrete'])
  expect(suggestTags(known, ['Concrete'], 'concrete')).toEqual([])
})

test('A new tag of 40 emoji is offered whole', () => {
  expect(suggestTags([], [], '🧱'.repeat(40))).toEqual(['🧱'.repeat(40)])
})

test('Typed text selects the known tag that differs only in case, and nothing if it is already chosen', () => {
  expect(findTag(['Facade'], [], ' facade ')).toBe('Facade')
  expect(findTag(['Facade'], [], 'fac')).toBe('fac')
  expect(findTag(['Facade'], ['Facade'], 'FACADE')).toBeNull()
  expect(findTag([], [], '  ')).toBeNull()
})
