import { expect, test } from 'vitest'
import { colorByNumber, colorByText, type ElementValue } from './coloring.ts'

const value = (element: number, text: string, number?: number, unit?: string): ElementValue => ({
  ref: { model: 'a', element },
  value: text,
  number,
  unit,
})

test('Each value gets its own colour, the most frequent first', () => {
  const swatches = colorByText(['EI60', 'EI30', 'EI30'].map((text, at) => value(at, text)))
  expect(swatches.map(({ label, elements }) => [label, elements.length])).toEqual([
    ['EI30', 2],
    ['EI60', 1],
  ])
  expect(new Set(swatches.map(({ color }) => color)).size).toBe(2)
})

test('Values beyond the size of the palette share one colour without a label', () => {
  const swatches = colorByText(Array.from({ length: 40 }, (_, at) => value(at, `Type ${at}`)))
  expect(swatches.at(-1)).toMatchObject({ label: '' })
  expect(swatches.flatMap(({ elements }) => elements)).toHaveLength(40)
  expect(new Set(swatches.map(({ color }) => color)).size).toBe(swatches.length)
})

test('The values without a colour of their own are together no more than the largest value', () => {
  // 20 classes: one with 30 elements, all others with 10 each
  const values = Array.from({ length: 220 }, (_, at) =>
    value(at, `Class ${Math.max(0, Math.floor(at / 10) - 2)}`),
  )
  const swatches = colorByText(values)
  const [first] = swatches
  expect(first?.elements.length).toBe(30)
  expect(swatches.find(({ label }) => label === '')?.elements.length ?? 0).toBeLessThanOrEqual(30)
  expect(new Set(swatches.map(({ color }) => color)).size).toBe(swatches.length)
})

test('Numeric values are grouped into ranges with round limits', () => {
  const widths = [0.12, 0.2, 0.24, 0.3, 0.365, 0.42, 0.5, 0.55, 0.9].map((each, at) =>
    value(at, `${each}`, each, 'm'),
  )
  const swatches = colorByNumber(widths, String)
  expect(swatches?.[0]?.label).toBe('0 – 0.2 m')
  expect(swatches?.flatMap(({ elements }) => elements).length).toBe(9)
  expect(swatches?.at(-1)?.elements).toEqual([{ model: 'a', element: 8 }])
})

test('Every number lies in the range of its colour', () => {
  for (const [low, high] of [
    [0.9, 6.9],
    [0.5, 6],
    [-3.1, 2.8],
    [99, 1090],
  ] as const) {
    const values = Array.from({ length: 30 }, (_, at) => {
      const number = low + ((high - low) * at) / 29
      return value(at, String(number), number)
    })
    for (const { label, elements } of colorByNumber(values, String) ?? []) {
      const [from = 0, to = 0] = label.split(' – ').map(Number)
      for (const { element } of elements) {
        const { number = 0 } = values[element] ?? {}
        expect([label, number >= from - 1e-9, number <= to + 1e-9]).toEqual([label, true, true])
      }
    }
    expect(colorByNumber(values, String)?.length).toBeLessThanOrEqual(6)
  }
})

test('Few distinct numbers or mixed units are not grouped into ranges', () => {
  expect(
    colorByNumber(
      [1, 2, 3].map((each) => value(each, `${each}`, each)),
      String,
    ),
  ).toBeNull()
  const mixed = Array.from({ length: 20 }, (_, at) => value(at, `${at}`, at, at % 2 ? 'm' : 'mm'))
  expect(colorByNumber(mixed, String)).toBeNull()
})
