import type { Notification, NotificationPayload } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { visibleIssues } from '../issues/visible.ts'
import { findProjectMember, getLevelsByProject } from '../projects/project-roles.ts'

type Waiting = Pick<Notification, 'type' | 'project_id'> & { payload: NotificationPayload }

/** Types about content of a project: neither mailed nor pushed to users who have left it since. */
const memberTypes = /^(ISSUES?_|BIM_|CHAT_|PROJECT_MEMBER_|USER_JOINED_)/

/** The issue linked by a notification; null where it says that its reader no longer has access. */
const getShownIssue = ({ type, payload }: Waiting) =>
  type === 'ISSUE_UNASSIGNED' ? null : (payload.issue_id ?? null)

/** Of the issues in a project's notifications, those visible to the user now. */
async function listSeenIssues(tx: Tx, userId: string, projectId: string, rows: Waiting[]): Promise<string[]> {
  const ids = [...new Set(rows.flatMap((row) => getShownIssue(row) ?? []))]
  const member = ids.length > 0 ? await findProjectMember(tx, userId, projectId) : null
  if (!member) return []
  const seen = await visibleIssues(tx, member)
    .select('issues.id')
    .where('issues.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return seen.map(({ id }) => id)
}

/** The notifications that their reader may still see: of projects they are in, and of issues neither hidden nor deleted since. */
export async function filterVisible<T extends Waiting>(tx: Tx, userId: string, rows: T[]): Promise<T[]> {
  const levels = await getLevelsByProject(tx, userId)
  const inside = rows.filter(
    ({ type, project_id }) => !project_id || !memberTypes.test(type) || levels.has(project_id),
  )
  const seen = new Set<string>()
  for (const [projectId, own] of Map.groupBy(inside, ({ project_id }) => project_id))
    if (projectId) for (const id of await listSeenIssues(tx, userId, projectId, own)) seen.add(id)
  return inside.filter((row) => {
    const issue = getShownIssue(row)
    return issue === null || seen.has(issue)
  })
}
