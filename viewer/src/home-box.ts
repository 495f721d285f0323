import type { Box } from '@plumbline/bim/model'
import type { Model } from './model.ts'

/** Pieces looked at in all chunks together, the largest of each: enough to tell where the models are. */
const MOST_PIECES = 4096
const LEAST_PIECES = 16
/** Share of the model's size that may lie outside on each side of an axis before it counts. */
const STRAY = 0.02

interface Piece {
  box: Box
  /** diagonal squared, for how much there is to see of it */
  weight: number
}

/**
 * The box around what a model is mostly made of: pieces far out that are together tiny, such as the marker of a
 * survey point, are left out. Null when nothing is here yet.
 */
export function mainBox(models: Iterable<Model>): Box | null {
  const chunks = [...models].flatMap(({ frame, known }) => known.map(({ box }) => ({ frame, box })))
  const most = Math.max(LEAST_PIECES, Math.floor(MOST_PIECES / Math.max(1, chunks.length)))
  const pieces: Piece[] = []
  for (const { frame, box } of chunks)
    for (let at = 0; at < Math.min(most * 6, box.length); at += 6)
      pieces.push(pieceAt(frame.box([...box.subarray(at, at + 6)] as Box)))
  return trimmed(pieces)
}

function pieceAt(box: Box): Piece {
  return { box, weight: (box[3] - box[0]) ** 2 + (box[4] - box[1]) ** 2 + (box[5] - box[2]) ** 2 }
}

/** The box around all pieces but strays. */
export function trimmed(pieces: readonly Piece[]): Box | null {
  const ranges = [0, 1, 2].map((axis) => coreRange(pieces, axis))
  const kept = pieces.filter(({ box }) =>
    ranges.every(([low, high], axis) => (box[axis + 3] as number) >= low && (box[axis] as number) <= high),
  )
  if (kept.length === 0) return null
  const side = (at: number, pick: typeof Math.min) =>
    kept.reduce((most, { box }) => pick(most, box[at] as number), kept[0]?.box[at] as number)
  return [0, 1, 2, 3, 4, 5].map((at) => side(at, at < 3 ? Math.min : Math.max)) as Box
}

/** Where an axis's weight lies but for the strays, widened by half its length on both sides. */
function coreRange(pieces: readonly Piece[], axis: number): [low: number, high: number] {
  const total = pieces.reduce((sum, piece) => sum + piece.weight, 0)
  const reach = (side: number, sign: 1 | -1) => {
    const sorted = [...pieces].sort((a, b) => ((a.box[side] as number) - (b.box[side] as number)) * sign)
    let sum = 0
    for (const { box, weight } of sorted) {
      sum += weight
      if (sum > total * STRAY) return box[side] as number
    }
    return sorted.at(-1)?.box[side] ?? 0
  }
  const [low, high] = [reach(axis, 1), reach(axis + 3, -1)]
  const slack = Math.max(0.5, (high - low) / 2)
  return [low - slack, high + slack]
}
