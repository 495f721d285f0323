import { Id } from '@plumbline/contract/fields'
import type { CustomValueChanges } from '@plumbline/contract/issues/custom-fields'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ProjectCtx } from '../context.ts'
import { prepareHeldQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import { findProjectMember, holdMemberships } from '../projects/project-roles.ts'
import { checkOwnTerms } from '../projects/vocabulary.ts'

interface References {
  level_id?: string | null
  section_id?: string | null
  assignee_id?: string | null
  type?: string
  trade?: string
}

const createReferenceRefusal = (field: string, text: Reason) =>
  new Refusal('bad_request', { reason: text, fields: { [field]: text } })

interface NamedPeople {
  assignee_id?: string | null | undefined
  custom_fields?: CustomValueChanges | undefined
}

const listNamedPeople = ({ assignee_id, custom_fields = {} }: NamedPeople): string[] => {
  const values = [assignee_id, ...Object.values(custom_fields)]
  return values.filter((value) => typeof value === 'string' && z.safeParse(Id, value).success) as string[]
}

/** Locks the memberships of people that a write assigns; call it before the write locks its project and issues. */
export function holdNamedPeople({ tx, member }: ProjectCtx, named: NamedPeople): void {
  const user_ids = listNamedPeople(named)
  if (user_ids.length > 0) void holdMemberships(tx, { user_ids, project_id: member.project_id })
}

const holdPeopleOfNewIssue = prepareHeldQuery<
  { user_ids: readonly string[]; project_id: string },
  { user_id: string }
>((db, parameter) => {
  const defaults = sql`select (f.initial #>> '{}')::uuid from custom_fields f
    where f.project_id = ${parameter('project_id')} and f.kind = 'PERSON' and f.initial is not null and not f.archived`
  return db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', parameter('project_id'))
    .where(sql<boolean>`user_id in (select unnest(${parameter('user_ids')}::uuid[]) union ${defaults})`)
    .orderBy('user_id')
    .forShare()
})

/** The same for a new issue, which also names the people that custom fields have as their default. */
export function holdNamedPeopleAndDefaults({ tx, member }: ProjectCtx, named: NamedPeople): void {
  void holdPeopleOfNewIssue(tx, { user_ids: listNamedPeople(named), project_id: member.project_id })
}

/** Whether the user may work on issues of the project. */
export async function mayBeAssigned({ tx, member }: ProjectCtx, userId: string): Promise<boolean> {
  const assignee = await findProjectMember(tx, userId, member.project_id)
  return assignee !== null && isLevelAtLeast(assignee.permission_level, 'CONTRIBUTOR')
}

/** Refuses levels, sections, types and trades of other projects, and assignees below contributor level. */
export async function checkReferences(ctx: ProjectCtx, fields: References): Promise<void> {
  const { project_id } = ctx.member
  for (const [field, table] of [
    ['level_id', 'levels'],
    ['section_id', 'sections'],
  ] as const) {
    const id = fields[field]
    if (!id) continue
    const found = await ctx.tx
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('project_id', '=', project_id)
      .executeTakeFirst()
    if (!found) throw createReferenceRefusal(field, reason('not_in_project'))
  }
  await checkOwnTerms(ctx, fields)
  if (fields.assignee_id && !(await mayBeAssigned(ctx, fields.assignee_id)))
    throw createReferenceRefusal('assignee_id', reason('assignee_cannot_work'))
}
