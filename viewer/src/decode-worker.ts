import type { ElementRuns } from '@plumbline/bim/carry/element-runs'
import { type DecodedChunk, type DecodedEdges, decodeEdges, decodePlacedChunk } from './decode.ts'
import type { PlacedChunk } from './place.ts'

/** Messages from and to the decode worker; `job` matches a reply to its request. */
export interface DecodeRequest {
  job: number
  bytes: Uint8Array
  /** where its elements are now, if the chunk comes from an earlier version */
  runs: ElementRuns | null
}
export type DecodeReply =
  | { job: number; kind: 'chunk'; chunk: DecodedChunk }
  | { job: number; kind: 'edges'; edges: DecodedEdges }
  | { job: number; kind: 'error'; name: string; message: string }

/** Idle time after a chunk before edges are computed, so that waiting chunks are decoded first. */
const PAUSE_MS = 50
/**
 * Maximum number of decoded chunks waiting for their edges; beyond it, the oldest one is processed before the
 * next chunk.
 */
const MOST_KEPT = 16

// Edges are drawn only at rest, so they are computed after all visible chunks have been decoded.
const kept: { job: number; placed: PlacedChunk }[] = []
let timer = 0

addEventListener('message', async (event: MessageEvent<DecodeRequest>) => {
  const { job, bytes, runs } = event.data
  clearTimeout(timer)
  try {
    const chunk = await decodePlacedChunk(bytes, runs)
    // The placed chunk is cloned rather than transferred, because its edges are still to be computed here.
    reply({ job, kind: 'chunk', chunk }, Object.values(chunk.buffers))
    kept.push({ job, placed: chunk.placed })
    if (kept.length > MOST_KEPT) findEdges()
  } catch (error) {
    refuse(job, error)
  }
  clearTimeout(timer)
  timer = self.setTimeout(findAllEdges, PAUSE_MS)
})

/** Handles one chunk per task, so that a new decode request does not wait for all chunks. */
function findAllEdges(): void {
  findEdges()
  if (kept.length > 0) timer = self.setTimeout(findAllEdges)
}

function findEdges(): void {
  const next = kept.shift()
  if (!next) return
  const { job, placed } = next
  try {
    const edges = decodeEdges(placed)
    reply({ job, kind: 'edges', edges }, [...Object.values(edges.table), ...Object.values(edges.merged)])
  } catch (error) {
    refuse(job, error)
  }
}

function refuse(job: number, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  reply({ job, kind: 'error', name, message }, [])
}

function reply(message: DecodeReply, moved: ArrayBufferView[]): void {
  postMessage(message, { transfer: moved.map((view) => view.buffer as ArrayBuffer) })
}
