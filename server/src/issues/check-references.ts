import { type Reason, reason } from '@plumbline/contract/reasons'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { findProjectMember, holdMembership } from '../projects/project-roles.ts'
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

/** Whether the user may work on issues of the project, until the transaction has ended. */
export async function mayBeAssigned({ tx, member }: ProjectCtx, userId: string): Promise<boolean> {
  void holdMembership(tx, { user_id: userId, project_id: member.project_id })
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
