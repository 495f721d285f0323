import { expect, test } from 'vitest'
import { choosePreferredLocale } from './preferred-locale.ts'

test.each([
  ['', ['de-AT', 'en'], 'de'],
  ['', ['it', 'fr-CA'], 'fr'],
  ['', ['ja'], 'en'],
  ['', [], 'en'],
  ['plumbline_locale=es', ['de'], 'es'],
  ['a=b; plumbline_locale=fr; c=d', ['de'], 'fr'],
  ['xplumbline_locale=fr', ['de'], 'de'],
  ['plumbline_locale=xx', ['de'], 'de'],
])('The cookie %o and the browser languages %o select %s', (cookie, wished, locale) => {
  expect(choosePreferredLocale(cookie, wished)).toBe(locale)
})
