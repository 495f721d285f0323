/** Centre and size of a label on the canvas, CSS pixels; depth in metres. */
export interface LabelBox {
  x: number
  y: number
  width: number
  height: number
  depth: number
}

const GAP_PX = 2
/** Maximum number of rows by which a label may move up or down. */
const MOST_ROWS = 4

const meet = (a: LabelBox, b: LabelBox) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + GAP_PX &&
  Math.abs(a.y - b.y) < (a.height + b.height) / 2 + GAP_PX

/**
 * Vertical offset of each label (negative is up) so that none covers another; null for labels without room. The nearest
 * labels keep their positions, the rest move to the nearest free row.
 */
export function computeLabelShifts(labels: readonly LabelBox[]): (number | null)[] {
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
