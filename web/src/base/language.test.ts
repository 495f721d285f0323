import { expect, test } from 'vitest'
import { choosePreferredLocale, counter } from './language.ts'

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

test('A count uses the plural form of the language', () => {
  expect([0, 1, 2, 1500].map((number) => counter('en')(number, 'model', 'models'))).toEqual([
    '0 models',
    '1 model',
    '2 models',
    '1,500 models',
  ])
  expect([0, 1, 2].map((number) => counter('fr')(number, 'modèle', 'modèles'))).toEqual([
    '0 modèle',
    '1 modèle',
    '2 modèles',
  ])
  expect(counter('de')(12_345, 'Modell', 'Modelle')).toBe('12.345 Modelle')
})
