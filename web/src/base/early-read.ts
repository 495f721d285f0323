/** A read that was sent before the code of its caller was here. */

interface EarlyRead {
  headers: string
  reply: Promise<Response>
}

/** longest time for a read */
export const MAX_READ_MS = 30_000

const reads = new Map<string, EarlyRead>()

/** Sends a read; its first caller takes the reply. */
export function sendEarly(url: string, headers: Record<string, string>) {
  const signal = AbortSignal.timeout(MAX_READ_MS)
  const reply = fetch(url, { credentials: 'same-origin', headers, signal })
  // the caller gets the failure
  reply.catch(() => undefined)
  reads.set(url, { headers: JSON.stringify(headers), reply })
}

/** The reply to a read that was sent before with the same headers, once; null: it has to be sent. */
export function takeEarly(url: string, headers: Record<string, string>): Promise<Response> | null {
  const read = reads.get(url)
  reads.delete(url)
  return read?.headers === JSON.stringify(headers) ? read.reply : null
}
