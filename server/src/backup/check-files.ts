import { sql } from 'kysely'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../db/database.ts'

/** Compares rows with the stored bytes that they name. */

export interface MissingFile {
  key: string
  /** what a person knows it as */
  subject: string
}

// past visible.ts: the operator's check, which shows names of files only
/** Keys that rows name, as the domains build them, with a subject; by pages, because there may be millions. */
const storedFiles = sql<{ key: string; subject: string }>`
  select v.blob_key as key, 'version ' || v.version || ' of the file ' || h.name as subject
    from bim_file_variants v join bim_file_headers h on h.id = v.header_id
    where v.blob_key is not null and v.state <> 'UPLOADING'
  union all
  select 'artefacts/' || v.artefacts_team_id || '/' || v.artefacts_key || '/result.json',
    'the converted version ' || v.version || ' of the file ' || h.name
    from bim_file_variants v join bim_file_headers h on h.id = v.header_id
    where v.state = 'COMPLETED' and v.artefacts_key is not null
  union all
  select 'attachments/' || i.project_id || '/' || a.blob_id || case when a.has_original then '/original' else '/picture' end,
    'the attachment ' || a.name || ' of issue ' || i.number
    from issue_attachments a join issues i on i.id = a.issue_id
  union all
  select v.snapshot_key, 'the picture of a view of issue ' || i.number
    from issue_viewpoints v join issues i on i.id = v.issue_id where v.snapshot_key is not null
  union all
  select 'chats/' || f.chat_id || '/' || f.blob_id || case when f.has_original then '/original' else '/picture' end,
    'the file ' || f.name || ' of a conversation'
    from chat_files f
  union all
  select 'snapshots/' || project_id || '/view-' || snapshot_id || '.png', 'the picture of the saved view ' || name
    from views where snapshot_id is not null
  union all
  select 'pictures/' || picture_id, 'the picture of the project ' || name from projects where picture_id is not null
  union all
  select 'pictures/' || picture_id, 'the picture of the company ' || name from teams where picture_id is not null
  union all
  select 'pictures/' || picture_id, 'the picture of ' || email from users where picture_id is not null`

const KEYS_PER_READ = 5000

/** Files that rows name and the store does not have. */
export async function checkFiles(
  db: Db,
  blobs: BlobStore,
): Promise<{ checked: number; missing: MissingFile[] }> {
  const present = new Set<string>()
  for await (const { key } of blobs.list()) present.add(key)
  const missing: MissingFile[] = []
  let checked = 0
  for (let after = ''; ; ) {
    const { rows } = await sql<MissingFile>`
      select key, subject from (${storedFiles}) files where key > ${after} order by key limit ${KEYS_PER_READ}`.execute(
      db,
    )
    checked += rows.length
    for (const row of rows) if (!present.has(row.key)) missing.push(row)
    const last = rows.at(-1)
    if (!last) return { checked, missing }
    after = last.key
  }
}
