import type * as api from '@plumbline/contract/bim/artefacts'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { buildFirstStoreyKey } from './first-storey.ts'
import { findVariant } from './reads.ts'
import { findReplaced } from './reconversion/replaced-artefacts.ts'

const mediaTypes: Record<string, string> = {
  json: 'application/json; charset=utf-8',
  pack: 'application/octet-stream',
  png: 'image/png',
}

/**
 * Sends an artefact, Brotli-compressed if accepted. Its URL contains the content key, so it is cached for ever. Artefacts
 * replaced by a later conversion are still sent to pages that opened them before.
 */
export async function getArtefact(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getArtefact>,
): Promise<BytesReply> {
  const variant = await findVariant(ctx, params.variantId)
  const early = variant.state === 'PROCESSING' && variant.first_key === params.key
  const isCurrent = variant.artefacts_key === params.key
  const team = isCurrent ? variant.artefacts_team_id : await findReplaced(ctx.tx, variant.id, params.key)
  if (!early && !team) throw new Refusal('not_found')
  const key = early
    ? buildFirstStoreyKey(variant.id, params.key, params.name)
    : `artefacts/${team}/${params.key}/${params.name}`
  const reply = await sendStoredFile(ctx, key)
  if (!reply) throw new Refusal('not_found')
  return reply
}

/** A part of a model that never changes, Brotli-compressed if accepted; null if it is not stored under this key. */
export async function sendStoredFile(ctx: ProjectCtx, key: string): Promise<BytesReply | null> {
  const brotli = ctx.http.accepts_brotli && !key.endsWith('.png') ? await ctx.blobs.size(`${key}.br`) : null
  const size = brotli ?? (await ctx.blobs.size(key))
  if (size === null) return null
  return {
    body: await ctx.blobs.read(brotli === null ? key : `${key}.br`),
    type: mediaTypes[key.split('.').pop() ?? ''] ?? 'application/octet-stream',
    headers: {
      'content-length': String(size),
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(brotli === null ? {} : { 'content-encoding': 'br' }),
    },
  }
}
