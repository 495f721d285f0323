import { expect, test } from 'vitest'
import { isStillShown } from './is-still-shown.ts'

const shown = { key: 'a-4', version: 2, is_part: false }

test('An open model stays when its version was converted again, and is replaced by a newer version', () => {
  expect(isStillShown(shown, { artefacts_key: 'a-4', version: 2 })).toBe(true)
  expect(isStillShown(shown, { artefacts_key: 'a-5-4', version: 2 })).toBe(true)
  expect(isStillShown(shown, { artefacts_key: 'b-5-4', version: 3 })).toBe(false)
})

test('The first storey makes room for the whole model', () => {
  const part = { ...shown, key: 'first-1', is_part: true }
  expect(isStillShown(part, { artefacts_key: 'first-1', version: 2 })).toBe(true)
  expect(isStillShown(part, { artefacts_key: 'a-4', version: 2 })).toBe(false)
})
