import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deletedUser, type Reaction } from '../live/tell.ts'
import { findFirstReaders } from './bulk/tell-bulk-change.ts'
import { forgetDefaultsNaming } from './custom-fields/custom-fields.ts'
import { lockIssuesAssignedTo, replacePerson } from './release-references.ts'

/** Issues that refer to the user: in their fields, watchers, attachments, viewpoints or comments. */
// past visible.ts: the name of a deleted account goes from every issue
const selectIssuesNamingUser = (tx: Tx, user: string) =>
  tx
    .selectFrom('issues')
    .select(['id', 'project_id', 'visibility', 'team_id', 'created_by', 'assignee_id', 'deleted_at'])
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

/** Removes the e-mail address that imported BCF files name as author or editor. */
async function forgetAddress(tx: Tx, user: string): Promise<void> {
  const address = sql`(select lower(email) from users where id = ${user})`
  const isNamed = (json: RawBuilder<unknown>, key: string) =>
    sql`lower(${json}->>${sql.lit(key)}) = ${address}`
  await sql`update issue_comments set bcf = case when ${isNamed(sql`bcf`, 'modified_author')}
      then bcf - 'author' - 'modified_author' else bcf - 'author' end
    where created_by = ${user} and bcf ? 'author'`.execute(tx)
  await sql`update issue_bcf set topic = topic - 'creation_author'
    where topic ? 'creation_author' and issue_id in (select id from issues where created_by = ${user})`.execute(
    tx,
  )
  // past visible.ts: the name of a deleted account goes from every issue
  const named = sql`select id from issues where created_by = ${user} or updated_by = ${user}`
  await sql`update issue_bcf set topic = topic - 'modified_author'
    where issue_id in (${named}) and ${isNamed(sql`topic`, 'modified_author')}`.execute(tx)
}

/**
 * Before an account is deleted: unassigns the user's issues and publishes that their name goes from others, by one event
 * of a project for each group of readers, which makes clients reload all its issues.
 */
export const forgetPersonOfIssues: Reaction = async (tx, event, tell) => {
  const user = deletedUser(event)
  if (!user) return
  // before the account: a write of an issue that tells its author holds the issue, and then refers to the account
  const naming = await selectIssuesNamingUser(tx, user).forNoKeyUpdate().execute()
  // past visible.ts: a deleted account is unassigned from every issue
  const assigned = await lockIssuesAssignedTo(tx, user).execute()
  await replacePerson(tx, tell, assigned, { by: user, person: user, to: null })
  await forgetDefaultsNaming(tx, tell, user)
  // when and where photos were taken; the originals are removed by the next purge
  await tx
    .updateTable('issue_attachments')
    .set({ taken_at: null, taken_place: null })
    .where('created_by', '=', user)
    .execute()
  await forgetAddress(tx, user)
  const shown = naming.filter(({ deleted_at }) => deleted_at === null)
  const named = Map.groupBy(shown, ({ project_id }) => project_id)
  for (const [project_id, issues] of named) {
    const seen = issues.map((before) => ({ before, fields: {} }))
    const { readers } = await findFirstReaders(tx, project_id, seen)
    // only a name disappears: the issues themselves are unchanged
    for (const [issue_id, users] of readers)
      await tell('issue.updated', {
        project_id,
        data: { issue_id },
        audience: { users },
        cause: { kind: 'REFERENCE_CLEARED', changed: [] },
      })
  }
}
