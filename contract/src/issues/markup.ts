import type { Markup, MarkupShape } from './attachments.ts'

/**
 * Converts markup shapes to lines and texts in pixels: the same in the editor, in marked pictures and in reports. BLUR has
 * no ink: it changes the pixels of the picture.
 */

export interface InkLine {
  /** SVG path data */
  d: string
  fill: string
  stroke: string
  stroke_width: number
}
export interface InkText {
  text: string
  /** start of the baseline */
  x: number
  y: number
  size: number
  fill: string
  stroke: string
  stroke_width: number
}
/** Lines and texts, in painting order. */
export type Ink = InkLine | InkText

type Shape<K extends MarkupShape['kind']> = Extract<MarkupShape, { kind: K }>
type Spot = readonly [x: number, y: number]

const WHITE = '#ffffff'
const DARK = '#1b1f24'
/** Each colour with its contrasting outline (casing), so that it is visible on any picture. */
export const inkColors: Record<Shape<'PEN'>['color'], { color: string; casing: string }> = {
  RED: { color: '#d92d20', casing: WHITE },
  ORANGE: { color: '#f59e0b', casing: DARK },
  GREEN: { color: '#15803d', casing: WHITE },
  BLUE: { color: '#1d6fd1', casing: WHITE },
  BLACK: { color: DARK, casing: WHITE },
  WHITE: { color: WHITE, casing: DARK },
}

/** Text height as a multiple of the stroke width. */
export const textHeight = 6
/** Length and half width of an arrow head, and chord of a cloud's arc, as multiples of the stroke width. */
const HEAD = [5, 2.5] as const
const CHORD = 8
/** Visible casing on each side of a line, as a multiple of the stroke width. */
const CASING = 0.4

const number = (value: number) => String(Math.round(value * 100) / 100)
const at = ([x, y]: Spot) => `${number(x)} ${number(y)}`
const middle = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

/** A smooth pen stroke: quadratic curves through the midpoints, with the points as control points. */
function penPath(points: Spot[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point
    return `Q${at(point)} ${at(index === rest.length - 2 ? next : middle(point, next))}`
  })
  return `M${at(first)}${bends.length > 0 ? bends.join('') : `L${at(rest[0] ?? first)}`}`
}

/** An arrow as path data of its shaft and head. */
function arrowPaths(from: Spot, to: Spot, width: number): [shaft: string, head: string] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const [ux, uy] = length > 0 ? [(to[0] - from[0]) / length, (to[1] - from[1]) / length] : [0, 1]
  const [reach, half] = HEAD.map((times) => times * width) as [number, number]
  const base: Spot = [to[0] - ux * reach, to[1] - uy * reach]
  const wing = (side: number): Spot => [base[0] - uy * half * side, base[1] + ux * half * side]
  const shaft = length > reach ? `M${at(from)}L${at(base)}` : ''
  return [shaft, `M${at(to)}L${at(wing(1))}L${at(wing(-1))}Z`]
}

function cornersOf(from: Spot, to: Spot): [Spot, Spot, Spot, Spot] {
  const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
  const [top, bottom] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** A cloud: arcs around a box, bulging outwards. */
function cloudPath(corners: Spot[], width: number): string {
  const [start] = corners
  if (!start) return ''
  const sides = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner
    const length = Math.hypot(next[0] - corner[0], next[1] - corner[1])
    const count = Math.max(1, Math.round(length / (CHORD * width)))
    const radius = number(Math.max(length / count / 1.8, 0.01))
    return Array.from({ length: count }, (_, arc) => {
      const part = (arc + 1) / count
      const end: Spot = [corner[0] + (next[0] - corner[0]) * part, corner[1] + (next[1] - corner[1]) * part]
      return `A${radius} ${radius} 0 0 1 ${at(end)}`
    }).join('')
  })
  return `M${at(start)}${sides.join('')}Z`
}

/** Builds the lines and texts of a shape for a picture of this size. */
export function buildInk(shape: MarkupShape, width_px: number, height_px: number): Ink[] {
  if (shape.kind === 'BLUR') return []
  const spot = ([x, y]: Spot): Spot => [x * width_px, y * height_px]
  const width = shape.width * Math.max(width_px, height_px)
  const { color, casing } = inkColors[shape.color]
  const cased = width * (1 + 2 * CASING)
  const line = (d: string, stroke: string, stroke_width: number, fill = 'none'): InkLine[] =>
    d === '' ? [] : [{ d, fill, stroke, stroke_width }]
  const twice = (d: string) => [...line(d, casing, cased), ...line(d, color, width)]
  switch (shape.kind) {
    case 'PEN':
      return twice(penPath(shape.points.map(spot)))
    case 'BOX':
      return twice(`M${cornersOf(spot(shape.from), spot(shape.to)).map(at).join('L')}Z`)
    case 'CLOUD':
      return twice(cloudPath(cornersOf(spot(shape.from), spot(shape.to)), width))
    case 'ARROW': {
      const [shaft, head] = arrowPaths(spot(shape.from), spot(shape.to), width)
      const around = line(shaft, casing, cased).concat(line(head, casing, 2 * CASING * width, casing))
      return [...around, ...line(shaft, color, width), ...line(head, color, 0, color)]
    }
    case 'TEXT': {
      const [x, y] = spot(shape.at)
      const size = textHeight * width
      const letters = { text: shape.text, x, y: y + size, size }
      return [
        { ...letters, fill: casing, stroke: casing, stroke_width: 2 * CASING * width },
        { ...letters, fill: color, stroke: color, stroke_width: 0 },
      ]
    }
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes text for XML and removes characters that XML forbids. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters to remove them
    .replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')

const paint = ({ fill, stroke, stroke_width }: Ink) =>
  `fill="${fill}" stroke="${stroke}" stroke-width="${number(stroke_width)}"`

/** Converts text to path data with the baseline at 0, 0, where no font is available. */
export type Outliner = (text: string, size: number) => { d: string }

function element(ink: Ink, outline: Outliner | undefined): string {
  if ('d' in ink) return `<path d="${ink.d}" ${paint(ink)}/>`
  const { text, x, y, size } = ink
  if (outline)
    return `<path transform="translate(${at([x, y])})" d="${outline(text, size).d}" ${paint(ink)}/>`
  const font = `font-family="Inter, sans-serif" font-size="${number(size)}"`
  return `<text x="${number(x)}" y="${number(y)}" ${font} ${paint(ink)}>${escaped(text)}</text>`
}

/** Renders markup shapes as an SVG overlay for a picture of this size. */
export function markupSvg(
  shapes: Markup['shapes'],
  width_px: number,
  height_px: number,
  outline?: Outliner,
): string {
  const [width, height] = [number(width_px), number(height_px)]
  const drawn = shapes
    .flatMap((shape) => buildInk(shape, width_px, height_px))
    .map((ink) => element(ink, outline))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linejoin="round" stroke-linecap="round">${drawn.join('')}</svg>`
}
