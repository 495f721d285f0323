import type { Box } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import type { Model } from './model.ts'
import { placePinsAtElements } from './pin-places.ts'

/** A model with one element, number 7, that has a GlobalId and a box. */
const buildModel = (id: string, guid: string, box: Box) =>
  ({
    id,
    elementsOf: (wanted: string) => (wanted === guid ? [7] : []),
    withParts: (element: number) => [element],
    boxesOf: () => [[7, box]],
  }) as unknown as Model

test('A pin follows the element of its own model, not one with the same GlobalId in another file', () => {
  const models = [
    buildModel('east', 'door', [10, 0, 0, 11, 1, 2]),
    buildModel('west', 'door', [-11, 0, 0, -10, 1, 2]),
  ]
  const pin = { id: 'pin', point: [0, 0.5, 1] as [number, number, number], element: 'door' }
  const places = placePinsAtElements(models, [
    { ...pin, model: 'east' },
    { ...pin, id: 'other', model: 'west' },
  ])
  expect(places.get('pin')).toEqual([10, 0.5, 1])
  expect(places.get('other')).toEqual([-10, 0.5, 1])
  expect(placePinsAtElements(models, [{ ...pin, model: 'gone' }]).size).toBe(0)
  expect(placePinsAtElements(models, [{ ...pin, model: 'east', element: null }]).size).toBe(0)
})
