import { expect, test } from 'vitest'
import { capitalised } from './toast.ts'

test.each([
  ['verification link expired', 'Verification link expired'],
  ['bad password', 'Bad password'],
  ['missing or malformed jwt', 'Missing or malformed jwt'],
  ['éclairage', 'Éclairage'],
  ['', ''],
])('%j is shown as %j', (text, shown) => {
  expect(capitalised(text)).toBe(shown)
})
