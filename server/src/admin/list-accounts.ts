import type * as api from '@plumbline/contract/admin/people'
import type { Account } from '@plumbline/contract/admin/people'
import type { QueryOf } from '@plumbline/contract/http'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'

const PAGE_SIZE = 50

export const selectAccounts = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'picture_id', 'email'])
    .select(['created_at', 'locked_at', 'signed_in_at'])
    .select([
      sql<boolean>`exists (select from user_totp t where t.user_id = users.id and t.is_confirmed)`.as(
        'has_totp',
      ),
      sql<boolean>`exists (select from operators o where o.user_id = users.id)`.as('is_operator'),
      sql<
        Account['merged_into']
      >`(select json_build_object('id', k.id, 'first_name', k.first_name, 'last_name', k.last_name,
        'picture_id', k.picture_id, 'email', k.email) from users k where k.id = users.merged_into)`.as(
        'merged_into',
      ),
    ])

const buildPrefix = (words: string) => `${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Each kind of prefix has an index. */
function filterAccounts(tx: Tx, { q = '', state }: QueryOf<typeof api.listAccounts>) {
  const prefix = buildPrefix(q)
  return selectAccounts(tx)
    .$if(q !== '', (found) =>
      found.where((eb) =>
        eb.or([
          sql<boolean>`lower(email) like ${prefix}`,
          sql<boolean>`lower(last_name) like ${prefix}`,
          sql<boolean>`lower(first_name || ' ' || last_name) like ${prefix}`,
        ]),
      ),
    )
    .$if(state === 'MERGED', (found) => found.where('merged_into', 'is not', null))
    .$if(state === 'LOCKED', (found) => found.where('locked_at', 'is not', null))
    .$if(state === 'OPERATOR', (found) =>
      found.where('id', 'in', (eb) => eb.selectFrom('operators').select('user_id')),
    )
}

/** Ids ascend with the time of sign-up. */
export async function listAccounts({ tx }: UserCtx, { query }: Input<typeof api.listAccounts>) {
  const rows = await filterAccounts(tx, query)
    .$if(query.after !== undefined, (found) => found.where('id', '<', query.after ?? ''))
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const items = rows.slice(0, PAGE_SIZE)
  return { items, after: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}
