import type * as api from '@plumbline/contract/admin/people'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { listOwnIds } from '../users/merged-people.ts'
import { buildOptionalPersonJson } from '../users/person-json.ts'

const PAGE_SIZE = 50

export async function listOperatorLog({ tx }: UserCtx, { query }: Input<typeof api.listOperatorLog>) {
  const { person, before } = query
  const ids = person === undefined ? [] : await listOwnIds(tx, person)
  const rows = await tx
    .selectFrom('operator_log as l')
    .leftJoin('users as doer', 'doer.id', 'l.by_user_id')
    .leftJoin('users as other', 'other.id', 'l.person_id')
    .select(['l.seq', 'l.at', 'l.kind', 'l.by_user_id as by_id', 'l.person_id', 'l.data'])
    .select([buildOptionalPersonJson('doer').as('by'), buildOptionalPersonJson('other').as('person')])
    .$if(person !== undefined, (found) => found.where('l.person_id', '=', sql<string>`any (${ids}::uuid[])`))
    .$if(before !== undefined, (found) => found.where('l.seq', '<', before ?? 0))
    .orderBy('l.seq', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const items = rows
    .slice(0, PAGE_SIZE)
    .map(({ data, ...row }) => ({ ...row, data: data as Record<string, unknown> }))
  return { items, before: rows.length > PAGE_SIZE ? (items.at(-1)?.seq ?? null) : null }
}
