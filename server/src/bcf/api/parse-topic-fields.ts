import type { TopicFields } from '@plumbline/contract/bcf/api-topics'
import { type CustomValueChanges, isRequired } from '@plumbline/contract/issues/custom-fields'
import { type IssueValues, issueFields, maxLabels } from '@plumbline/contract/issues/issue-fields'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { keptId } from '../../users/merged-people.ts'
import { type OwnLabel, type OwnLabelField, type SplitOwnLabels, splitOwnLabels } from '../own-labels.ts'
import { type PreservedFields, type PreservedWord, parseWord } from '../preserved-fields.ts'
import { getProjectPlaces } from '../project-places.ts'
import { parseDueDay, splitLabels, type WordKind, type WordReader } from '../words.ts'

/** Turns the fields of a topic into fields of an issue and preserved fields. */

const refuse = (field: string, why: Reason) =>
  new Refusal('bad_request', { reason: why, fields: { [field]: why } })

/** Preserved spellings in use by topics that the caller sees. */
export async function listWordsInUse(ctx: ProjectCtx, kind: WordKind): Promise<string[]> {
  const column = { topic_type: 'type', topic_status: 'status', priority: 'priority' }[kind]
  const preserved = sql`k.topic#>${sql.lit(`{words,${kind}}`)}`
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .innerJoin('issue_bcf as k', 'k.issue_id', 'issues.id')
    .where(sql<boolean>`(${preserved})->>'means' = ${sql.ref(`issues.${column}`)}`)
    .select(sql<string>`(${preserved})->>'word'`.as('word'))
    .distinct()
    .orderBy('word')
    .limit(500)
    .execute()
  return rows.map(({ word }) => word)
}

/** @throws Refusal if the word is neither one of the project's nor in use there */
async function checkWord(ctx: ProjectCtx, kind: WordKind, word: string, words: WordReader) {
  if (words.find(kind, word) === null && !(await listWordsInUse(ctx, kind)).includes(word))
    throw refuse(kind, reason('unknown_word', { word }))
  return word
}

/** Finds the assignee by e-mail among contributors; a preserved address without an account stays. */
async function resolveAssignee(ctx: ProjectCtx, email: string | undefined, before: PreservedFields) {
  if (!email) return {}
  const address = email.toLowerCase()
  const people = await listProjectMembers(ctx.tx, ctx.member.project_id)
  const user = await ctx.tx
    .selectFrom('users')
    .select(keptId('users').as('id'))
    .where('email', '=', address)
    .executeTakeFirst()
  const mayWork = people.some(
    (person) => person.user_id === user?.id && isLevelAtLeast(person.permission_level, 'CONTRIBUTOR'),
  )
  if (user && mayWork) return { assignee_id: user.id }
  if (before.assigned_to?.toLowerCase() === address) return { assigned_to: before.assigned_to }
  throw refuse('assigned_to', reason('assignee_cannot_work'))
}

function parseDueDate(
  instant: string | undefined,
  timezone: string,
): { day: string | null; preserved: PreservedWord | undefined } {
  if (!instant) return { day: null, preserved: undefined }
  const day = parseDueDay(instant, timezone)
  if (day === null || !issueFields.due_date.safeParse(day).success)
    throw refuse('due_date', reason('not_valid'))
  return { day, preserved: { word: instant, means: day } }
}

/** Preserved fields that a topic's own fields replace; undefined removes one. */
type PreservedTopicFields = Pick<
  PreservedFields,
  'words' | 'assigned_to' | 'index' | 'reference_links' | 'bim_snippet'
>

/**
 * Changes of the project's custom fields. A missing label empties its field, unless the issue type requires a value: BCF
 * programs do not know which fields are required.
 */
function computeOwnChanges(
  { values, unchanged }: SplitOwnLabels,
  own: readonly OwnLabelField[],
  known: readonly OwnLabel[],
  type: IssueValues['type'],
): CustomValueChanges {
  const changes: CustomValueChanges = {}
  for (const field of own) {
    if (unchanged.has(field.id)) continue
    const value = values[field.id]
    const isEmptied = known.some((each) => each.field === field.id) && !isRequired(field, type)
    if (value !== undefined) changes[field.id] = value
    else if (isEmptied) changes[field.id] = null
  }
  return changes
}

/** PUT replaces the whole topic: omitted fields become empty or get the default of a new issue. */
export async function parseTopicFields(
  ctx: ProjectCtx,
  body: TopicFields,
  before: PreservedFields,
  known: readonly OwnLabel[] = [],
) {
  const { places, timezone } = await getProjectPlaces(ctx.tx, ctx.member.project_id)
  const words: PreservedFields['words'] = {}
  const parseCode = async <K extends WordKind>(kind: K) => {
    const word = body[kind]
    if (!word) return undefined
    const { code, preserved } = parseWord(
      kind,
      before.words?.[kind]?.word === word ? word : await checkWord(ctx, kind, word, places.words),
      places.words,
    )
    if (preserved) words[kind] = preserved
    return code
  }
  const fields = {
    name: body.title,
    description: body.description ?? '',
    type: (await parseCode('topic_type')) ?? 'DEFECT',
    priority: (await parseCode('priority')) ?? 'MEDIUM',
    stage: body.stage || null,
  } as const
  const status = await parseCode('topic_status')
  const { assignee_id = null, assigned_to } = await resolveAssignee(ctx, body.assigned_to, before)
  const labelled = splitLabels((body.labels ?? []).filter(Boolean), places)
  const own = splitOwnLabels(labelled.labels, places, known)
  if (!issueFields.labels.safeParse(own.labels).success)
    throw refuse('labels', reason('too_many_labels', { count: maxLabels }))
  const due = parseDueDate(body.due_date, timezone)
  if (due.preserved && due.preserved.word !== `${due.day}T00:00:00Z`) words.due_date = due.preserved
  const { index, bim_snippet } = body
  const preserved: PreservedTopicFields = {
    words: Object.keys(words).length > 0 ? words : undefined,
    reference_links: body.reference_links?.length ? body.reference_links : undefined,
    assigned_to,
    index,
    bim_snippet,
  }
  const custom_fields = computeOwnChanges(own, places.own, known, fields.type)
  const all = { ...fields, ...labelled, labels: own.labels, assignee_id, due_date: due.day }
  return {
    fields: { ...all, ...(Object.keys(custom_fields).length > 0 ? { custom_fields } : {}) },
    status,
    preserved,
  }
}
