import { type FieldOf, fieldsOf } from '@plumbline/contract/issues/issue-fields'
import { listOfferedTerms, type Vocabulary } from '@plumbline/contract/projects/vocabulary'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { readCustomFields } from '../../issues/custom-fields/custom-fields.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { formatOwnLabel, ownLabelTexts } from '../own-labels.ts'
import {
  formatCode,
  formatDecimalLabel,
  formatTradeLabel,
  type IssueCodes,
  labelledTrades,
  placeLabel,
  type WordKind,
  wordsByCode,
} from '../words.ts'
import { listDefaultTopicActions, listProjectActions } from './authorization.ts'
import { listWordsInUse } from './parse-topic-fields.ts'

/** values returned per list */
const MAX_WORDS = 2000

/** Distinct types or trades of the issues that the caller sees. */
async function listCodesInUse(ctx: ProjectCtx, column: 'type' | 'trade'): Promise<string[]> {
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .select(sql.ref<string>(`issues.${column}`).as('code'))
    .distinct()
    .execute()
  return rows.map(({ code }) => code)
}

/** Codes that the project offers, and codes still in use, in its order. */
async function listOfferedCodes(
  ctx: ProjectCtx,
  kind: 'type' | 'trade',
  codes: readonly string[],
  vocabulary: Vocabulary,
): Promise<string[]> {
  const terms = vocabulary[kind]
  return listOfferedTerms(codes, terms, terms.off.length > 0 ? await listCodesInUse(ctx, kind) : [])
}

/** The project's words, and the preserved spellings in use. */
async function listAllWords<K extends WordKind>(ctx: ProjectCtx, kind: K, vocabulary: Vocabulary) {
  const codes = Object.keys(wordsByCode(kind))
  const offered = kind === 'topic_type' ? await listOfferedCodes(ctx, 'type', codes, vocabulary) : codes
  const ours = offered.map((code) => formatCode(kind, code as IssueCodes[K], vocabulary))
  return [...new Set([...ours, ...(await listWordsInUse(ctx, kind))])]
}

async function listTradeLabels(ctx: ProjectCtx, vocabulary: Vocabulary): Promise<string[]> {
  const offered = await listOfferedCodes(ctx, 'trade', Object.keys(labelledTrades), vocabulary)
  return offered.map((code) => formatTradeLabel(code, vocabulary) ?? code)
}

/** Distinct values of a column over the issues that the caller sees. */
async function listColumnValues(ctx: ProjectCtx, column: 'labels' | 'stage'): Promise<string[]> {
  const values = visibleIssues(ctx.tx, ctx.member).select((eb) =>
    column === 'labels'
      ? eb.fn<string>('unnest', ['issues.labels']).as('value')
      : eb.ref('issues.stage').as('value'),
  )
  const found = await values.distinct().orderBy('value').limit(MAX_WORDS).execute()
  return found.flatMap(({ value }) => value ?? [])
}

/** Labels of the numbers that issues which the caller sees have. */
async function listDecimalLabels(ctx: ProjectCtx, field: FieldOf<'decimal'>): Promise<string[]> {
  const column = sql.ref<number>(`issues.${field}`)
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .where(sql<boolean>`${column} is not null`)
    .select(column.as('value'))
    .distinct()
    .orderBy('value')
    .limit(MAX_WORDS)
    .execute()
  return rows.map(({ value }) => formatDecimalLabel(field, value))
}

/** Labels of the project's custom fields: every choice that is offered, and the values that issues which the caller sees have. */
async function listOwnLabels(ctx: ProjectCtx): Promise<string[]> {
  const fields = await readCustomFields(ctx.tx, ctx.member.project_id)
  const offered = fields.flatMap((field) =>
    field.archived
      ? []
      : field.choices
          .filter(({ archived }) => !archived)
          .map(({ id }) => formatOwnLabel(field, id, () => undefined)),
  )
  const used = await visibleIssues(ctx.tx, ctx.member)
    .where(sql<boolean>`issues.custom_fields <> '{}'`)
    .select(sql<string>`unnest(${ownLabelTexts})`.as('value'))
    .distinct()
    .orderBy('value')
    .limit(MAX_WORDS)
    .execute()
  return [...new Set([...offered.filter((label) => label !== null), ...used.map(({ value }) => value)])]
}

async function listPlaceNames({ tx, member }: ProjectCtx, table: 'levels' | 'sections'): Promise<string[]> {
  const places = await tx
    .selectFrom(table)
    .select('name')
    .where('project_id', '=', member.project_id)
    .orderBy('order')
    .orderBy('id')
    .execute()
  return places.map(({ name }) => name)
}

/** E-mail addresses of members who can be assigned to a topic. */
async function listAssignableEmails({ tx, member }: ProjectCtx): Promise<string[]> {
  const people = await listProjectMembers(tx, member.project_id)
  const able = people.filter(({ permission_level }) => isLevelAtLeast(permission_level, 'CONTRIBUTOR'))
  const ids = [...new Set(able.map(({ user_id }) => user_id))]
  if (ids.length === 0) return []
  const users = await tx.selectFrom('users').select('email').where('id', 'in', ids).orderBy('email').execute()
  return users.map(({ email }) => email)
}

export async function getExtensions(ctx: ProjectCtx) {
  const { member } = ctx
  const [levels, sections] = [await listPlaceNames(ctx, 'levels'), await listPlaceNames(ctx, 'sections')]
  const users = await listAssignableEmails(ctx)
  const { vocabulary } = await readProjectWords(ctx.tx, member.project_id)
  return {
    topic_type: await listAllWords(ctx, 'topic_type', vocabulary),
    topic_status: await listAllWords(ctx, 'topic_status', vocabulary),
    priority: await listAllWords(ctx, 'priority', vocabulary),
    topic_label: [
      ...(await listColumnValues(ctx, 'labels')),
      ...(await listTradeLabels(ctx, vocabulary)),
      ...levels.map(placeLabel.level),
      ...sections.map(placeLabel.section),
      ...(await listOwnLabels(ctx)),
      ...(await Promise.all(fieldsOf('decimal').map((field) => listDecimalLabels(ctx, field)))).flat(),
    ],
    stage: await listColumnValues(ctx, 'stage'),
    snippet_type: ['.ifc', '.csv', '.json', '.xml', '.txt'],
    users,
    user_id_type: users,
    project_actions: listProjectActions(member),
    topic_actions: listDefaultTopicActions(member),
    // other actions depend on the author of the comment
    comment_actions: member.permission_level === 'ADMIN' ? ['delete' as const] : [],
  }
}
