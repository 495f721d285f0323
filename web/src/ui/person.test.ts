import { describe, expect, test } from 'vitest'
import { computePersonHue, initials, personPictureUrl } from './person.ts'

describe('initials', () => {
  test.each([
    ['ana', 'lindqvist', 'AL'],
    [' Øyvind ', null, 'Ø'],
    ['𝒜da', 'Lovelace', '𝒜L'],
    ['', '  ', '?'],
    [null, null, '?'],
  ])('of %j %j are %s', (first_name, last_name, letters) => {
    expect(initials({ first_name, last_name })).toBe(letters)
  })
})

test("A person's picture, one's own picture and a missing picture have different addresses", () => {
  const ana = { id: 'a1', first_name: 'Ana', last_name: null, picture_id: 'p7' }
  expect(personPictureUrl(ana)).toBe('/api/user/a1/picture?v=p7')
  expect(personPictureUrl(ana, true)).toBe('/api/me/picture?v=p7')
  expect(personPictureUrl({ ...ana, picture_id: null }, true)).toBe(null)
})

describe('the colour of a person', () => {
  test('is the same hue for the same id', () => {
    expect(computePersonHue('0195-a1')).toBe(computePersonHue('0195-a1'))
    expect(computePersonHue('')).toBeGreaterThanOrEqual(0)
    expect(computePersonHue('0195-a1')).toBeLessThan(360)
  })
  test('is spread over all hues', () => {
    const hues = Array.from({ length: 2400 }, (_, index) => computePersonHue(`user-${index}`))
    const counts = Map.groupBy(hues, (hue) => hue)
    expect(counts.size).toBe(24)
    expect(Math.max(...[...counts.values()].map((people) => people.length))).toBeLessThan(200)
  })
})
