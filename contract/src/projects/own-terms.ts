import * as z from 'zod/mini'

/** Values that a project adds to its types and trades: `OWN_1`, `OWN_2`, … in the order in which they were added. */

/** values that a list can have in all, offered or not: they are never deleted */
export const MAX_OWN_TERMS = 100
export type OwnTerm = `OWN_${number}`

export const formatOwnTerm = (position: number): OwnTerm => `OWN_${position}`
export const isOwnTerm = (value: string): value is OwnTerm => value.startsWith('OWN_')

export const OwnTerm = z.string().check(z.regex(/^OWN_([1-9]\d?|100)$/)) as unknown as z.ZodMiniType<
  OwnTerm,
  OwnTerm
>

/** All codes that a project can add to a list, besides the built-in ones. */
export const allOwnTerms: readonly OwnTerm[] = Array.from({ length: MAX_OWN_TERMS }, (_, index) =>
  formatOwnTerm(index + 1),
)
