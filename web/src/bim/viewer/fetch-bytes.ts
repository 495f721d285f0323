import { ApiError } from '../../api/client.ts'

/** Fetches bytes, optionally reporting the number received so far. Throws ApiError on an error status. */
export async function fetchBytes(url: string, signal?: AbortSignal, onBytes?: (loaded: number) => void) {
  const response = await fetch(url, { signal: signal ?? null, credentials: 'same-origin' })
  if (!response.ok) throw new ApiError(response.status, {})
  if (!onBytes || !response.body) return new Uint8Array(await response.arrayBuffer())
  const pieces: Uint8Array[] = []
  let loaded = 0
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    loaded += piece.length
    onBytes(loaded)
  }
  const whole = new Uint8Array(loaded)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
