import { type Attachment, maxAttachments } from '@plumbline/contract/issues/attachments'
import { fillSentence } from '@plumbline/contract/sentences'
import type { Selectable } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { demand } from '../may.ts'
import { partChanged } from '../part-changed.ts'
import type { FoundIssue } from '../visible.ts'
import type { FileKind } from './file-kind.ts'

/** Files of an issue. The bytes lie under an id of ours, so that no id that a client chooses reaches another's. */

type Row = Selectable<Tables['issue_attachments']>

export const folderOf = (projectId: string, blobId: string) => `attachments/${projectId}/${blobId}`

/** When and where a photo was taken is its author's to know. */
export const shown = ({ member }: ProjectCtx, row: Row): Attachment =>
  row.created_by === member.user_id ? row : { ...row, taken_at: null, taken_place: null }

export async function attachmentsOf(ctx: ProjectCtx, issueId: string): Promise<Attachment[]> {
  const rows = await ctx.tx
    .selectFrom('issue_attachments')
    .selectAll()
    .where('issue_id', '=', issueId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => shown(ctx, row))
}

export async function findAttachment(ctx: ProjectCtx, issueId: string, id: string): Promise<Row> {
  const row = await ctx.tx
    .selectFrom('issue_attachments')
    .selectAll()
    .where('id', '=', id)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export const forget = ({ blobs, log }: ProjectCtx, folder: string) =>
  void blobs.remove(folder).catch((err: unknown) => log.warn({ err }, 'attachment'))

export const tooMany = () =>
  new Refusal('conflict', {
    message: fillSentence('An issue has at most {count} files', { count: maxAttachments }),
  })

/** A file whose bytes are stored. */
export type StoredFile = FileKind & { blob_id: string; name: string; size: number; sha256: string }

/** Adds a stored file to an issue that is held; undefined: there is one with its id. */
export async function attachStored(ctx: ProjectCtx, issue: FoundIssue, stored: StoredFile, id: string) {
  demand(ctx.member, issue, 'ATTACH')
  const row = await insert(ctx, issue, stored, id)
  if (!row) return undefined
  if (issue.attachments >= maxAttachments) throw tooMany()
  const data = { attachment_id: row.id, subject: row.name, sha256: row.sha256 }
  await partChanged(ctx, issue, { kind: 'ATTACHED', data }, { attachments: 1 })
  return row
}

async function insert(ctx: ProjectCtx, issue: FoundIssue, stored: StoredFile, id: string) {
  const { user_id } = ctx.member
  const place = 'taken_place' in stored ? { taken_place: toJsonb(stored.taken_place) } : {}
  return ctx.tx
    .insertInto('issue_attachments')
    .values({
      ...stored,
      ...place,
      ...{ id, issue_id: issue.id, round: issue.round },
      ...{ created_by: user_id, created_at: ctx.now().toISOString() },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}
