import { sql } from 'kysely'
import { listAuditTeams, recordAudit } from '../../audit/record-audit.ts'
import { type AccountMailText, type AccountMailTexts, queueAccountMail } from '../../auth/account-mails.ts'
import type { PublicCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Audience } from '../../live/tell.ts'
import { getUserAudience } from '../../users/connected-users.ts'
import { recordOperatorAct } from '../operators.ts'
import { checkMerge, lockPair, type MergedPerson } from './check-merge.ts'
import { type Moved, moveEverything } from './move-everything.ts'
import type { MergedPair } from './move-references.ts'
import { publishMoved } from './publish-moved.ts'

/**
 * Merges two accounts of one person in one transaction (decision 044): a failure in the middle merges nothing. Locks in the
 * order of other writes: companies, projects, people, issues, conversations, and the logs last.
 */

export interface MergeContext extends Pick<PublicCtx, 'tx' | 'tell' | 'now' | 'config' | 'jobs'> {
  /** id of the operator; null: at the machine */
  by: string | null
}

/** Locks the companies and projects of both accounts, so that no right changes during the merge. */
async function lockRights(tx: Tx, { kept, given_up }: MergedPair) {
  const both = [kept, given_up]
  await tx
    .selectFrom('teams')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('team_members').select('team_id').where('user_id', 'in', both))
    .orderBy('id')
    .forUpdate()
    .execute()
  await tx
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('project_members').select('project_id').where('user_id', 'in', both),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The companies whose audit logs record the merge: the companies of both accounts and the owners of their projects. */
async function listConcernedTeams(tx: Tx, { kept, given_up }: MergedPair): Promise<string[]> {
  const { rows } = await sql<{ team_id: string }>`
    select p.team_id from project_members m join projects p on p.id = m.project_id
    where m.user_id in (${kept}, ${given_up})`.execute(tx)
  const own = [...(await listAuditTeams(tx, kept)), ...(await listAuditTeams(tx, given_up))]
  return [...new Set([...own, ...rows.map((row) => row.team_id)])].sort()
}

/** The given-up row keeps name and address: logs name it, and nobody else must get its address. */
async function closeAccount({ tx, now }: MergeContext, { kept, given_up }: MergedPair, email: string) {
  await sql`update users mine set phone = coalesce(mine.phone, theirs.phone),
      picture_id = coalesce(mine.picture_id, theirs.picture_id)
    from users theirs where mine.id = ${kept} and theirs.id = ${given_up}`.execute(tx)
  // a picture that the kept account does not take over is deleted with the given-up account
  await sql`update users theirs set merged_into = ${kept}, merged_at = ${now().toISOString()}, merge_settled_at = null,
      password_hash = '', phone = null, kyc = '{}', preferences = '{}',
      picture_id = case when mine.picture_id is distinct from theirs.picture_id then theirs.picture_id end
    from users mine where theirs.id = ${given_up} and mine.id = ${kept}`.execute(tx)
  await tx.deleteFrom('mail_codes').where('email', '=', email).execute()
}

async function tellBoth(ctx: MergeContext, kept: MergedPerson, givenUp: MergedPerson) {
  const send = (to: MergedPerson, choose: (texts: AccountMailTexts) => AccountMailText, path: string) =>
    queueAccountMail(ctx, to, choose, path)
  await send(kept, (texts) => texts.mergedIntoThis(givenUp.email), '/projects')
  await send(givenUp, (texts) => texts.mergedIntoOther(kept.email), '/login')
}

const joinAudiences = (...audiences: Audience[]): Audience => ({
  users: [...new Set(audiences.flatMap((each) => ('users' in each ? each.users : [])))],
})

/** Returns the sessions of the given-up account, whose sockets must be closed after the commit. */
export async function mergePeople(
  ctx: MergeContext,
  pair: MergedPair,
  confirm?: (givenUp: MergedPerson) => void,
): Promise<{ moved: Moved; sessions: string[] }> {
  const { tx, now, by } = ctx
  await lockRights(tx, pair)
  const people = await lockPair(tx, pair)
  await checkMerge(tx, pair, people)
  const [kept, givenUp] = [people.get(pair.kept), people.get(pair.given_up)]
  if (!kept || !givenUp) throw new Refusal('not_found')
  confirm?.(givenUp)
  const teams = await listConcernedTeams(tx, pair)
  const readers = [await getUserAudience(tx, pair.kept), await getUserAudience(tx, pair.given_up)]
  const ended = await tx.deleteFrom('sessions').where('user_id', '=', pair.given_up).returning('id').execute()
  const moved = await moveEverything(ctx, pair)
  await closeAccount(ctx, pair, givenUp.email)
  await publishMoved(ctx, pair, moved, joinAudiences(...readers))
  const given_up_id = pair.given_up
  await recordOperatorAct(ctx, {
    kind: 'ACCOUNTS_MERGED',
    by,
    person_id: given_up_id,
    data: { into: pair.kept },
  })
  const actor = { user_id: pair.kept, session_id: null }
  const act = { kind: 'ACCOUNTS_MERGED', person_id: pair.kept, data: { merged_id: given_up_id } } as const
  await recordAudit({ tx, now, actor, by_operator: true }, { team_ids: teams }, act)
  await tellBoth(ctx, kept, givenUp)
  return { moved, sessions: ended.map(({ id }) => id) }
}
