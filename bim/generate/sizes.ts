import type { Discipline } from './model-writer.ts'
import type { BuildingSize } from './plan.ts'

/** Bytes of one bay on one storey in a building three bays deep, measured on the generator's own files. */
const BYTES_PER_BAY: Record<Discipline, number> = {
  architecture: 64_000,
  structure: 12_400,
  services: 42_300,
}

/** A size whose file comes out within a tenth or so of `bytes`. */
export function sizeFor(discipline: Discipline, bytes: number): BuildingSize {
  const bays = bytes / BYTES_PER_BAY[discipline]
  const storeys = Math.max(2, Math.round(Math.sqrt(bays / 2)))
  return { storeys, bays_x: Math.max(5, Math.round(bays / storeys)), bays_y: 3 }
}
