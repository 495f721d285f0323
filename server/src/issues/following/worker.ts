import { sql } from 'kysely'
import type { Server } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/database.ts'
import { inProject } from '../../db/project-scope.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Reaction, Teller } from '../../live/tell.ts'
import { type FollowServices, followFile } from './follow-file.ts'

/** Files with issues that have not followed to the current version and are not waiting for an answer. */
async function listFilesBehind(db: Db | Tx, headerId?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from bim_file_headers h cross join lateral (
      select v.id from bim_file_variants v where v.header_id = h.id and v.state = 'COMPLETED' and v.deleted_at is null
      order by v.rank desc, v.version desc limit 1) c
    where h.deleted_at is null and h.anchored_variant_id is distinct from c.id
      and (${headerId ?? null}::uuid is null or h.id = ${headerId ?? null}::uuid)
      and not exists (select from bim_revisions r where r.from_variant_id = h.anchored_variant_id
        and r.to_variant_id = c.id and r.state = 'DOUBTFUL')`.execute(db)
  return rows.map(({ id }) => id)
}

/** Queues a job when another version of a file becomes current. */
export const createFollower =
  (jobs: Pick<Jobs, 'add'>): Reaction =>
  async (tx, event) => {
    if (event.type !== 'variant.updated') return
    const [id] = await listFilesBehind(tx, event.data.header_id)
    if (id) await jobs.add(tx, 'follow', { header_id: id })
  }

/** Follows a file in the scope of its project. */
async function followInProject(services: FollowServices, headerId: string, signal: AbortSignal) {
  const header = await services.server.db
    .selectFrom('bim_file_headers')
    .select('project_id')
    .where('id', '=', headerId)
    .executeTakeFirst()
  if (header) await inProject(header.project_id, () => followFile(services, headerId, signal))
}

export const createFollowWorker = (server: Server, teller: Teller) => ({
  queue: 'follow' as const,
  parallel: 1,
  run: ({ header_id }: { header_id: string }, signal: AbortSignal) =>
    followInProject({ server, teller }, header_id, signal),
  isHeavy: true,
  /** queues files again whose job was lost with its server */
  recover: async () => {
    const subjects = (await listFilesBehind(server.db)).map((header_id) => ({ header_id }))
    await inTransaction(server.db, (tx) => server.jobs.addMissing(tx, 'follow', subjects))
  },
})
