import { expect, test } from 'vitest'
import { outlineFitted, outlineText } from './text-outline.ts'

const words = (length: number) => Array.from({ length }, (_, at) => 'Hafen Straße Łódź '[at % 18]).join('')

test('A line that fits is outlined in full', () => {
  expect(outlineFitted('Harbour School', 6, 200)).toEqual(outlineText('Harbour School', 6))
})

test('A line that is too long is truncated before the first character that does not fit', () => {
  const text = words(120)
  const { width, d } = outlineFitted(text, 9, 166)
  expect(width).toBeLessThanOrEqual(166)
  const characters = [...text]
  const candidates = characters.map((_, at) =>
    outlineText(`${characters.slice(0, at).join('').trimEnd()}…`, 9),
  )
  expect(d).toBe(candidates.findLast((line) => line.width <= 166)?.d)
})

test('A line without room for one character is empty', () => {
  expect(outlineFitted('Harbour School', 9, 1)).toEqual({ d: '', width: 0 })
})

test('A line of a million characters is truncated without measuring all of them', () => {
  const cut = outlineFitted(words(1_000_000), 9, 166)
  expect(cut.d).toBe(outlineFitted(words(1000), 9, 166).d)
  // characters without a glyph have no width
  expect(outlineFitted('\u4e00'.repeat(1_000_000), 9, 166).d).toBe(outlineText('…', 9).d)
})

test('Outlines stay within the height of their letters at any position of the line', () => {
  const { d, width } = outlineText(`${'Hg'.repeat(200)}`, 10)
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const places: [number, number][] = []
  for (const [, command = '', numbers = ''] of d.matchAll(/([Mmlqcz])([^Mmlqcz]*)/g)) {
    const values = numbers.trim().split(/[ ,]+/).filter(Boolean).map(Number)
    const [dx = 0, dy = 0] = values.slice(-2)
    if (command === 'M') [x, y] = [dx, dy]
    else if (command === 'z') [x, y] = [startX, startY]
    else [x, y] = [x + dx, y + dy]
    if (command === 'm') [startX, startY] = [x, y]
    places.push([x, y])
  }
  expect(places.length).toBeGreaterThan(1000)
  for (const [left, top] of places) {
    expect(left).toBeGreaterThan(-1)
    expect(left).toBeLessThan(width + 1)
    expect(top).toBeGreaterThan(-8)
    expect(top).toBeLessThan(3)
  }
})
