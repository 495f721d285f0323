import type { MarkupShape, markColors } from '@plumbline/contract/issues/attachments'
import { textHeight } from '@plumbline/contract/issues/markup'

/** Geometry of markup shapes. Coordinates are fractions of the image size, 0 to 1; sizes are in image pixels. */
export type MarkColor = (typeof markColors)[number]
export type MarkupShapeKind = MarkupShape['kind']
export type ImagePoint = [x: number, y: number]
export interface ImageSize {
  width: number
  height: number
}
export interface InkStyle {
  color: MarkColor
  /** fraction of the image's longer side */
  width: number
}

/** coordinate limits of the contract: shapes farther out could not be reached any more */
const MIN_COORDINATE = -0.5
const MAX_COORDINATE = 1.5
/** minimum distance between points of a pen stroke, as a fraction of the image size */
const MIN_PEN_STEP = 0.0015
const MAX_POINTS = 2000
/** smaller shapes are accidental and dropped */
const MIN_SIZE = 0.004

const clamp = (value: number) => Math.min(MAX_COORDINATE, Math.max(MIN_COORDINATE, value))
const clampPoint = ([x, y]: ImagePoint): ImagePoint => [clamp(x), clamp(y)]
const distance = (a: ImagePoint, b: ImagePoint) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** A new shape at a spot. */
export function startShape(
  kind: MarkupShapeKind,
  at: ImagePoint,
  style: InkStyle,
  text: string,
): MarkupShape {
  const spot = clampPoint(at)
  if (kind === 'PEN') return { kind, points: [spot, spot], ...style }
  if (kind === 'TEXT') return { kind, at: spot, text, ...style }
  if (kind === 'BLUR') return { kind, from: spot, to: spot }
  return { kind, from: spot, to: spot, ...style }
}

/** Extends a shape to the pointer's position. */
export function extendShape(shape: MarkupShape, to: ImagePoint): MarkupShape {
  const spot = clampPoint(to)
  if (shape.kind === 'TEXT') return { ...shape, at: spot }
  if (shape.kind !== 'PEN') return { ...shape, to: spot }
  const last = shape.points.at(-1)
  if (shape.points.length >= MAX_POINTS || (last && distance(last, spot) < MIN_PEN_STEP)) return shape
  const [first, second] = shape.points
  // a new pen stroke starts as the same point twice
  const points = first && second && distance(first, second) === 0 ? [first] : shape.points
  return { ...shape, points: [...points, spot] }
}

/** Whether a shape is large enough to be intentional. */
export function isIntentionalShape(shape: MarkupShape): boolean {
  if (shape.kind === 'TEXT') return true
  if (shape.kind !== 'PEN') return distance(shape.from, shape.to) >= MIN_SIZE
  return shape.points.some((point) => distance(point, shape.points[0] ?? point) >= MIN_SIZE)
}

/** The points that define a shape. */
const pointsOf = (shape: MarkupShape): ImagePoint[] =>
  shape.kind === 'PEN' ? shape.points : shape.kind === 'TEXT' ? [shape.at] : [shape.from, shape.to]

function mapPoints(shape: MarkupShape, change: (spot: ImagePoint) => ImagePoint): MarkupShape {
  if (shape.kind === 'PEN') return { ...shape, points: shape.points.map(change) }
  if (shape.kind === 'TEXT') return { ...shape, at: change(shape.at) }
  return { ...shape, from: change(shape.from), to: change(shape.to) }
}

/** Moves a shape, clamped so that all of it stays within the limits. */
export function moveShape(shape: MarkupShape, [dx, dy]: ImagePoint): MarkupShape {
  const spots = pointsOf(shape)
  const within = (by: number, along: readonly number[]) =>
    Math.min(MAX_COORDINATE - Math.max(...along), Math.max(MIN_COORDINATE - Math.min(...along), by))
  const x = within(
    dx,
    spots.map((spot) => spot[0]),
  )
  const y = within(
    dy,
    spots.map((spot) => spot[1]),
  )
  return mapPoints(shape, (spot) => [spot[0] + x, spot[1] + y])
}

/** The end points that can be dragged. */
export const getEndPoints = (shape: MarkupShape): ImagePoint[] =>
  shape.kind === 'PEN' || shape.kind === 'TEXT' ? [] : [shape.from, shape.to]

export function moveEnd(shape: MarkupShape, end: number, to: ImagePoint): MarkupShape {
  if (shape.kind === 'PEN' || shape.kind === 'TEXT') return shape
  return end === 0 ? { ...shape, from: clampPoint(to) } : { ...shape, to: clampPoint(to) }
}

export interface PixelBox {
  x: number
  y: number
  width: number
  height: number
}
/** approximate width of a letter, as a fraction of its height */
const LETTER_WIDTH = 0.56

/** Bounding box of a shape, in image pixels. */
export function computeShapeBox(shape: MarkupShape, size: ImageSize): PixelBox {
  const spots = pointsOf(shape).map(([x, y]) => [x * size.width, y * size.height] as const)
  const xs = spots.map(([x]) => x)
  const ys = spots.map(([, y]) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  if (shape.kind !== 'TEXT') return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  const height = textHeight * shape.width * Math.max(size.width, size.height)
  return { x, y, width: shape.text.length * height * LETTER_WIDTH, height: height * 1.2 }
}

function distanceToLine(at: ImagePoint, a: ImagePoint, b: ImagePoint): number {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / length
  const k = Math.min(1, Math.max(0, part))
  return distance(at, [a[0] + dx * k, a[1] + dy * k])
}

function outlinesOf(shape: MarkupShape, size: ImageSize): ImagePoint[][] {
  const px = ([x, y]: ImagePoint): ImagePoint => [x * size.width, y * size.height]
  if (shape.kind === 'PEN') return [shape.points.map(px)]
  if (shape.kind === 'ARROW') return [[px(shape.from), px(shape.to)]]
  const { x, y, width, height } = computeShapeBox(shape, size)
  return [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ],
  ]
}

/**
 * Index of the shape at a point: the topmost with a line near it, otherwise the topmost that contains it; -1 for none.
 */
export function findShapeAt(
  shapes: readonly MarkupShape[],
  at: ImagePoint,
  size: ImageSize,
  reach_px: number,
): number {
  const point: ImagePoint = [at[0] * size.width, at[1] * size.height]
  const near = (shape: MarkupShape) =>
    outlinesOf(shape, size).some((line) =>
      line.some((spot, index) => distanceToLine(point, spot, line[index + 1] ?? spot) <= reach_px),
    )
  const around = (shape: MarkupShape) => {
    const { x, y, width, height } = computeShapeBox(shape, size)
    return point[0] >= x && point[0] <= x + width && point[1] >= y && point[1] <= y + height
  }
  const nearest = shapes.findLastIndex(near)
  return nearest >= 0
    ? nearest
    : shapes.findLastIndex((shape) => shape.kind !== 'ARROW' && shape.kind !== 'PEN' && around(shape))
}

/** The shapes to save: without empty texts and accidental strokes. */
export const filterShapesToSave = (shapes: readonly MarkupShape[]): MarkupShape[] =>
  shapes.filter((shape) => (shape.kind === 'TEXT' ? shape.text.trim() !== '' : isIntentionalShape(shape)))
