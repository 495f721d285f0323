import type { IssueCache } from './issue-cache.ts'
import { keepLatest } from './keep-latest.ts'

/** Numbers of matching issues as of a seq of the log; issues that changed after `revision` are to be asked about again. */
export interface CachedMatches {
  seq: number
  revision: number
  answer: Promise<Int32Array>
}

const MAX_CACHED_MATCHES = 30
/** so many changed issues are asked about by their numbers; after more, all are searched again */
const MAX_CHANGED = 2000

/** Updates the matches by searching the changed issues again. */
async function findAgain(
  known: Promise<Int32Array>,
  changed: Set<number>,
  find: (among: number[] | null) => Promise<Int32Array>,
): Promise<Int32Array> {
  const before = await known
  if (changed.size === 0) return before
  const found = await find([...changed])
  const kept = before.filter((number) => !changed.has(number))
  const all = new Int32Array(kept.length + found.length)
  all.set(kept)
  all.set(found, kept.length)
  return all
}

/**
 * The numbers that a query of the database finds, kept by its text. After changes of issues only these are asked about:
 * finding half of a million again for each change would keep the database busy.
 */
export function loadMatches(
  { matches, columns, seq }: IssueCache,
  text: string,
  find: (among: number[] | null) => Promise<Int32Array>,
): Promise<Int32Array> {
  const known = matches.get(text)
  if (known?.seq === seq) return known.answer
  const { revision } = columns
  const changed = known && columns.changedSince(known.revision)
  const answer =
    known && changed && changed.size <= MAX_CHANGED ? findAgain(known.answer, changed, find) : find(null)
  const entry = { seq, revision, answer }
  answer.catch(() => {
    if (matches.get(text) === entry) matches.delete(text)
  })
  keepLatest(matches, text, entry, MAX_CACHED_MATCHES)
  return answer
}
