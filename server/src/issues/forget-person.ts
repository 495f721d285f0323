import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deletedUser, type Reaction } from '../live/tell.ts'
import { changeReferences } from './release-references.ts'
import { readIssueAudience } from './visible.ts'

/** Issues that name the person somewhere: in their fields, their files or what was said. */
const listIssuesNamingUser = (tx: Tx, user: string) =>
  tx
    .selectFrom('issues')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(['created_by', 'updated_by', 'resolved_by', 'closed_by'] as const).map((c) => eb(c, '=', user)),
        eb('id', 'in', eb.selectFrom('issue_watchers').select('issue_id').where('user_id', '=', user)),
        eb('id', 'in', eb.selectFrom('issue_attachments').select('issue_id').where('created_by', '=', user)),
        eb('id', 'in', eb.selectFrom('issue_viewpoints').select('issue_id').where('created_by', '=', user)),
        eb('id', 'in', eb.selectFrom('issue_comments').select('issue_id').where('created_by', '=', user)),
      ]),
    )
    .orderBy('id')
    .execute()

/**
 * Before an account is deleted: what was assigned to the person is assigned to nobody. What they wrote will lose
 * their name; one event of a project makes all its issues be read again, hidden ones tell those who see them.
 */
export const forgetPersonOfIssues: Reaction = async (tx, event, tell) => {
  const user = deletedUser(event)
  if (!user) return
  const assigned = await tx
    .selectFrom('issues')
    .selectAll()
    .where('assignee_id', '=', user)
    .orderBy('id')
    .forUpdate()
    .execute()
  await changeReferences(tx, tell, assigned, user, { assignee_id: null })
  // when and where they took photos; the originals go with the next purge
  await tx
    .updateTable('issue_attachments')
    .set({ taken_at: null, taken_place: null })
    .where('created_by', '=', user)
    .execute()
  // the address that files name them by
  await sql`update issue_comments set bcf = bcf - 'author' where created_by = ${user} and bcf ? 'author'`.execute(
    tx,
  )
  await sql`update issue_bcf set topic = topic - 'creation_author'
    where topic ? 'creation_author' and issue_id in (select id from issues where created_by = ${user})`.execute(
    tx,
  )
  const told = new Set<string>()
  for (const issue of await listIssuesNamingUser(tx, user)) {
    const audience = await readIssueAudience(tx, issue)
    if ('level' in audience && told.has(issue.project_id)) continue
    if ('level' in audience) told.add(issue.project_id)
    // a name is gone, the issue is as it was
    await tell('issue.updated', {
      project_id: issue.project_id,
      data: { issue_id: issue.id },
      audience,
      cause: { kind: 'REFERENCE_CLEARED', changed: [], reassigned: null },
    })
  }
}
