import { type RawBuilder, sql } from 'kysely'

/**
 * The stored bytes that rows name, as the domains build their keys. Read past `visible.ts`: for the operator's check,
 * which shows names of files only.
 */

export interface NamedFile {
  /** id of the row, for the next page */
  id: string
  /** null: this row names no bytes */
  key: string | null
  /** display name of the row */
  subject: string
  /** number of bytes in the row; null: unknown */
  size: number | null
  sha256: string | null
}

export interface NamedFileSource {
  /** all keys are folders of converted models with a manifest that lists their files */
  areModels?: true
  /** a page of rows after an id, ascending by id */
  read: (after: string) => RawBuilder<NamedFile>
}

const ROWS_PER_READ = 500
const page = sql`${ROWS_PER_READ}`

/** Sources of keys. A page is limited by rows, because a row may name several files. */
export const namedFileSources: readonly NamedFileSource[] = [
  // past visible.ts: an operator's check reads the files of all issues
  {
    read: (after) => sql`
      select v.id, v.blob_key as key, 'version ' || v.version || ' of the file ' || h.name as subject,
        v.size_bytes as size, v.sha256
      from bim_file_variants v join bim_file_headers h on h.id = v.header_id
      where v.id > ${after} and v.blob_key is not null and v.state <> 'UPLOADING' order by v.id limit ${page}`,
  },
  {
    areModels: true,
    read: (after) => sql`
      select v.id, 'artefacts/' || v.artefacts_team_id || '/' || v.artefacts_key as key,
        'the converted version ' || v.version || ' of the file ' || h.name as subject,
        null::int8 as size, null as sha256
      from bim_file_variants v join bim_file_headers h on h.id = v.header_id
      where v.id > ${after} and v.state = 'COMPLETED' and v.artefacts_key is not null
      order by v.id limit ${page}`,
  },
  {
    read: (after) => sql`
      select a.id, 'attachments/' || i.project_id || '/' || a.blob_id
          || case when a.has_original then '/original' else '/picture' end as key,
        'the attachment ' || a.name || ' of issue ' || i.number as subject,
        case when a.has_original then a.size end as size, case when a.has_original then a.sha256 end as sha256
      from issue_attachments a join issues i on i.id = a.issue_id
      where a.id > ${after} order by a.id limit ${page}`,
  },
  {
    read: (after) => sql`
      select v.id, f.key, f.kind || ' of a view of issue ' || i.number as subject,
        null::int8 as size, null as sha256
      from (select * from issue_viewpoints where id > ${after} order by id limit ${page}) v
      join issues i on i.id = v.issue_id
      left join lateral (
        select v.snapshot_key as key, 'the picture' as kind where v.snapshot_key is not null
        union all
        select 'snapshots/' || i.project_id || '/' || v.id || '/bitmaps/' || (b->>'guid'), 'a bitmap'
        from jsonb_array_elements(case jsonb_typeof(v.view->'bitmaps') when 'array' then v.view->'bitmaps' else '[]' end) b
        where b->>'guid' is not null
      ) f on true order by v.id`,
  },
  {
    read: (after) => sql`
      select b.issue_id as id, 'attachments/' || i.project_id || '/' || f.blob_id || '/original' as key,
        'a BCF file of issue ' || i.number as subject, null::int8 as size, null as sha256
      from (select * from issue_bcf where issue_id > ${after} order by issue_id limit ${page}) b
      join issues i on i.id = b.issue_id
      left join lateral (
        select b.snippet_blob_id::text as blob_id where b.snippet_blob_id is not null
        union all
        select j.value
        from jsonb_each_text(case jsonb_typeof(b.topic->'blobs') when 'object' then b.topic->'blobs' else '{}' end) j
      ) f on true order by b.issue_id`,
  },
  {
    read: (after) => sql`
      select id, 'attachments/' || project_id || '/' || blob_id || '/original' as key,
        'the BCF document ' || name as subject, size, sha256
      from bcf_documents where id > ${after} order by id limit ${page}`,
  },
  {
    read: (after) => sql`
      select id, 'bcf/' || project_id || '/' || id as key, 'the BCF archive ' || file_name as subject,
        size_bytes as size, null as sha256
      from bcf_imports where id > ${after} and has_bytes order by id limit ${page}`,
  },
  {
    read: (after) => sql`
      select id, 'chats/' || coalesce(folder_chat_id, chat_id) || '/' || blob_id
          || case when has_original then '/original' else '/picture' end as key,
        'the file ' || name || ' of a conversation' as subject,
        case when has_original then size end as size, null as sha256
      from chat_files where id > ${after} order by id limit ${page}`,
  },
  {
    read: (after) => sql`
      select id, 'snapshots/' || project_id || '/view-' || snapshot_id || '.png' as key,
        'the picture of the saved view ' || name as subject, null::int8 as size, null as sha256
      from views where id > ${after} and snapshot_id is not null order by id limit ${page}`,
  },
  ...['projects', 'teams', 'users'].map((table) => ({
    read: (after: string) => sql<NamedFile>`
      select id, 'pictures/' || picture_id as key, 'the picture of ' || ${sql.raw(
        table === 'users' ? 'email' : `'the ${table === 'teams' ? 'company' : 'project'} ' || name`,
      )} as subject, null::int8 as size, null as sha256
      from ${sql.table(table)} where id > ${after} and picture_id is not null order by id limit ${page}`,
  })),
]

