import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/chat/chat'
import type { Handler, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { detectFileKind, type FileKind, sanitizeFileName } from '../issues/attachments/file-kind.ts'
import { removeBlob } from '../issues/attachments/remove-blob.ts'
import { encodePhoto } from '../issues/attachments/renditions.ts'
import { buildNewChatFileFolder } from './chat-file-folder.ts'
import { checkMayWrite, findChat } from './visible.ts'

type StoredChatFile = { kind: FileKind; blob_id: string; size: number }

async function insertFile(ctx: UserCtx, chatId: string, name: string, stored: StoredChatFile, id: string) {
  const { kind, type } = stored.kind
  const { width, height } = stored.kind.kind === 'PHOTO' ? stored.kind : { width: null, height: null }
  return ctx.tx
    .insertInto('chat_files')
    .values({
      id,
      chat_id: chatId,
      blob_id: stored.blob_id,
      user_id: ctx.actor.user_id,
      name,
      size: stored.size,
      kind,
      type,
      width,
      height,
      created_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Idempotent retry: returns the file already created with this id and drops the new bytes; refuses others' ids. */
async function findRepeatedFile(ctx: UserCtx, chatId: string, stored: StoredChatFile, id: string) {
  const row = await ctx.tx
    .selectFrom('chat_files')
    .selectAll()
    .where('id', '=', id)
    .where('chat_id', '=', chatId)
    .where('user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('already_exists')
  ctx.onCommit(() => removeBlob(ctx, buildNewChatFileFolder(chatId, stored.blob_id)))
  return row
}

export const addChatFile: Handler<typeof api.addChatFile, StoredChatFile> = {
  prepareFile: async (ctx, { params }, file) => {
    const chat = await findChat(ctx, params.id)
    checkMayWrite(chat)
    const kind = await detectFileKind(file)
    const photo = kind.kind === 'PHOTO' ? await encodePhoto(file.path) : null
    const blob_id = randomUUIDv7()
    const folder = buildNewChatFileFolder(chat.id, blob_id)
    ctx.onFailure(() => removeBlob(ctx, folder))
    if (photo)
      for (const as of ['picture', 'thumbnail'] as const) await ctx.blobs.put(`${folder}/${as}`, photo[as])
    await ctx.blobs.putFile(`${folder}/original`, file.path)
    return { kind, blob_id, size: file.size }
  },
  handle: async (ctx, { params, query }, stored) => {
    const chat = await findChat(ctx, params.id)
    checkMayWrite(chat)
    const row = await insertFile(
      ctx,
      chat.id,
      sanitizeFileName(query.name),
      stored,
      query.id ?? randomUUIDv7(),
    )
    return row ?? findRepeatedFile(ctx, chat.id, stored, query.id ?? '')
  },
}
