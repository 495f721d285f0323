import { createHash } from 'node:crypto'
import { TimeSlices } from '../loop/time-slices.ts'

/**
 * Append-only logs as hash chains: each entry carries the SHA-256 of itself and its predecessor, so that a later change
 * is detected. A table of heads has the last number and hash of each chain; whoever appends holds its row.
 */

export const GENESIS_HASH = Buffer.alloc(32)

/** JSON with sorted keys: equal values give equal text, also after a round trip through jsonb. */
export function formatCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => formatCanonicalJson(each ?? null)).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const pairs = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${formatCanonicalJson(each)}`).join()}}`
}

/** The SHA-256 of an entry, chained to the hash of its predecessor. */
export const computeChainHash = (previous: Uint8Array, entry: object): Buffer =>
  createHash('sha256').update(previous).update(formatCanonicalJson(entry)).digest()

interface ChainRow {
  seq: number
  hash: Buffer
}

interface Chain<R extends ChainRow> {
  /** the stored head; undefined for a chain without entries */
  head: ChainRow | undefined
  /** the next entries after `seq` up to `last`, in order */
  readPage: (seq: number, last: number) => Promise<R[]>
  /** the hash that an entry should have; null if it was altered in another way */
  computeHash: (previous: Buffer, row: R) => Buffer | null
}

/** Verifies a chain from its first entry; entries added in the meantime are left to the next check. */
export async function verifyChain<R extends ChainRow>({ head, readPage, computeHash }: Chain<R>) {
  const last = head?.seq ?? 0
  const slices = new TimeSlices()
  let seq = 0
  let hash: Buffer = GENESIS_HASH
  const result = (broken_at: number | null) => ({ entries: seq, head: hash.toString('hex'), broken_at })
  while (seq < last) {
    const rows = await readPage(seq, last)
    for (const row of rows) {
      if (slices.isOver) await slices.yieldToLoop()
      const computed = computeHash(hash, row)
      if (row.seq !== seq + 1 || !computed?.equals(row.hash)) return result(seq + 1)
      seq = row.seq
      hash = computed
    }
    // the chain head counts more entries than the table holds
    if (rows.length === 0) return result(seq + 1)
  }
  return result(head && !hash.equals(head.hash) ? last : null)
}
