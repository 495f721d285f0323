import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { acrossProjects } from '../../db/project-scope.ts'
import type { IssueCache } from './issue-cache.ts'
import { loadMatches } from './load-matches.ts'

/** Word separators, equal to those of the migration that fills `issue_words`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate words as well
const separators = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/u

const splitSearchWords = (text: string) =>
  text
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 100))

/** Prefix of a project's id in a query text; never part of a word, because it is a separator. */
const PROJECT = '\u0001'

/** A text search query for all these words as prefixes, with a placeholder for the project; null: no words. */
export function buildWordsQuery(text: string): string | null {
  const words = splitSearchWords(text)
  return words.length === 0 ? null : words.map((word) => `'${PROJECT}${word}':*`).join(' & ')
}

/** SQL: whether a row of `issue_words` has all words of a query; the project's part of the index suffices. */
export const hasWords = (table: string, projectId: RawBuilder<unknown>, query: string) =>
  sql<boolean>`words_in_project(${sql.ref(`${table}.project_id`)}, ${sql.ref(`${table}.words`)})
    @@ replace(${query}, ${PROJECT}, right(${projectId}::text, 12))::tsquery`

/** The number in `#12`, which means only that issue; plain `12` is also searched as a word. */
export const parseIssueNumber = (text: string) => /^#(\d{1,9})$/.exec(text)?.[1] ?? null

/** A LIKE pattern for texts containing this one; escapes its `%` and `_`. */
export const buildLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A query for words that issues with this text in their title or description certainly have: words after a separator.
 * Excludes letters beyond ASCII, which the database may convert to lower case differently. null: none.
 */
function buildCertainWordsQuery(text: string): string | null {
  const first = text.search(separators)
  const words = first < 0 ? [] : splitSearchWords(text.slice(first))
  return buildWordsQuery(words.filter((word) => /^[a-z0-9]+$/.test(word)).join(' '))
}

/** The queries whose united results match a text. */
function buildSearches(projectId: string, text: string, among: number[] | null): RawBuilder<unknown>[] {
  const project = sql`${projectId}::uuid`
  const inWords = (query: string) =>
    sql`select w.number from issue_words w where w.project_id = ${project} and ${hasWords('w', project, query)}
      ${among ? sql`and w.issue_id in (select id from issues where project_id = ${project} and number = any (${among}::int[]))` : sql``}`
  const query = buildWordsQuery(text)
  const certain = among ? null : buildCertainWordsQuery(text)
  const pattern = buildLikePattern(text)
  return [
    ...(query ? [inWords(query)] : []),
    // a text with punctuation ("0% done_") is also searched literally
    ...(/[^\p{L}\p{N}\s]/u.test(text)
      ? [
          sql`select number from issues where project_id = ${project} and (name ilike ${pattern} or description ilike ${pattern})
            ${among ? sql`and number = any (${among}::int[])` : sql``}
            ${certain ? sql`and number in (${inWords(certain)})` : sql``}`,
        ]
      : []),
    ...(/^\d{1,9}$/.test(text) ? [sql`select ${Number(text)}::int as number`] : []),
  ]
}

// past visible.ts: numbers only, cached for all members; `buildVisibleMask` filters them
async function queryNumbers(
  db: Db,
  projectId: string,
  text: string,
  among: number[] | null,
): Promise<Int32Array> {
  const searches = buildSearches(projectId, text, among)
  return searches.length === 0 ? new Int32Array() : readNumbers(db, sql.join(searches, sql` union `))
}

/** The numbers that a query selects, as one binary value instead of rows: half of all issues may match. */
export async function readNumbers(db: Db, query: RawBuilder<unknown>): Promise<Int32Array> {
  const { rows } = await sql<{ numbers: Buffer | null }>`
    select string_agg(int4send(number), '') as numbers from (${query}) found`.execute(db)
  const bytes = rows[0]?.numbers ?? Buffer.alloc(0)
  // the bytes may start anywhere in a larger buffer
  return new Int32Array(new Uint8Array(bytes.swap32()).buffer)
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
  return loadMatches(followed, text, (among) =>
    acrossProjects('policies keep the index of words from being used; the query has its own condition', () =>
      queryNumbers(db, projectId, text, among),
    ),
  )
}
