import { expect, test } from 'vitest'
import { counter } from './language.ts'

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
