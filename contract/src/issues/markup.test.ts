import { expect, test } from 'vitest'
import type { MarkupShape } from './attachments.ts'
import { buildInk, markupSvg } from './markup.ts'

const pen = { color: 'RED', width: 0.01 } as const

/** All numbers in path data. */
const numbersIn = (d: string) => (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)

/** The bounding box of the end points of all path segments except arcs. */
function boxOf(shape: MarkupShape, width: number, height: number) {
  const points = buildInk(shape, width, height).flatMap((ink) =>
    'd' in ink ? [...ink.d.matchAll(/[MLQ ]?(-?[\d.]+) (-?[\d.]+)(?=[MLQZA]|$)/g)] : [],
  )
  const [xs, ys] = [points.map((match) => Number(match[1])), points.map((match) => Number(match[2]))]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

test('Shapes keep their relative position and size in pictures of any size', () => {
  const box: MarkupShape = { kind: 'BOX', from: [0.75, 0.5], to: [0.25, 0.1], ...pen }
  expect(boxOf(box, 1000, 500)).toEqual([250, 50, 750, 250])
  expect(boxOf(box, 200, 100)).toEqual([50, 10, 150, 50])
  const cloud: MarkupShape = { kind: 'CLOUD', from: [0.1, 0.2], to: [0.6, 0.8], ...pen }
  expect(boxOf(cloud, 1000, 500)).toEqual([100, 100, 600, 400])
  const line: MarkupShape = {
    kind: 'PEN',
    points: [
      [0, 0],
      [0.5, 1],
      [1, 0],
    ],
    ...pen,
  }
  expect(buildInk(line, 100, 100)[0]).toMatchObject({ d: 'M0 0Q50 100 100 0', stroke_width: 1.8 })
})

test('The head of an arrow ends at its end point, and the shaft ends at the head', () => {
  const arrow: MarkupShape = { kind: 'ARROW', from: [0.1, 0.5], to: [0.9, 0.5], ...pen }
  const paths = buildInk(arrow, 1000, 1000).map((ink) => ('d' in ink ? ink.d : ''))
  expect(paths).toEqual([
    'M100 500L850 500',
    'M900 500L850 525L850 475Z',
    'M100 500L850 500',
    'M900 500L850 525L850 475Z',
  ])
})

test('Each colour has a casing that contrasts with it', () => {
  for (const [color, casing] of [
    ['RED', '#ffffff'],
    ['WHITE', '#1b1f24'],
  ] as const) {
    const [below, above] = buildInk({ kind: 'BOX', from: [0, 0], to: [1, 1], color, width: 0.01 }, 100, 100)
    expect(below?.stroke).toBe(casing)
    expect(above?.stroke).not.toBe(casing)
    expect(below?.stroke_width).toBeGreaterThan(above?.stroke_width ?? 0)
  }
})

test('Hostile text is escaped', () => {
  const text = `"/></svg><script>alert(1)</script>&\u0007\ud800'`
  const svg = markupSvg([{ kind: 'TEXT', at: [0, 0], text, ...pen }], 100, 100)
  expect(svg).not.toContain('<script')
  expect(svg).not.toContain('\u0007')
  expect(svg.isWellFormed()).toBe(true)
  expect(svg).toContain('&quot;/&gt;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp; \ufffd&#39;')
  expect(svg.match(/</g)).toHaveLength(1 + 2 * 2 + 1)
})

test('Text is drawn as paths if an outliner is given', () => {
  const svg = markupSvg(
    [{ kind: 'TEXT', at: [0.1, 0.2], text: 'Crack', ...pen }],
    100,
    100,
    (text, size) => ({
      d: `M0 0L${text.length} ${size}`,
    }),
  )
  expect(svg).toContain('<path transform="translate(10 26)" d="M0 0L5 6"')
  expect(svg).not.toContain('Crack')
})

test('Shapes of zero size produce no NaN', () => {
  const spot: [number, number] = [0.5, 0.5]
  const shapes: MarkupShape[] = [
    { kind: 'PEN', points: [spot, spot], ...pen },
    { kind: 'ARROW', from: spot, to: spot, ...pen },
    { kind: 'BOX', from: spot, to: spot, ...pen },
    { kind: 'CLOUD', from: spot, to: spot, ...pen },
    { kind: 'TEXT', at: spot, text: 'x', ...pen },
    { kind: 'BLUR', from: spot, to: spot },
  ]
  const svg = markupSvg(shapes, 3, 2000)
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  expect(numbersIn(svg).every(Number.isFinite)).toBe(true)
  expect(buildInk(shapes[5] as MarkupShape, 3, 2000)).toEqual([])
})
