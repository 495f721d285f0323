import { expect, test } from 'vitest'
import { parseAccessCode, parseSheetPath } from './parse-access-code.ts'

test.each([
  ['K7QF-3M9D', 'K7QF-3M9D'],
  [' k7qf 3m9d ', 'k7qf 3m9d'],
  ['https://plumbline.example/client?code=K7QF-3M9D', 'K7QF-3M9D'],
  ['https://plumbline.example/client?from=sheet&code=K7QF%203M9D#top', 'K7QF 3M9D'],
  // people also scan QR codes of other applications
  ['https://elsewhere.example/?code=%E0%A4', '\uFFFD'],
  ['https://elsewhere.example/?code=', 'https://elsewhere.example/?code='],
])('%o carries the code %s', (input, code) => {
  expect(parseAccessCode(input)).toBe(code)
})

test.each([
  ['https://plumbline.example/q/AbC_d-9', '/q/AbC_d-9'],
  ['https://elsewhere.example/q/AbC_d-9', null],
  ['https://plumbline.example/client?code=K7QF-3M9D', null],
  ['K7QF-3M9D', null],
])('%o leads to the sheet %o', (input, path) => {
  expect(parseSheetPath(input, 'https://plumbline.example')).toBe(path)
})
