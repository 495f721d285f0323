import { mergeCustomValues } from '@plumbline/contract/issues/custom-fields'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { PublishedEvent, Reaction, Tell } from '../live/tell.ts'
import { getRemovedPlace } from '../projects/levels.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { applyChanges, type BulkContext, type BulkFields, type StoredIssue } from './bulk/apply-changes.ts'
import { tellBulkChange } from './bulk/tell-bulk-change.ts'
import { recordIssues } from './log.ts'

type ReferenceFields = Pick<BulkFields, 'assignee_id' | 'level_id' | 'section_id' | 'custom_fields'>

/** Issues read and written at a time: all issues of a project may refer to one level or person. */
const ISSUES_PER_PAGE = 1000

interface LockedIssue {
  id: string
  project_id: string
}

interface ReferenceChange {
  /** who causes it */
  by: string
  /** the people concerned are notified */
  notifies: boolean
  buildFields: (issue: StoredIssue) => ReferenceFields
}

/** Changes the references of locked issues, deleted ones too; records and publishes it like a bulk change. */
async function changeReferences(
  tx: Tx,
  tell: Tell,
  issues: LockedIssue[],
  { by, notifies, buildFields }: ReferenceChange,
) {
  const now = new Date()
  const ofProjects = Map.groupBy(issues, ({ project_id }) => project_id)
  for (const [project_id, some] of [...ofProjects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ctx: BulkContext = { tx, tell, now: () => now, member: { project_id, user_id: by } }
    for (let start = 0; start < some.length; start += ISSUES_PER_PAGE) {
      const ids = some.slice(start, start + ISSUES_PER_PAGE).map(({ id }) => id)
      // past visible.ts: ids of locked issues
      const rows = await tx
        .selectFrom('issues')
        .selectAll()
        .where('id', '=', sql<string>`any (${ids}::uuid[])`)
        .orderBy('id')
        .execute()
      const changes = rows.map((before) => ({ before, fields: buildFields(before) }))
      const { entries } = await applyChanges(ctx, changes)
      await recordIssues(tx, { project_id, by, at: now.toISOString() }, entries)
      const present = changes.filter(({ before }) => before.deleted_at === null)
      await tellBulkChange(ctx, 'issue.updated', present, notifies ? 'CHANGED' : 'SILENT')
    }
  }
}

// past visible.ts: a former member is unassigned from every issue
/** Locks the issues that a user is the assignee of, or that name the user in a custom field. */
export const lockIssuesAssignedTo = (tx: Tx, userId: string) =>
  tx
    .selectFrom('issues')
    .select(['id', 'project_id'])
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

const lockOpenIssuesAssignedTo = (tx: Tx, userId: string) =>
  lockIssuesAssignedTo(tx, userId).where('status', 'in', openStatuses)

/** Replaces a user as assignee and in the projects' custom fields by another, or by nobody. */
export async function replacePerson(
  tx: Tx,
  tell: Tell,
  issues: LockedIssue[],
  { by, person, to }: { by: string; person: string; to: string | null },
) {
  if (issues.length === 0) return
  const fields = await tx
    .selectFrom('custom_fields')
    .select('id')
    .where('kind', '=', 'PERSON')
    .where('project_id', 'in', [...new Set(issues.map(({ project_id }) => project_id))])
    .execute()
  // a cleared reference notifies nobody
  const notifies = to !== null
  const buildFields = ({ assignee_id, custom_fields }: StoredIssue): ReferenceFields => {
    const named = fields.filter(({ id }) => custom_fields[id] === person)
    const changes = Object.fromEntries(named.map(({ id }) => [id, to]))
    return {
      ...(assignee_id === person ? { assignee_id: to } : {}),
      ...(named.length > 0 ? { custom_fields: mergeCustomValues(custom_fields, changes) } : {}),
    }
  }
  await changeReferences(tx, tell, issues, { by, notifies, buildFields })
}

/** Clears the level or section of issues before that level or section is deleted. */
export const clearDeletedPlaceOfIssues: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  const removed = getRemovedPlace(event)
  if (!removed || !project_id) return
  // past visible.ts: a deleted level or section is cleared from every issue
  const issues = await tx
    .selectFrom('issues')
    .select(['id', 'project_id'])
    .where('project_id', '=', project_id)
    .where(removed.column, '=', removed.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const buildFields = () => ({ [removed.column]: null })
  await changeReferences(tx, tell, issues, { by: removed.by, notifies: false, buildFields })
}

/** The member whose open issues are released by a change of members. */
function getReleasedMember(event: PublishedEvent) {
  if (event.type === 'member.removed' && event.cause.kind === 'REMOVED') return event.cause
  if (event.type === 'member.updated' && event.cause.kind === 'DEMOTED')
    return { ...event.cause, reassign_to: null }
  return null
}

/**
 * Reassigns the open issues of a removed member to the chosen successor, or unassigns them; does the same for a member who
 * became a VIEWER.
 */
export const unassignFormerMember: Reaction = async (tx, event, tell) => {
  const { project_id } = event
  const released = getReleasedMember(event)
  if (!released || !project_id) return
  const { user_id, by, reassign_to } = released
  const member = await findProjectMember(tx, user_id, project_id)
  if (!reassign_to && member && isLevelAtLeast(member.permission_level, 'CONTRIBUTOR')) return
  const issues = await lockOpenIssuesAssignedTo(tx, user_id).where('project_id', '=', project_id).execute()
  await replacePerson(tx, tell, issues, { by, person: user_id, to: reassign_to })
}

/** Unassigns a former company administrator's open issues in projects that they could see only as administrator. */
export const unassignFormerCompanyAdmin: Reaction = async (tx, event, tell) => {
  if (event.type !== 'team.updated') return
  if (event.cause.kind !== 'LEFT' && event.cause.kind !== 'DEMOTED') return
  const { user_id, by } = event.cause
  const { team_id } = event.data
  const issues = await lockOpenIssuesAssignedTo(tx, user_id)
    .where(
      sql<boolean>`project_id in (select p.id from projects p where p.team_id = ${team_id} and not exists (
        select from project_members m where m.project_id = p.id and m.user_id = ${user_id}
          and m.permission_level <> 'VIEWER'))`,
    )
    .execute()
  await replacePerson(tx, tell, issues, { by, person: user_id, to: null })
}