/** Folders with files that rows refer to; files elsewhere belong to no row. */
export const namedFolders =
  // past visible.ts: an operator's check reads the files of all issues
  sql<{ folder: string }>`
  select 'variants/' || id as folder from bim_file_variants where blob_key is not null
  union select 'first/' || id from bim_file_variants where state = 'PROCESSING'
  union select 'artefacts/' || artefacts_team_id || '/' || artefacts_key from bim_file_variants
    where artefacts_key is not null
  union select 'artefacts/' || team_id || '/' || artefacts_key from replaced_artefacts
  union select 'attachments/' || i.project_id || '/' || a.blob_id
    from issue_attachments a join issues i on i.id = a.issue_id
  union select 'attachments/' || i.project_id || '/' || b.snippet_blob_id
    from issue_bcf b join issues i on i.id = b.issue_id where b.snippet_blob_id is not null
  union select 'attachments/' || i.project_id || '/' || j.value
    from issue_bcf b join issues i on i.id = b.issue_id cross join lateral
      jsonb_each_text(case jsonb_typeof(b.topic->'blobs') when 'object' then b.topic->'blobs' else '{}' end) j
  union select 'attachments/' || project_id || '/' || blob_id from bcf_documents
  union select 'bcf/' || project_id || '/' || id from bcf_imports where has_bytes
  union select 'uploads/' || id from uploads
  union select 'chats/' || coalesce(folder_chat_id, chat_id) || '/' || blob_id from chat_files
  union select 'snapshots/' || i.project_id || '/' || v.id
    from issue_viewpoints v join issues i on i.id = v.issue_id
  union select 'snapshots/' || project_id || '/view-' || snapshot_id from views where snapshot_id is not null
  union select 'pictures/' || picture_id from projects where picture_id is not null
  union select 'pictures/' || picture_id from teams where picture_id is not null
  union select 'pictures/' || picture_id from users where picture_id is not null`

const PARTS_OF_FOLDERS: Record<string, number> = { variants: 2, first: 2, pictures: 2, uploads: 2 }

/** The folder of a key, in the form of `namedFolders`. */
export function findFolder(key: string): string {
  const parts = key.split('/')
  const folder = parts.slice(0, PARTS_OF_FOLDERS[parts[0] ?? ''] ?? 3)
  // a single file: `snapshots/<project>/<view>.png`
  if (folder.length === parts.length) folder.push((folder.pop() ?? '').replace(/\.\w+$/, ''))
  return folder.join('/')
}
