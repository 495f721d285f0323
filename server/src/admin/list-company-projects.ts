import type * as api from '@plumbline/contract/admin/companies'
import type { Input, UserCtx } from '../context.ts'

const PAGE_SIZE = 50

export async function listCompanyProjects({ tx }: UserCtx, { query }: Input<typeof api.listCompanyProjects>) {
  const { team_id, after } = query
  const rows = await tx
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('team_id', '=', team_id)
    .$if(after !== undefined, (found) => found.where('id', '>', after as string))
    .orderBy('id')
    .limit(PAGE_SIZE + 1)
    .execute()
  const items = rows.slice(0, PAGE_SIZE)
  return { items, after: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}
