import type * as api from '@plumbline/contract/admin/people'
import type { AccountDetails } from '@plumbline/contract/admin/people'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { selectAccounts } from './list-accounts.ts'

export async function readAccount(
  { tx, now }: Pick<UserCtx, 'tx' | 'now'>,
  userId: string,
): Promise<AccountDetails> {
  const at = now().toISOString()
  const account = await selectAccounts(tx)
    .select([
      sql<number>`(select count(*)::int from passkeys k where k.user_id = users.id)`.as('passkeys'),
      sql<number>`(select count(*)::int from sessions s where s.user_id = users.id and s.expires_at > ${at})`.as(
        'sessions',
      ),
      sql<
        string | null
      >`(select max(s.seen_at) from sessions s where s.user_id = users.id and s.expires_at > ${at})`.as(
        'seen_at',
      ),
      sql<number>`(select count(*)::int from project_members m join projects p on p.id = m.project_id
        where m.user_id = users.id and p.deleted_at is null)`.as('projects'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) throw new Refusal('not_found')
  const companies = await tx
    .selectFrom('team_members as m')
    .innerJoin('teams', 'teams.id', 'm.team_id')
    .select(['teams.id', 'teams.name', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('teams.deleted_at', 'is', null)
    .orderBy('teams.name')
    .execute()
  return { ...account, companies }
}

export const getAccount = (ctx: UserCtx, { params }: Input<typeof api.getAccount>) =>
  readAccount(ctx, params.id)
