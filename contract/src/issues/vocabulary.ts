import * as z from 'zod/mini'
import { atLeastOneOf } from '../fields.ts'
import { endpoint } from '../http.ts'
import { trades } from '../projects/trades.ts'
import { TermName } from '../projects/vocabulary.ts'
import { issueTypes } from './issue-fields.ts'
import { issueStatuses } from './issues.ts'

/** Names, order and use of a project's types, trades and statuses. */

export const termCodes = { type: issueTypes, trade: trades, status: issueStatuses } as const

const TermList = <T extends string>(codes: readonly T[]) =>
  z.array(
    z.object({
      /** the value of `type`, `trade` or `status` everywhere in the API */
      value: z.enum(codes),
      /** the project's own name, or the built-in one in English */
      name: z.string(),
      /** false: the name is built in, and shown to each person in their language */
      is_own: z.boolean(),
      /** false: not offered for new values; what has the value keeps it, and it is still accepted */
      offered: z.boolean(),
    }),
  )
export const VocabularyLists = z.object({
  type: TermList(issueTypes),
  trade: TermList(trades),
  status: TermList(issueStatuses),
})
export type VocabularyLists = z.output<typeof VocabularyLists>

/** Names by code; null gives the built-in name back, codes that are left out keep theirs. */
const Names = <T extends string>(codes: readonly T[]) => z.partialRecord(z.enum(codes), z.nullable(TermName))
const TermChanges = <T extends string>(codes: readonly T[]) =>
  atLeastOneOf({
    names: Names(codes),
    /** by code: true to stop offering it, false to offer it again */
    off: z.partialRecord(z.enum(codes), z.boolean()),
    /** codes in the order of menus; those that are left out follow in the built-in order */
    order: z.array(z.enum(codes)).check(z.maxLength(codes.length)),
  })

export const getVocabulary = endpoint({
  method: 'GET',
  path: '/api/project/:id/vocabulary',
  access: 'project:VIEWER',
  summary: 'The names of a project’s types, trades and statuses by their values, in the project’s order',
  reply: VocabularyLists,
  hears: ['project.updated'],
})

export const updateVocabulary = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/vocabulary',
  access: 'project:ADMIN',
  summary: 'Rename, order or stop offering types and trades of a project, and rename its statuses',
  body: atLeastOneOf({
    type: TermChanges(issueTypes),
    trade: TermChanges(trades),
    status: atLeastOneOf({ names: Names(issueStatuses) }),
  }),
  reply: VocabularyLists,
  refuses: ['already_exists'],
  tells: ['project.updated'],
  example: { body: { type: { names: { DEFECT: 'Snag' }, off: { CLASH: true } } } },
})
