import { sql } from 'kysely'
import type { Server } from '../../context.ts'
import { archiveKey } from './import-attempt.ts'
import type { StoredParts } from './staged.ts'
import { removeStoredParts } from './store-files.ts'

/** Cancels undecided previews after a day, and removes blobs of ended imports that no issue uses. */

const DAY_MS = 24 * 3600 * 1000
const RETENTION_MS = 30 * DAY_MS
/** imports per run, and topics per page */
const IMPORTS_PER_SWEEP = 20
const PAGE = 200

type SweepServices = Pick<Server, 'db' | 'blobs' | 'log' | 'now'>

const listStoredIds = (stored: StoredParts) => ({
  views: Object.values(stored.views).map(({ id }) => id),
  files: [...Object.values(stored.documents).map(({ blob_id }) => blob_id), ...Object.values(stored.blobs)],
})

/** The ids among these that an issue uses. */
async function listUsedIds(
  { db }: SweepServices,
  project_id: string,
  { views, files }: ReturnType<typeof listStoredIds>,
) {
  // past visible.ts: a job of the server keeps files that any issue uses
  const { rows } = await sql<{ id: string }>`
    select id from issue_viewpoints where id = any (${views}::uuid[])
    union select blob_id from issue_attachments where blob_id = any (${files}::uuid[])
    union select snippet_blob_id from issue_bcf where snippet_blob_id = any (${files}::uuid[])
    union select b.value::uuid from issue_bcf k join issues i on i.id = k.issue_id,
      jsonb_each_text(k.topic->'blobs') b
      where i.project_id = ${project_id} and k.topic ? 'blobs' and b.value = any (${files}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

const omitUsedParts = (stored: StoredParts, used: ReadonlySet<string>): StoredParts => ({
  views: Object.fromEntries(Object.entries(stored.views).filter(([, { id }]) => !used.has(id))),
  documents: Object.fromEntries(
    Object.entries(stored.documents).filter(([, { blob_id }]) => !used.has(blob_id)),
  ),
  blobs: Object.fromEntries(Object.entries(stored.blobs).filter(([, id]) => !used.has(id))),
})

async function removeImportBytes(
  machines: SweepServices,
  ended: { id: string; project_id: string },
): Promise<void> {
  const { db, blobs } = machines
  await blobs.remove(archiveKey(ended))
  for (;;) {
    const rows = await db
      .selectFrom('bcf_import_topics')
      .select(['place', 'stored'])
      .where('import_id', '=', ended.id)
      .where('stored', 'is not', null)
      .orderBy('place')
      .limit(PAGE)
      .execute()
    if (rows.length === 0) break
    const stored = rows.map((row) => row.stored as StoredParts)
    const ids = stored.map(listStoredIds)
    const all = { views: ids.flatMap(({ views }) => views), files: ids.flatMap(({ files }) => files) }
    const used = await listUsedIds(machines, ended.project_id, all)
    for (const parts of stored) await removeStoredParts(blobs, ended.project_id, omitUsedParts(parts, used))
    await db
      .updateTable('bcf_import_topics')
      .set({ stored: null })
      .where('import_id', '=', ended.id)
      .where(
        'place',
        'in',
        rows.map(({ place }) => place),
      )
      .execute()
  }
  await db.updateTable('bcf_imports').set({ has_bytes: false }).where('id', '=', ended.id).execute()
}

export async function sweepImports(machines: SweepServices): Promise<void> {
  const { db, log, now } = machines
  const ago = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await db
    .updateTable('bcf_imports')
    .set({ state: 'CANCELLED', changed_at: now().toISOString() })
    .where('state', '=', 'READY')
    .where('changed_at', '<', ago(DAY_MS))
    .execute()
  const ended = await db
    .selectFrom('bcf_imports')
    .select(['id', 'project_id'])
    .where('has_bytes', '=', true)
    .where('heartbeat_at', 'is', null)
    .where('state', 'in', ['DONE', 'FAILED', 'CANCELLED'])
    .orderBy('changed_at')
    .limit(IMPORTS_PER_SWEEP)
    .execute()
  for (const each of ended)
    await removeImportBytes(machines, each).catch((err: unknown) =>
      log.error({ err, import: each.id }, 'the bytes of an import could not be removed'),
    )
  await db
    .deleteFrom('bcf_imports')
    .where('has_bytes', '=', false)
    .where('changed_at', '<', ago(RETENTION_MS))
    .execute()
}
