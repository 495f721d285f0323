import { type DecodedChunk, type DecodedEdges, decode, decodeEdges } from './decode.ts'
import type { PlacedChunk } from './place.ts'

/** What the worker is asked and answers; `job` pairs them. */
export interface DecodeRequest {
  job: number
  bytes: Uint8Array
}
export type DecodeReply =
  | { job: number; kind: 'chunk'; chunk: DecodedChunk }
  | { job: number; kind: 'edges'; edges: DecodedEdges }
  | { job: number; kind: 'error'; name: string; message: string }

/** So long after a chunk no other is waiting to be decoded. */
const PAUSE_MS = 50
/** Placed chunks kept for their edges; beyond, the first of them is served before more chunks come. */
const MOST_KEPT = 16

// Edges are drawn only at rest, so they come after all that can be seen before.
const kept: { job: number; placed: PlacedChunk }[] = []
let timer = 0

addEventListener('message', async (event: MessageEvent<DecodeRequest>) => {
  const { job, bytes } = event.data
  clearTimeout(timer)
  try {
    const chunk = await decode(bytes)
    // The placed chunk is copied, not moved, because the edges are still to be found in it.
    reply({ job, kind: 'chunk', chunk }, Object.values(chunk.buffers))
    kept.push({ job, placed: chunk.placed })
    if (kept.length > MOST_KEPT) findEdges()
  } catch (error) {
    refuse(job, error)
  }
  clearTimeout(timer)
  timer = self.setTimeout(findAllEdges, PAUSE_MS)
})

/** One chunk at a time, so that a new one need not wait for all. */
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
