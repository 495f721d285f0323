import * as z from 'zod/mini'
import { LineField } from '../fields.ts'
import { OwnTerm } from './own-terms.ts'

/**
 * A project's names for its types, trades and statuses. Built-in codes never change their meaning; a project can rename
 * them, reorder them, stop offering some of them and add types and trades.
 */

/** own codes of a list that are offered at once */
export const MAX_OFFERED_TERMS = 30

export const vocabularyKinds = ['type', 'trade', 'status'] as const
export type VocabularyKind = (typeof vocabularyKinds)[number]

/** A name of the project's own, shown to everyone as it is written. */
export const TermName = LineField(1, 50)

export const Terms = z.object({
  /** names of the project's own by code; all other codes have built-in names, in each person's language */
  names: z.record(z.string(), z.string()),
  /** codes no longer offered; issues that have one keep it */
  off: z.array(z.string()),
  /** codes in the project's order; missing codes follow in the built-in order */
  order: z.array(z.string()),
  /** codes that the project added, each with a name */
  own: z.array(OwnTerm),
})
export type Terms = z.output<typeof Terms>

export const Vocabulary = z.object({ type: Terms, trade: Terms, status: Terms })
export type Vocabulary = z.output<typeof Vocabulary>

const builtInTerms: Terms = { names: {}, off: [], order: [], own: [] }
/** The vocabulary of a project that has changed nothing. */
export const builtInVocabulary: Vocabulary = {
  type: builtInTerms,
  trade: builtInTerms,
  status: builtInTerms,
}

/** Codes of new issues and files, which are always offered. */
export const defaultTerms: Partial<Record<VocabularyKind, string>> = { type: 'DEFECT', trade: 'GENERAL' }

/** The built-in codes and the project's own, in the project's order. */
export function sortTerms<T extends string>(builtIn: readonly T[], { order, own }: Terms): (T | OwnTerm)[] {
  const rank = (code: T | OwnTerm) => (order.includes(code) ? order.indexOf(code) : order.length)
  return [...builtIn, ...own].sort((a, b) => rank(a) - rank(b))
}

/** The offered codes in the project's order, and those `used` although no longer offered. */
export const listOfferedTerms = <T extends string>(
  builtIn: readonly T[],
  terms: Terms,
  used: readonly (string | null | undefined)[] = [],
): (T | OwnTerm)[] =>
  sortTerms(builtIn, terms).filter((code) => !terms.off.includes(code) || used.includes(code))
