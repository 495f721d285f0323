import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['short', 1],
  ['eleven char', 1],
  ['twelve chars', 2],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 2],
  ['a longer phrase', 3],
  ['walls and windows in a row', 4],
])('%j has strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
