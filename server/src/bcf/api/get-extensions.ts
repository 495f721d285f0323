import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { ProjectCtx } from '../../context.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { listProjectPeople } from '../../projects/project-roles.ts'
import { ourWords, placeLabel, tradeLabels, type WordKind } from '../words.ts'
import { projectActionsOf, topicDefaults } from './authorization.ts'
import { wordsInUse } from './read-fields.ts'

/** words of one list that a project may have in use */
const MOST_WORDS = 2000

const words = async (ctx: ProjectCtx, kind: WordKind) => [
  ...new Set([...ourWords(kind), ...(await wordsInUse(ctx, kind))]),
]

/** What issues that the caller sees have in these columns. */
async function inUse(ctx: ProjectCtx, column: 'labels' | 'stage'): Promise<string[]> {
  const values = visibleIssues(ctx.tx, ctx.member).select((eb) =>
    column === 'labels'
      ? eb.fn<string>('unnest', ['issues.labels']).as('value')
      : eb.ref('issues.stage').as('value'),
  )
  const found = await values.distinct().orderBy('value').limit(MOST_WORDS).execute()
  return found.flatMap(({ value }) => value ?? [])
}

async function placesOf({ tx, member }: ProjectCtx, table: 'levels' | 'sections'): Promise<string[]> {
  const places = await tx
    .selectFrom(table)
    .select('name')
    .where('project_id', '=', member.project_id)
    .orderBy('order')
    .orderBy('id')
    .execute()
  return places.map(({ name }) => name)
}

/** E-mail addresses of those whom a topic may be assigned to. */
async function usersOf({ tx, member }: ProjectCtx): Promise<string[]> {
  const people = await listProjectPeople(tx, member.project_id)
  const able = people.filter(({ permission_level }) => isLevelAtLeast(permission_level, 'CONTRIBUTOR'))
  const ids = [...new Set(able.map(({ user_id }) => user_id))]
  if (ids.length === 0) return []
  const users = await tx.selectFrom('users').select('email').where('id', 'in', ids).orderBy('email').execute()
  return users.map(({ email }) => email)
}

export async function getExtensions(ctx: ProjectCtx) {
  const { member } = ctx
  const [levels, sections] = [await placesOf(ctx, 'levels'), await placesOf(ctx, 'sections')]
  const users = await usersOf(ctx)
  return {
    topic_type: await words(ctx, 'topic_type'),
    topic_status: await words(ctx, 'topic_status'),
    priority: await words(ctx, 'priority'),
    topic_label: [
      ...(await inUse(ctx, 'labels')),
      ...Object.values(tradeLabels),
      ...levels.map(placeLabel.level),
      ...sections.map(placeLabel.section),
    ],
    stage: await inUse(ctx, 'stage'),
    snippet_type: ['.ifc', '.csv', '.json', '.xml', '.txt'],
    users,
    user_id_type: users,
    project_actions: projectActionsOf(member),
    topic_actions: topicDefaults(member),
    // what else one may do depends on who wrote a comment
    comment_actions: member.permission_level === 'ADMIN' ? (['delete'] as const).slice() : [],
  }
}
