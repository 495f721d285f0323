import { expect, test } from 'vitest'
import { tagsFor } from './TagInput.tsx'

test('Typed text filters the tags, and is offered as a new tag unless it exists', () => {
  const known = ['Concrete', 'Facade']
  expect(tagsFor(known, [], '')).toEqual(['Concrete', 'Facade'])
  expect(tagsFor(known, ['Facade'], '')).toEqual(['Concrete'])
  expect(tagsFor(known, [], 'con')).toEqual(['Concrete', 'con'])
  expect(tagsFor(known, [], ' CONCRETE ')).toEqual(['Concrete'])
  expect(tagsFor(known, ['Concrete'], 'concrete')).toEqual([])
})
