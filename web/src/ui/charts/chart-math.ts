/** A value safe for drawing: NaN, infinite and negative values become 0. */
export function clampToDrawable(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0
}

/** Each value as a fraction of the total, 0 to 1; all 0 when the total is 0. */
export function computeShares(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + clampToDrawable(value), 0)
  return values.map((value) => (total > 0 ? clampToDrawable(value) / total : 0))
}

/** The top of the scale: the smallest of 1, 2, 2.5 or 5 times a power of ten that is at least the greatest value. */
export function computeScaleTop(values: readonly number[]): number {
  const greatest = values.reduce((top, value) => Math.max(top, clampToDrawable(value)), 0)
  if (greatest === 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(greatest))
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= greatest) ?? 10
  return step * magnitude
}

/** A ring segment from fraction `start` to `end` (0 to 1, clockwise from the top) as an SVG path in a 100 by 100 box. */
export function buildRingSegmentPath(start: number, end: number, outer = 50, inner = 32): string {
  // start and end of a full ring coincide, so it is drawn almost full
  const last = Math.min(end, start + 0.99999)
  const point = (part: number, radius: number) => {
    const angle = 2 * Math.PI * part
    return `${(50 + radius * Math.sin(angle)).toFixed(3)} ${(50 - radius * Math.cos(angle)).toFixed(3)}`
  }
  const large = last - start > 0.5 ? 1 : 0
  return (
    `M${point(start, outer)}A${outer} ${outer} 0 ${large} 1 ${point(last, outer)}` +
    `L${point(last, inner)}A${inner} ${inner} 0 ${large} 0 ${point(start, inner)}Z`
  )
}

/** A line through the values as an SVG path in a `width` by `height` box, with 1 unit of padding above and below. */
export function buildSparklinePath(values: readonly number[], width: number, height: number): string {
  const top = computeScaleTop(values)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values
    .map((value, index) => {
      const x = (index * step).toFixed(2)
      const y = (height - 1 - (clampToDrawable(value) / top) * (height - 2)).toFixed(2)
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}
