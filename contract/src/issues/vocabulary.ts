import * as z from 'zod/mini'
import { atLeastOneOf } from '../fields.ts'
import { endpoint } from '../http.ts'
import { MAX_OWN_TERMS } from '../projects/own-terms.ts'
import { Trade, trades } from '../projects/trades.ts'
import { TermName, Vocabulary } from '../projects/vocabulary.ts'
import { IssueType, issueTypes } from './issue-fields.ts'
import { issueStatuses } from './issues.ts'

/** Names, order and use of a project's types, trades and statuses. */

export const termCodes = { type: issueTypes, trade: trades, status: issueStatuses } as const

const TermList = <T extends z.core.$ZodType<string>>(value: T) =>
  z.array(
    z.object({
      /** the value of `type`, `trade` or `status` everywhere in the API */
      value,
      /** the project's own name, or the built-in one in English */
      name: z.string(),
      /** false: the name is built in, and shown to each person in their language; names of own values are always own */
      is_own: z.boolean(),
      /** false: not offered for new values; issues keep it, and the API still accepts it */
      offered: z.boolean(),
    }),
  )
export const VocabularyLists = z.object({
  type: TermList(IssueType),
  trade: TermList(Trade),
  status: TermList(z.enum(issueStatuses)),
})
export type VocabularyLists = z.output<typeof VocabularyLists>

/** Names by code; null restores the built-in name, codes left out keep theirs. */
const TermChanges = <T extends z.core.$ZodRecordKey>(code: T, most: number) =>
  atLeastOneOf({
    names: z.partialRecord(code, z.nullable(TermName)),
    /** by code: true to stop offering it, false to offer it again */
    off: z.partialRecord(code, z.boolean()),
    /** codes in menu order; codes left out follow in the built-in order */
    order: z.array(code).check(z.maxLength(most + MAX_OWN_TERMS)),
  })

const VocabularyChanges = atLeastOneOf({
  type: TermChanges(IssueType, issueTypes.length),
  trade: TermChanges(Trade, trades.length),
  status: atLeastOneOf({ names: z.partialRecord(z.enum(issueStatuses), z.nullable(TermName)) }),
})
const NewTerm = z.object({ kind: z.enum(['type', 'trade']), name: TermName })

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
  body: VocabularyChanges,
  reply: VocabularyLists,
  refuses: ['already_exists', 'conflict'],
  tells: ['project.updated'],
  example: { body: { type: { names: { DEFECT: 'Snag' }, off: { CLASH: true } } } },
})

export const createTerm = endpoint({
  method: 'POST',
  path: '/api/project/:id/vocabulary',
  access: 'project:ADMIN',
  summary: 'Add a type or trade of the project’s own; at most 30 are offered at once, and 100 exist in all',
  body: NewTerm,
  reply: VocabularyLists,
  status: 201,
  refuses: ['already_exists', 'conflict'],
  tells: ['project.updated'],
  example: { body: { kind: 'type', name: 'Water damage' } },
})

export const getTeamVocabulary = endpoint({
  method: 'GET',
  path: '/api/team/:id/vocabulary',
  access: 'team:MEMBER',
  summary:
    'The default vocabulary for new projects of a company; copies of a project start with that project’s',
  reply: Vocabulary,
  hears: ['team.updated'],
})

export const updateTeamVocabulary = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/vocabulary',
  access: 'team:ADMIN',
  summary: 'Change the vocabulary of new projects of a company; existing projects keep theirs',
  body: VocabularyChanges,
  reply: Vocabulary,
  refuses: ['already_exists', 'conflict'],
  tells: ['team.updated'],
  example: { body: { status: { names: { VOID: 'Withdrawn' } } } },
})

export const createTeamTerm = endpoint({
  method: 'POST',
  path: '/api/team/:id/vocabulary',
  access: 'team:ADMIN',
  summary: 'Add a type or trade to the vocabulary of new projects of a company',
  body: NewTerm,
  reply: Vocabulary,
  status: 201,
  refuses: ['already_exists', 'conflict'],
  tells: ['team.updated'],
  example: { body: { kind: 'trade', name: 'Scaffolding' } },
})
