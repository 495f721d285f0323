import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { runEach } from '../jobs/run-each.ts'
import { type ArtefactServices, removeArtefactsOf } from '../projects/artefact-folders.ts'

const RETENTION_MS = 30 * 24 * 3600 * 1000

/** Files deleted before this moment cannot be restored. */
export const computeTrashLimit = (now: Date) => new Date(now.getTime() - RETENTION_MS).toISOString()
export const computePurgeTime = (deletedAt: string) =>
  new Date(new Date(deletedAt).getTime() + RETENTION_MS).toISOString()

/** versions per read */
const PURGE_BATCH = 500

type PurgeServices = ArtefactServices & Pick<Server, 'now'>

/** Versions that are past their own retention period or that of their file. */
async function* listDueVariants({ db, now }: PurgeServices): AsyncGenerator<string> {
  const limit = computeTrashLimit(now())
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select v.id from bim_file_variants v join bim_file_headers h on h.id = v.header_id
      where (v.deleted_at <= ${limit} or h.deleted_at <= ${limit})
        and (${after}::uuid is null or v.id > ${after}::uuid)
      order by v.id limit ${PURGE_BATCH}`.execute(db)
    for (const { id } of rows) yield id
    after = rows.at(-1)?.id ?? null
    if (rows.length < PURGE_BATCH) return
  }
}

/** Removes blobs before rows, so that the next run repeats an interrupted purge. */
async function purgeVariant(machines: PurgeServices, id: string) {
  await removeArtefactsOf(machines, sql`v.id = ${id}`)
  // the first storey of a conversion whose server was killed
  for (const kind of ['variants', 'first']) await machines.blobs.remove(`${kind}/${id}`)
  await machines.db.deleteFrom('bim_file_variants').where('id', '=', id).execute()
}

/** Purges files and versions after the retention period; returns the number of versions. */
export async function purgeFiles(machines: PurgeServices): Promise<number> {
  let count = 0
  try {
    await runEach(machines.log, 'purge of a version', listDueVariants(machines), async (id) => {
      await purgeVariant(machines, id)
      count++
    })
  } finally {
    await machines.db
      .deleteFrom('bim_file_headers as h')
      .where('h.deleted_at', '<=', computeTrashLimit(machines.now()))
      .where(sql<boolean>`not exists (select from bim_file_variants v where v.header_id = h.id)`)
      .execute()
  }
  return count
}
