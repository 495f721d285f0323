import { type FieldOf, fieldsOf } from '@plumbline/contract/issues/issue-fields'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { readCustomFields } from '../../issues/custom-fields/custom-fields.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { formatOwnLabel, ownLabelTexts } from '../own-labels.ts'
import { formatDecimalLabel, listWords, placeLabel, tradeLabels, type WordKind } from '../words.ts'
import { listDefaultTopicActions, listProjectActions } from './authorization.ts'
import { listWordsInUse } from './parse-topic-fields.ts'

/** values returned per list */
const MAX_WORDS = 2000

const listAllWords = async (ctx: ProjectCtx, kind: WordKind) => [
  ...new Set([...listWords(kind), ...(await listWordsInUse(ctx, kind))]),
]

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

/** Labels of the project's own fields: every choice that is offered, and the values that issues which the caller sees have. */
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

/** E-mail addresses of members whom a topic may be assigned to. */
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
  return {
    topic_type: await listAllWords(ctx, 'topic_type'),
    topic_status: await listAllWords(ctx, 'topic_status'),
    priority: await listAllWords(ctx, 'priority'),
    topic_label: [
      ...(await listColumnValues(ctx, 'labels')),
      ...Object.values(tradeLabels),
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
