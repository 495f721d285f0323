import type { ElementRuns } from '@plumbline/bim/carry/element-runs'
import { decodeChunk } from '@plumbline/bim/pack'
import { type EdgeTable, findEdges, type MergedEdges, mergeEdges } from './edges.ts'
import { type MergedBuffers, mergeBuffers, type PlacedChunk, placeChunk } from './place.ts'

export interface DecodedChunk {
  placed: PlacedChunk
  buffers: MergedBuffers
}

export interface DecodedEdges {
  table: EdgeTable
  merged: MergedEdges
}

/**
 * Decodes the bytes of a chunk for picking and for the GPU.
 * @param runs where its elements are now, if it comes from an earlier version
 * @throws ModelError, RangeError on damaged bytes
 */
export async function decodePlacedChunk(
  bytes: Uint8Array,
  runs: ElementRuns | null = null,
): Promise<DecodedChunk> {
  const placed = placeChunk(await decodeChunk(bytes, runs))
  return { placed, buffers: mergeBuffers(placed) }
}

/** Computes the edges of a chunk. Runs after the first frame, because edges are drawn only at rest. */
export function decodeEdges(placed: PlacedChunk): DecodedEdges {
  const table = findEdges(placed)
  return { table, merged: mergeEdges(placed, table) }
}
