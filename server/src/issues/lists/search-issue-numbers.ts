import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { acrossProjects } from '../../db/project-scope.ts'
import { type IssueCache, loadBySeq } from './issue-cache.ts'

/** Word separators, equal to those of the migration that fills `issue_words`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate words, too
const separators = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/u

const splitSearchWords = (text: string) =>
  text
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 100))

/** A text search query for all these words, each as a prefix; null: there are none. */
export function buildWordsQuery(text: string): string | null {
  const words = splitSearchWords(text)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}

/** The number in `#12`, which means only that issue; plain `12` is also searched as a word. */
export const parseIssueNumber = (text: string) => /^#(\d{1,9})$/.exec(text)?.[1] ?? null

/** A LIKE pattern for texts containing this one; escapes its `%` and `_`. */
export const buildLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

// past visible.ts: numbers only, cached for all members; `buildVisibleMask` filters them
async function queryNumbers(db: Db, projectId: string, text: string): Promise<Int32Array> {
  const query = buildWordsQuery(text)
  const parts = [
    ...(query
      ? [sql`select number from issue_words where project_id = ${projectId} and words @@ ${query}::tsquery`]
      : []),
    // a text with punctuation ("0% done_") is also searched literally
    ...(/[^\p{L}\p{N}\s]/u.test(text)
      ? [
          sql`select number from issues where project_id = ${projectId}
            and (name ilike ${buildLikePattern(text)} or description ilike ${buildLikePattern(text)})`,
        ]
      : []),
    ...(/^\d{1,9}$/.test(text) ? [sql`select ${Number(text)}::int as number`] : []),
  ]
  return parts.length === 0 ? new Int32Array() : readNumbers(db, sql.join(parts, sql` union `))
}

/** The numbers that a query selects, as one binary value instead of rows: half of all issues may match. */
export async function readNumbers(db: Db, query: RawBuilder<unknown>): Promise<Int32Array> {
  const { rows } = await sql<{ numbers: Buffer | null }>`
    select string_agg(int4send(number), '') as numbers from (${query}) found`.execute(db)
  const bytes = rows[0]?.numbers ?? Buffer.alloc(0)
  return Int32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(index * 4))
}

/** Numbers of issues with all these words, each as a prefix, in title, description or comments; not limited to visible issues. */
export function searchIssueNumbers(
  db: Db,
  projectId: string,
  followed: IssueCache,
  q: string,
): Promise<Int32Array> {
  const text = q.replaceAll('\0', ' ').trim()
  const number = parseIssueNumber(text)
  if (number) return Promise.resolve(Int32Array.of(Number(number)))
  const find = () =>
    acrossProjects('policies keep the index of words from being used; the query has its own condition', () =>
      queryNumbers(db, projectId, text),
    )
  return loadBySeq(followed.words, text, followed.seq, find)
}
