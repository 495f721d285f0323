import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/attachments'
import { type Attachment, maxAttachments } from '@plumbline/contract/issues/attachments'
import { fill } from '@plumbline/contract/sentences'
import type { Selectable } from 'kysely'
import type { Handler, Input, ProjectCtx } from '../../context.ts'
import { json } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { drawn } from '../markup.ts'
import { demand } from '../may.ts'
import { partChanged } from '../part-changed.ts'
import { type FoundIssue, findIssue } from '../visible.ts'
import { damaged, type FileKind, kindOf, safeName } from './file-kind.ts'
import { encodePhoto } from './renditions.ts'

/** Files of an issue. The bytes lie under an id of ours, so that no id that a client chooses reaches another's. */

type Row = Selectable<Tables['issue_attachments']>

export const folderOf = (projectId: string, blobId: string) => `attachments/${projectId}/${blobId}`

/** When and where a photo was taken is its author's to know. */
const shown = ({ member }: ProjectCtx, row: Row): Attachment =>
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

const forget = ({ blobs, log }: ProjectCtx, folder: string) =>
  void blobs.remove(folder).catch((err: unknown) => log.warn({ err }, 'attachment'))

const tooMany = () =>
  new Refusal('conflict', {
    message: fill('An issue has at most {count} files', { count: maxAttachments }),
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
  const place = 'taken_place' in stored ? { taken_place: json(stored.taken_place) } : {}
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

/** What was sent twice is there once, and its second bytes go; an id that is another's is refused. */
async function sameAttachment(ctx: ProjectCtx, issue: FoundIssue, stored: StoredFile, id: string) {
  const row = await ctx.tx
    .selectFrom('issue_attachments')
    .selectAll()
    .where('id', '=', id)
    .where('issue_id', '=', issue.id)
    .where('created_by', '=', ctx.member.user_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('conflict', { message: 'There is a file with this id' })
  ctx.onCommit(() => forget(ctx, folderOf(issue.project_id, stored.blob_id)))
  return row
}

export const attach: Handler<typeof api.addAttachment, StoredFile> = {
  prepareFile: async (ctx, { params, query }, file) => {
    const issue = await findIssue(ctx, params.issueId)
    // with an id it may be the last one, sent again
    if (issue.attachments >= maxAttachments && !query.id) throw tooMany()
    const kind = await kindOf(file)
    const photo = kind.kind === 'PHOTO' ? await encodePhoto(file.path).catch(() => null) : undefined
    if (photo === null) throw damaged()
    const blob_id = randomUUIDv7()
    const folder = folderOf(issue.project_id, blob_id)
    ctx.onFailure(() => forget(ctx, folder))
    if (photo)
      for (const as of ['picture', 'thumbnail'] as const) await ctx.blobs.put(`${folder}/${as}`, photo[as])
    await ctx.blobs.putFile(`${folder}/original`, file.path)
    return { ...kind, blob_id, name: safeName(query.name), size: file.size, sha256: file.sha256 }
  },
  handle: async (ctx, { params, query }, stored) => {
    const issue = await findIssue(ctx, params.issueId, true)
    const row = await attachStored(ctx, issue, stored, query.id ?? randomUUIDv7())
    return shown(ctx, row ?? (await sameAttachment(ctx, issue, stored, query.id ?? '')))
  },
}

export async function detach(ctx: ProjectCtx, { params }: Input<typeof api.deleteAttachment>): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  const row = await findAttachment(ctx, issue.id, params.attachmentId)
  demand(ctx.member, issue, { remove: row.created_by })
  await ctx.tx.deleteFrom('issue_attachments').where('id', '=', row.id).execute()
  ctx.onCommit(() => forget(ctx, folderOf(issue.project_id, row.blob_id)))
  const data = { attachment_id: row.id, subject: row.name }
  await partChanged(ctx, issue, { kind: 'DETACHED', data }, { attachments: -1 })
}

export async function drawOnPhoto(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.setMarkup>,
): Promise<Attachment> {
  const issue = await findIssue(ctx, params.issueId, true)
  const before = await findAttachment(ctx, issue.id, params.attachmentId)
  demand(ctx.member, issue, { draw_on: before.created_by })
  if (before.kind !== 'PHOTO') throw new Refusal('wrong_state', { message: 'Only photos can be drawn on' })
  const row = await ctx.tx
    .updateTable('issue_attachments')
    .set(drawn(ctx.member, before, body))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  ctx.onCommit(() => forget(ctx, `${folderOf(issue.project_id, row.blob_id)}/${before.version}`))
  await partChanged(ctx, issue, { kind: 'MARKED_UP', data: { attachment_id: row.id, subject: row.name } })
  return shown(ctx, row)
}
