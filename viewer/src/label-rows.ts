/** A label's middle on the canvas and its size, CSS pixels; depth in metres. */
export interface LabelBox {
  x: number
  y: number
  width: number
  height: number
  depth: number
}

const GAP_PX = 2
/** How many rows up and down a label may go from its place. */
const MOST_ROWS = 4

const meet = (a: LabelBox, b: LabelBox) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + GAP_PX &&
  Math.abs(a.y - b.y) < (a.height + b.height) / 2 + GAP_PX

/**
 * How far each label is moved up (less than 0) or down so that none covers another, null for those without room. The
 * nearest keep their places; others take the nearest free row.
 */
export function shiftsOf(labels: readonly LabelBox[]): (number | null)[] {
  const shifts: (number | null)[] = labels.map(() => null)
  const placed: LabelBox[] = []
  const order = [...labels.keys()].sort((a, b) => (labels[a]?.depth ?? 0) - (labels[b]?.depth ?? 0) || a - b)
  for (const index of order) {
    const label = labels[index] as LabelBox
    for (let step = 0; step <= MOST_ROWS * 2; step++) {
      const rows = Math.ceil(step / 2) * (step % 2 === 1 ? -1 : 1)
      const shift = rows * (label.height + GAP_PX)
      const moved = { ...label, y: label.y + shift }
      if (placed.some((other) => meet(moved, other))) continue
      placed.push(moved)
      shifts[index] = shift
      break
    }
  }
  return shifts
}
