import { type RawBuilder, sql } from 'kysely'
import { MENTION_PATTERN } from '../issues/mentions.ts'

const MAX_WORD_LENGTH = 100

/** The words of a message in lower case, without accents and mention markup. */
export function splitMessageWords(text: string): string[] {
  const plain = text.replace(MENTION_PATTERN, '$1').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH)))]
}

/** The search vector of a message, for the column `words`. */
export const buildSearchVector = (text: string): RawBuilder<string> =>
  sql<string>`array_to_tsvector(${splitMessageWords(text)}::text[])`

/** A query for messages with all these words, the last one as a prefix; null without words. */
export function buildSearchQuery(q: string): RawBuilder<unknown> | null {
  // safe to quote: words contain only letters and digits
  const quoted = splitMessageWords(q).map((word) => `'${word}'`)
  return quoted.length > 0 ? sql`${`${quoted.join(' & ')}:*`}::tsquery` : null
}
