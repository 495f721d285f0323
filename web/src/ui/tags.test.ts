import { expect, test } from 'vitest'
import { tagsFor } from './TagInput.tsx'

test('what is typed finds tags, and becomes one unless it is one already', () => {
  const known = ['Concrete', 'Facade']
  expect(tagsFor(known, [], '')).toEqual(['Concrete', 'Facade'])
  expect(tagsFor(known, ['Facade'], '')).toEqual(['Concrete'])
  expect(tagsFor(known, [], 'con')).toEqual(['Concrete', 'con'])
  expect(tagsFor(known, [], ' CONCRETE ')).toEqual(['Concrete'])
  expect(tagsFor(known, ['Concrete'], 'concrete')).toEqual([])
})
