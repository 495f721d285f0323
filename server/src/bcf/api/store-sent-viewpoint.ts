import { randomUUIDv7 } from 'node:crypto'
import { DEFAULT_ASPECT_RATIO, toVerticalFieldOfView } from '@plumbline/bcf/camera'
import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { SentViewpoint } from '@plumbline/contract/bcf/api-viewpoints'
import type { StoredBitmap } from '@plumbline/contract/issues/viewpoints'
import { reencodePicture } from '../../bim/views/snapshot.ts'
import type { ProjectCtx } from '../../context.ts'
import { buildBitmapKey } from '../../issues/bitmaps.ts'
import type { StoredViewpoint } from '../../issues/viewpoints.ts'

/** Stores a sent viewpoint: pictures as blobs, cameras with the vertical angle and aspect ratio of BCF 3.0. */

/** BCF 2.1 has the horizontal field of view, BCF 3.0 and our database the vertical one. */
function normalizeCameras(version: BcfApiVersion, sent: SentViewpoint, ratio: number) {
  const { perspective_camera: perspective, orthogonal_camera: orthogonal } = sent
  const aspect_ratio = (perspective ?? orthogonal)?.aspect_ratio ?? ratio
  if (perspective) {
    const { field_of_view: angle } = perspective
    const field_of_view = version === '2.1' ? toVerticalFieldOfView(angle, aspect_ratio) : angle
    return { perspective_camera: { ...perspective, aspect_ratio, field_of_view } }
  }
  return orthogonal ? { orthogonal_camera: { ...orthogonal, aspect_ratio } } : {}
}

const removeBlob = ({ blobs, log }: ProjectCtx, key: string) =>
  void blobs.remove(key).catch((err: unknown) => log.warn({ err }, 'snapshot'))

async function storeBitmaps(ctx: ProjectCtx, viewId: string, bitmaps: SentViewpoint['bitmaps'] = []) {
  const stored: StoredBitmap[] = []
  for (const { bitmap_data, ...bitmap } of bitmaps) {
    const guid = randomUUIDv7()
    const { bytes, type } = await reencodePicture(bitmap_data, true)
    await ctx.blobs.put(buildBitmapKey(ctx.member.project_id, viewId, guid), bytes)
    stored.push({ ...bitmap, bitmap_type: type, guid })
  }
  return stored
}

/** Called in `prepare`, before the transaction; stored pictures are removed when the call fails. */
export async function storeSentViewpoint(
  ctx: ProjectCtx,
  version: BcfApiVersion,
  sent: SentViewpoint,
): Promise<StoredViewpoint> {
  const { guid, index: _, snapshot, bitmaps, perspective_camera: __, orthogonal_camera: ___, ...view } = sent
  const id = randomUUIDv7()
  const snapshot_key = snapshot ? `snapshots/${ctx.member.project_id}/${id}.png` : null
  for (const key of [`${id}.png`, id])
    ctx.onFailure(() => removeBlob(ctx, `snapshots/${ctx.member.project_id}/${key}`))
  const picture = snapshot && (await reencodePicture(snapshot.snapshot_data, false))
  if (picture && snapshot_key) await ctx.blobs.put(snapshot_key, picture.bytes)
  const ratio = picture ? picture.width / picture.height : DEFAULT_ASPECT_RATIO
  const stored = await storeBitmaps(ctx, id, bitmaps)
  return {
    id,
    bcf_guid: guid,
    snapshot_key,
    view: {
      ...view,
      ...normalizeCameras(version, sent, ratio),
      ...(stored.length > 0 ? { bitmaps: stored } : {}),
    },
  }
}
