import { mergeCustomValues } from '@plumbline/contract/issues/custom-fields'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type Selectable, sql } from 'kysely'
import { type Tx, toJsonb } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { PublishedEvent, Reaction, Tell } from '../live/tell.ts'
import { getRemovedPlace } from '../projects/levels.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { computeFieldChanges, recordIssues } from './log.ts'
import { readIssueAudience } from './visible.ts'

type StoredIssue = Selectable<Tables['issues']>
type ReferenceChange = Partial<Pick<StoredIssue, 'assignee_id' | 'level_id' | 'section_id' | 'custom_fields'>>

/**
 * Writes the change of each locked issue's references, deleted ones too, then records and publishes it as done by `by`.
 */
async function changeReferences(
  tx: Tx,
  tell: Tell,
  issues: StoredIssue[],
  by: string,
  buildChange: (issue: StoredIssue) => ReferenceChange,
) {
  const at = new Date().toISOString()
  const changed: { before: StoredIssue; issue: StoredIssue }[] = []
  for (const before of issues) {
    const { custom_fields, ...change } = buildChange(before)
    const issue = await tx
      .updateTable('issues')
      .set({
        ...change,
        ...(custom_fields ? { custom_fields: toJsonb(custom_fields) } : {}),
        updated_by: by,
        updated_at: at,
        version: sql`version + 1`,
      })
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
      data: { changes: computeFieldChanges(before, issue) },
    }))
    await recordIssues(tx, { project_id, by, at }, entries)
  }
  // the first event of each project lists all ids: webhooks send them as one delivery
  const notDeleted = changed.filter(({ issue }) => issue.deleted_at === null)
  const idsOf = Map.groupBy(notDeleted, ({ issue }) => issue.project_id)
  for (const { before, issue } of notDeleted) {
    const ids = (idsOf.get(issue.project_id) ?? []).map((each) => each.issue.id)
    idsOf.delete(issue.project_id)
    const audience = await readIssueAudience(tx, before)
    // only a new assignee is notified; a cleared reference notifies nobody
    const isReassigned = issue.assignee_id !== null && issue.assignee_id !== before.assignee_id
    const reassigned = isReassigned ? { by, before, issue } : null
    await tell('issue.updated', {
      project_id: issue.project_id,
      data: { issue_id: issue.id },
      audience,
      cause: { kind: 'REFERENCE_CLEARED', changed: ids, reassigned },
    })
  }
}

// past visible.ts: a former member is unassigned from every issue
/** Locks the issues that a user is the assignee of, or that name the user in a field of the project's own. */
export const selectIssuesAssignedTo = (tx: Tx, userId: string) =>
  tx
    .selectFrom('issues')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('assignee_id', '=', userId),
        sql<boolean>`(issues.custom_fields <> '{}' and exists (select from custom_fields f
          where f.project_id = issues.project_id and f.kind = 'PERSON'
            and issues.custom_fields->>f.id::text = ${userId}))`,
      ]),
    )
    .orderBy('id')
    .forUpdate()

const selectOpenIssuesAssignedTo = (tx: Tx, userId: string) =>
  selectIssuesAssignedTo(tx, userId).where('status', 'in', openStatuses)

/** Replaces a user as assignee and in the projects' own fields by another, or by nobody. */
export async function replacePerson(
  tx: Tx,
  tell: Tell,
  issues: StoredIssue[],
  { by, person, to }: { by: string; person: string; to: string | null },
) {
  if (issues.length === 0) return
  const fields = await tx
    .selectFrom('custom_fields')
    .select('id')
    .where('kind', '=', 'PERSON')
    .where('project_id', 'in', [...new Set(issues.map(({ project_id }) => project_id))])
    .execute()
  await changeReferences(tx, tell, issues, by, ({ assignee_id, custom_fields }) => {
    const named = fields.filter(({ id }) => custom_fields[id] === person)
    const changes = Object.fromEntries(named.map(({ id }) => [id, to]))
    return {
      ...(assignee_id === person ? { assignee_id: to } : {}),
      ...(named.length > 0 ? { custom_fields: mergeCustomValues(custom_fields, changes) } : {}),
    }
  })
}

/** Clears the level or section of issues before that level or section is deleted. */
export const clearDeletedPlaceOfIssues: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  const removed = getRemovedPlace(event)
  if (!removed || !project_id) return
  // past visible.ts: a deleted level or section is cleared from every issue
  const issues = await tx
    .selectFrom('issues')
    .selectAll()
    .where('project_id', '=', project_id)
    .where(removed.column, '=', removed.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  await changeReferences(tx, tell, issues, removed.by, () => ({ [removed.column]: null }))
}

/** Whose open issues a change of members releases. */
function getReleasedMember(event: PublishedEvent) {
  if (event.type === 'member.removed' && event.cause.kind === 'REMOVED') return event.cause
  if (event.type === 'member.updated' && event.cause.kind === 'DEMOTED')
    return { ...event.cause, reassign_to: null }
  return null
}

/** Reassigns the open issues of a removed member to the chosen successor, or unassigns them; also of one who became a VIEWER. */
export const unassignFormerMember: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  const released = getReleasedMember(event)
  if (!released || !project_id) return
  const { user_id, by, reassign_to } = released
  const member = await findProjectMember(tx, user_id, project_id)
  if (!reassign_to && member && isLevelAtLeast(member.permission_level, 'CONTRIBUTOR')) return
  const issues = await selectOpenIssuesAssignedTo(tx, user_id).where('project_id', '=', project_id).execute()
  await replacePerson(tx, tell, issues, { by, person: user_id, to: reassign_to })
}

/** Unassigns a former company administrator's open issues in projects that they could see only as administrator. */
export const unassignFormerCompanyAdmin: Reaction = async (tx, event, tell) => {
  if (event.type !== 'team.updated') return
  if (event.cause.kind !== 'LEFT' && event.cause.kind !== 'DEMOTED') return
  const { user_id, by } = event.cause
  const { team_id } = event.data
  const issues = await selectOpenIssuesAssignedTo(tx, user_id)
    .where(
      sql<boolean>`project_id in (select p.id from projects p where p.team_id = ${team_id} and not exists (
        select from project_members m where m.project_id = p.id and m.user_id = ${user_id}
          and m.permission_level <> 'VIEWER'))`,
    )
    .execute()
  await replacePerson(tx, tell, issues, { by, person: user_id, to: null })
}
