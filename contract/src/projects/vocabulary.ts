import * as z from 'zod/mini'
import { LineField } from '../fields.ts'

/**
 * What a project calls its types, trades and statuses. Codes are built in and never change their meaning; a project gives
 * them names of its own, an order, and stops offering those that it does not use.
 */

export const vocabularyKinds = ['type', 'trade', 'status'] as const
export type VocabularyKind = (typeof vocabularyKinds)[number]

/** A name of the project's own, shown to everyone as it is written. */
export const TermName = LineField(1, 50)

export const Terms = z.object({
  /** names of the project's own by code; all other codes have built-in names, in each person's language */
  names: z.record(z.string(), z.string()),
  /** codes that are no longer offered; what has one keeps it */
  off: z.array(z.string()),
  /** codes in the project's order; those that are missing follow in the built-in order */
  order: z.array(z.string()),
})
export type Terms = z.output<typeof Terms>

export const Vocabulary = z.object({ type: Terms, trade: Terms, status: Terms })
export type Vocabulary = z.output<typeof Vocabulary>

const builtInTerms: Terms = { names: {}, off: [], order: [] }
/** The vocabulary of a project that has changed nothing. */
export const builtInVocabulary: Vocabulary = {
  type: builtInTerms,
  trade: builtInTerms,
  status: builtInTerms,
}

/** Codes of new issues and files, which are always offered. */
export const defaultTerms: Partial<Record<VocabularyKind, string>> = { type: 'DEFECT', trade: 'GENERAL' }

/** Codes in the project's order. */
export function sortTerms<T extends string>(codes: readonly T[], { order }: Terms): T[] {
  const rank = (code: T) => (order.includes(code) ? order.indexOf(code) : order.length)
  return [...codes].sort((a, b) => rank(a) - rank(b))
}

/** The offered codes in the project's order, and those that are `used` although they are no longer offered. */
export const listOfferedTerms = <T extends string>(
  codes: readonly T[],
  terms: Terms,
  used: readonly (string | null | undefined)[] = [],
): T[] => sortTerms(codes, terms).filter((code) => !terms.off.includes(code) || used.includes(code))
