import { type Attachment, maxAttachments } from '@plumbline/contract/issues/attachments'
import { reason } from '@plumbline/contract/reasons'
import type { Selectable } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { checkIssueAction } from '../check-issue-action.ts'
import { recordAndTellPartChange } from '../part-changes.ts'
import { buildShowsFix } from '../proof.ts'
import type { FoundIssue } from '../visible.ts'
import type { FileKind } from './file-kind.ts'

type Row = Selectable<Tables['issue_attachments']>

/** Blob key of an attachment's folder, by a server-made id: client-chosen ids must not reach other files. */
export const buildAttachmentFolder = (projectId: string, blobId: string) =>
  `attachments/${projectId}/${blobId}`

/** An attachment as the caller sees it: only its author sees when and where a photo was taken. */
export const presentAttachment = ({ member }: ProjectCtx, row: Row): Attachment =>
  row.created_by === member.user_id ? row : { ...row, taken_at: null, taken_place: null }

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

export const createTooManyFilesRefusal = () =>
  new Refusal('conflict', reason('too_many_issue_files', { count: maxAttachments }))

/** A file whose bytes are stored. */
export type StoredFile = FileKind & {
  blob_id: string
  name: string
  size: number
  sha256: string
  /** set for photos sent as proof of the fix */
  shows_fix?: boolean
}

/** Adds a stored file to a locked issue; undefined: the id is taken. */
export async function attachFile(ctx: ProjectCtx, issue: FoundIssue, stored: StoredFile, id: string) {
  checkIssueAction(ctx.member, issue, 'ATTACH')
  const row = await insert(ctx, issue, stored, id)
  if (!row) return undefined
  if (issue.attachments >= maxAttachments) throw createTooManyFilesRefusal()
  const data = { attachment_id: row.id, subject: row.name, sha256: row.sha256 }
  await recordAndTellPartChange(ctx, issue, { kind: 'ATTACHED', data }, { attachments: 1 })
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
      id,
      issue_id: issue.id,
      round: issue.round,
      shows_fix: stored.shows_fix ? true : buildShowsFix(issue.id),
      created_by: user_id,
      created_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}
