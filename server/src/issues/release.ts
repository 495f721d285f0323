import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Reaction, Tell } from '../live/tell.ts'
import { getRemovedPlace } from '../projects/levels.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { changesOf, recordIssues } from './log.ts'
import { issueAudience } from './visible.ts'

/** What happens to issues when what they refer to goes: a level, a section, an assignee. */

type Row = Selectable<Tables['issues']>
type Change = Partial<Pick<Row, 'assignee_id' | 'level_id' | 'section_id'>>

/** Changes issues that are already locked, and says so as a change by this person; what is in the trash as well. */
export async function changeAll(tx: Tx, tell: Tell, issues: Row[], by: string, change: Change) {
  const at = new Date().toISOString()
  const changed: { before: Row; issue: Row }[] = []
  for (const before of issues) {
    const issue = await tx
      .updateTable('issues')
      .set({ ...change, updated_by: by, updated_at: at, version: sql`version + 1` })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    changed.push({ before, issue })
  }
  const ofProjects = Map.groupBy(changed, ({ issue }) => issue.project_id)
  for (const [project_id, pairs] of [...ofProjects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const entries = pairs.map(({ before, issue }) => ({
      issue_id: issue.id,
      kind: 'CHANGED' as const,
      data: { changes: changesOf(before, issue) },
    }))
    await recordIssues(tx, { project_id, by, at }, entries)
  }
  // of each project the first frame names all ids, for those who are told of many as one thing
  const here = changed.filter(({ issue }) => issue.deleted_at === null)
  const idsOf = Map.groupBy(here, ({ issue }) => issue.project_id)
  for (const { before, issue } of here) {
    const ids = (idsOf.get(issue.project_id) ?? []).map((each) => each.issue.id)
    idsOf.delete(issue.project_id)
    const audience = await issueAudience(tx, before)
    // only a new assignee is notified: that the rest lost a reference is no news for anybody
    const reassigned = change.assignee_id ? { by, before, issue } : null
    await tell('issue.updated', {
      project_id: issue.project_id,
      data: { issue_id: issue.id },
      audience,
      cause: { kind: 'REFERENCE_CLEARED', changed: ids, reassigned },
    })
  }
}

const assignedTo = (tx: Tx, userId: string) =>
  tx
    .selectFrom('issues')
    .selectAll()
    .where('assignee_id', '=', userId)
    .where('status', 'in', openStatuses)
    .orderBy('id')
    .forUpdate()

/** Issues on a level or in a section that is about to go stay, without it. */
export const clearPlaceOfIssues: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  const removed = getRemovedPlace(event)
  if (!removed || !project_id) return
  const issues = await tx
    .selectFrom('issues')
    .selectAll()
    .where('project_id', '=', project_id)
    .where(removed.column, '=', removed.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  await changeAll(tx, tell, issues, removed.by, { [removed.column]: null })
}

/** Open issues of somebody who is no longer in the project go to whom they were handed, or to nobody. */
export const releaseIssues: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  if (event.type !== 'member.removed' || event.cause.kind !== 'REMOVED' || !project_id) return
  const { user_id, by, reassign_to } = event.cause
  const member = await findProjectMember(tx, user_id, project_id)
  if (!reassign_to && member && isLevelAtLeast(member.permission_level, 'CONTRIBUTOR')) return
  const issues = await assignedTo(tx, user_id).where('project_id', '=', project_id).execute()
  await changeAll(tx, tell, issues, by, { assignee_id: reassign_to })
}

/** Who no longer administers a company may have had issues in projects that they saw only because of that. */
export const releaseIssuesOfCompany: Reaction = async (tx, event, tell) => {
  if (event.type !== 'team.updated') return
  if (event.cause.kind !== 'LEFT' && event.cause.kind !== 'DEMOTED') return
  const { user_id, by } = event.cause
  const { team_id } = event.data
  const issues = await assignedTo(tx, user_id)
    .where(
      sql<boolean>`project_id in (select p.id from projects p where p.team_id = ${team_id} and not exists (
        select from project_members m where m.project_id = p.id and m.user_id = ${user_id}
          and m.permission_level <> 'VIEWER'))`,
    )
    .execute()
  await changeAll(tx, tell, issues, by, { assignee_id: null })
}
