import type * as api from '@plumbline/contract/admin/companies'
import type { CompanyStorage } from '@plumbline/contract/admin/companies'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'

const PAGE_SIZE = 50

/** Sums come from the sweep (`count-storage.ts`); members and projects are counted for the companies of the page only. */
export async function listCompanies({ tx, config }: UserCtx, { query }: Input<typeof api.listCompanies>) {
  const [bytes = '0', id = ''] = query.after?.split(':') ?? []
  const rows = await tx
    .selectFrom('team_storage as s')
    .innerJoin('teams as t', 't.id', 's.team_id')
    .leftJoin('subscriptions as plan', 'plan.team_id', 't.id')
    .select(['t.id', 't.name', 't.created_at', 't.deleted_at as closed_at', 's.bytes', 's.counted_at'])
    .select([
      'plan.slug',
      sql<number>`(select count(*)::int from team_members m where m.team_id = t.id)`.as('members'),
      sql<number>`(select count(*)::int from projects p where p.team_id = t.id and p.deleted_at is null)`.as(
        'projects',
      ),
    ])
    .$if(query.after !== undefined, (found) =>
      found.where(sql<boolean>`(s.bytes, s.team_id) < (${bytes}::bigint, ${id}::uuid)`),
    )
    .orderBy('s.bytes', 'desc')
    .orderBy('s.team_id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const isBilled = config.billing.provider !== 'none'
  const items = rows.slice(0, PAGE_SIZE).map(
    ({ slug, ...row }): CompanyStorage => ({
      ...row,
      plan: isBilled ? (slug ?? 'free') : 'self_hosted',
    }),
  )
  const last = items.at(-1)
  return { items, after: rows.length > PAGE_SIZE && last ? `${last.bytes}:${last.id}` : null }
}
