import { sql } from 'kysely'
import type { Server } from '../../context.ts'
import { archiveKey } from './attempt.ts'
import type { StoredParts } from './staged.ts'
import { removeStored } from './store-files.ts'

/** Bytes of imports that have ended, but for those that issues have now; previews that nobody decided on. */

const DAY_MS = 24 * 3600 * 1000
const KEPT_MS = 30 * DAY_MS
/** imports and topics that are looked at in one go */
const SOME = 20
const PAGE = 200

type Machines = Pick<Server, 'db' | 'blobs' | 'now'>

const idsOf = (stored: StoredParts) => ({
  views: Object.values(stored.views).map(({ id }) => id),
  files: [...Object.values(stored.documents).map(({ blob_id }) => blob_id), ...Object.values(stored.blobs)],
})

/** Of these, what an issue has. */
async function usedOf({ db }: Machines, project_id: string, { views, files }: ReturnType<typeof idsOf>) {
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

const without = (stored: StoredParts, used: ReadonlySet<string>): StoredParts => ({
  views: Object.fromEntries(Object.entries(stored.views).filter(([, { id }]) => !used.has(id))),
  documents: Object.fromEntries(
    Object.entries(stored.documents).filter(([, { blob_id }]) => !used.has(blob_id)),
  ),
  blobs: Object.fromEntries(Object.entries(stored.blobs).filter(([, id]) => !used.has(id))),
})

async function dropBytes(machines: Machines, ended: { id: string; project_id: string }): Promise<void> {
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
    const ids = stored.map(idsOf)
    const all = { views: ids.flatMap(({ views }) => views), files: ids.flatMap(({ files }) => files) }
    const used = await usedOf(machines, ended.project_id, all)
    for (const parts of stored) await removeStored(blobs, ended.project_id, without(parts, used))
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

export async function sweepImports(machines: Machines): Promise<void> {
  const { db, now } = machines
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
    .limit(SOME)
    .execute()
  for (const each of ended) await dropBytes(machines, each)
  await db
    .deleteFrom('bcf_imports')
    .where('has_bytes', '=', false)
    .where('changed_at', '<', ago(KEPT_MS))
    .execute()
}
