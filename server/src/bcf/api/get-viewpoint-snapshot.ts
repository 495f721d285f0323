import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { BytesReply, ProjectCtx } from '../../context.ts'
import { getSnapshot } from '../../issues/attachments/get-snapshot.ts'
import { getViewpointRow, type ViewpointInput } from './viewpoints.ts'

/** BCF allows PNG and JPEG only; our renditions are WebP. */
async function convertToPng({ body, ...reply }: BytesReply): Promise<BytesReply> {
  if (reply.type === 'image/png') return { ...reply, body }
  const bytes = await buffer(body as NodeJS.ReadableStream)
  return { ...reply, type: 'image/png', body: await sharp(bytes).png().toBuffer() }
}

/** Includes markup, so that blurred areas stay hidden. */
export async function getViewpointSnapshot(ctx: ProjectCtx, { params }: ViewpointInput): Promise<BytesReply> {
  const { topic, row } = await getViewpointRow(ctx, { params })
  const at = { id: ctx.member.project_id, issueId: topic.id, viewpointId: row.id }
  return convertToPng(
    await getSnapshot(ctx, { params: at, query: { as: row.markup ? 'marked' : 'picture' } }),
  )
}
