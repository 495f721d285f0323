import { createHash } from 'node:crypto'
import type { getElementFacets } from '@plumbline/contract/bim/elements'
import type { ReplyOf } from '@plumbline/contract/http'
import type { Db } from '../../db/database.ts'
import type { IndexedFile } from './indexed-files.ts'

/**
 * The searchable properties and values of a set of files, cached for an hour: they are summed up over all properties of all
 * models.
 */

const MAX_KEPT = 20
/** An index that was damaged is repaired under its id. */
const MAX_AGE_MS = 60 * 60_000

type ElementFacets = ReplyOf<typeof getElementFacets>

interface KeptFacets {
  since: number
  answer: Promise<ElementFacets>
}

/** By database: tests run several servers in one process. */
const keptByDatabase = new WeakMap<Db, Map<string, KeptFacets>>()

/** Equal for the same models with the same levels, and the same text. */
function buildKey(files: IndexedFile[], part: string): string {
  const hash = createHash('sha256').update(JSON.stringify(part))
  for (const { model_id, levels } of files) hash.update(JSON.stringify([model_id, levels]))
  return hash.digest('base64')
}

export function loadFacets(
  { db, now }: { db: Db; now: () => Date },
  files: IndexedFile[],
  part: string,
  read: () => Promise<ElementFacets>,
): Promise<ElementFacets> {
  const kept = keptByDatabase.get(db) ?? new Map<string, KeptFacets>()
  keptByDatabase.set(db, kept)
  const key = buildKey(files, part)
  const known = kept.get(key)
  const since = now().getTime()
  if (known && since - known.since <= MAX_AGE_MS) return known.answer
  const entry = { since, answer: read() }
  entry.answer.catch(() => {
    if (kept.get(key) === entry) kept.delete(key)
  })
  kept.delete(key)
  kept.set(key, entry)
  const oldest = kept.keys().next().value
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return entry.answer
}

/** After an index was repaired under its id. */
export const forgetFacets = (db: Db): void => void keptByDatabase.delete(db)
