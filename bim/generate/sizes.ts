import type { Discipline } from './model-writer.ts'
import type { BuildingSize } from './plan.ts'

/** Bytes per bay and storey of a building three bays deep, measured on generated files. */
const BYTES_PER_BAY: Record<Discipline, number> = {
  architecture: 64_000,
  structure: 12_400,
  services: 42_300,
}

/** Chooses a building size whose file has about `bytes`, within ten percent or so. */
export function chooseBuildingSize(discipline: Discipline, bytes: number): BuildingSize {
  const bays = bytes / BYTES_PER_BAY[discipline]
  const storeys = Math.max(2, Math.round(Math.sqrt(bays / 2)))
  return { storeys, bays_x: Math.max(5, Math.round(bays / storeys)), bays_y: 3 }
}
