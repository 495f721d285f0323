import { expect, test } from 'vitest'
import { computePasswordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['short', 1],
  ['eleven char', 1],
  ['twelve chars', 2],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 2],
  ['a longer phrase', 3],
  ['walls and windows in a row', 4],
])('%j has strength %i', (password, strength) => {
  expect(computePasswordStrength(password)).toBe(strength)
})
