import { type RawBuilder, sql } from 'kysely'
import { MENTION_PATTERN } from '../issues/mentions.ts'

/** What of a message can be found: its words in small letters without accents, its markup left out. */

const MAX_WORD_LENGTH = 100

function splitMessageWords(text: string): string[] {
  const plain = text.replace(MENTION_PATTERN, '$1').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH)))]
}

/** For the column `words`. */
export const buildSearchVector = (text: string): RawBuilder<string> =>
  sql<string>`array_to_tsvector(${splitMessageWords(text)}::text[])`

/** All the words, of which the last may be a beginning; null when there is none. */
export function buildSearchQuery(q: string): RawBuilder<unknown> | null {
  // letters and digits only: nothing in them is an operator
  const quoted = splitMessageWords(q).map((word) => `'${word}'`)
  return quoted.length > 0 ? sql`${`${quoted.join(' & ')}:*`}::tsquery` : null
}
