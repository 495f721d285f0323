import { type DecodedChunk, type DecodedEdges, decode, decodeEdges } from './decode.ts'

/** What the worker is asked and answers; `job` pairs them. */
export interface DecodeRequest {
  job: number
  bytes: Uint8Array
}
export type DecodeReply =
  | { job: number; kind: 'chunk'; chunk: DecodedChunk }
  | { job: number; kind: 'edges'; edges: DecodedEdges }
  | { job: number; kind: 'error'; name: string; message: string }

addEventListener('message', async (event: MessageEvent<DecodeRequest>) => {
  const { job, bytes } = event.data
  try {
    const chunk = await decode(bytes)
    // The placed chunk is copied, not moved, because the edges are still to be found in it.
    reply({ job, kind: 'chunk', chunk }, Object.values(chunk.buffers))
    const edges = decodeEdges(chunk.placed)
    reply({ job, kind: 'edges', edges }, [...Object.values(edges.table), ...Object.values(edges.merged)])
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    reply({ job, kind: 'error', name, message }, [])
  }
})

function reply(message: DecodeReply, moved: ArrayBufferView[]): void {
  postMessage(message, { transfer: moved.map((view) => view.buffer as ArrayBuffer) })
}
