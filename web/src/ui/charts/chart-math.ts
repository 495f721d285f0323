/** A value as a chart may draw it: not a number, infinite and negative values count as nothing. */
export function drawable(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0
}

/** Each value as a part of the whole, 0 to 1; all 0 when there is nothing. */
export function shares(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + drawable(value), 0)
  return values.map((value) => (total > 0 ? drawable(value) / total : 0))
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is not below the greatest value: the top of the scale. */
export function scaleTop(values: readonly number[]): number {
  const greatest = values.reduce((top, value) => Math.max(top, drawable(value)), 0)
  if (greatest === 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(greatest))
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= greatest) ?? 10
  return step * magnitude
}

/** A ring's piece from part `start` to part `end` (0 to 1, clockwise from the top) as an SVG path on a square of 100. */
export function ringPiece(start: number, end: number, outer = 50, inner = 32): string {
  // a whole ring has no start and end that differ, so it is drawn as nearly whole
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

/** A line through the values from left to right on a box of `width` by `height`, with 1 unit of air above and below. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  const top = scaleTop(values)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values
    .map((value, index) => {
      const x = (index * step).toFixed(2)
      const y = (height - 1 - (drawable(value) / top) * (height - 2)).toFixed(2)
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}
