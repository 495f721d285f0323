import { randomUUIDv7 } from 'node:crypto'
import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { SentViewpoint } from '@plumbline/contract/bcf/api-viewpoints'
import type { StoredBitmap } from '@plumbline/contract/issues/viewpoints'
import { readPicture } from '../../bim/views/snapshot.ts'
import type { ProjectCtx } from '../../context.ts'
import { buildBitmapKey } from '../../issues/bitmaps.ts'
import type { StoredViewpoint } from '../../issues/viewpoints.ts'

/** Views as they are sent: pictures stored, angles and ratios as we and BCF 3.0 have them. */

/** of a camera that says nothing and shows no picture */
const USUAL_RATIO = 4 / 3

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
/** The angle of one side of a view from that of the other, which is `ratio` times as short. */
const angleOf = (angle: number, ratio: number) => degrees(2 * Math.atan(Math.tan(radians(angle) / 2) * ratio))

/** 2.1 says how wide a view is, 3.0 and we how high. */
const verticalOf = (horizontal: number, ratio: number) => angleOf(horizontal, 1 / ratio)
export const horizontalOf = (vertical: number, ratio: number) => angleOf(vertical, ratio)

function camerasOf(version: BcfApiVersion, sent: SentViewpoint, ratio: number) {
  const { perspective_camera: perspective, orthogonal_camera: orthogonal } = sent
  const aspect_ratio = (perspective ?? orthogonal)?.aspect_ratio ?? ratio
  if (perspective) {
    const { field_of_view: angle } = perspective
    const field_of_view = version === '2.1' ? verticalOf(angle, aspect_ratio) : angle
    return { perspective_camera: { ...perspective, aspect_ratio, field_of_view } }
  }
  return orthogonal ? { orthogonal_camera: { ...orthogonal, aspect_ratio } } : {}
}

const forget = ({ blobs, log }: ProjectCtx, key: string) =>
  void blobs.remove(key).catch((err: unknown) => log.warn({ err }, 'snapshot'))

async function storeBitmaps(ctx: ProjectCtx, viewId: string, bitmaps: SentViewpoint['bitmaps'] = []) {
  const stored: StoredBitmap[] = []
  for (const { bitmap_data, ...bitmap } of bitmaps) {
    const guid = randomUUIDv7()
    const { bytes, type } = await readPicture(bitmap_data, true)
    await ctx.blobs.put(buildBitmapKey(ctx.member.project_id, viewId, guid), bytes)
    stored.push({ ...bitmap, bitmap_type: type, guid })
  }
  return stored
}

/** In `prepare`: pictures are checked and stored before the transaction; undone when the call fails. */
export async function storeSentView(
  ctx: ProjectCtx,
  version: BcfApiVersion,
  sent: SentViewpoint,
): Promise<StoredViewpoint> {
  const { guid, index: _, snapshot, bitmaps, perspective_camera: __, orthogonal_camera: ___, ...view } = sent
  const id = randomUUIDv7()
  const snapshot_key = snapshot ? `snapshots/${ctx.member.project_id}/${id}.png` : null
  for (const key of [`${id}.png`, id])
    ctx.onFailure(() => forget(ctx, `snapshots/${ctx.member.project_id}/${key}`))
  const picture = snapshot && (await readPicture(snapshot.snapshot_data, false))
  if (picture && snapshot_key) await ctx.blobs.put(snapshot_key, picture.bytes)
  const ratio = picture ? picture.width / picture.height : USUAL_RATIO
  const stored = await storeBitmaps(ctx, id, bitmaps)
  return {
    ...{ id, bcf_guid: guid, snapshot_key },
    view: { ...view, ...camerasOf(version, sent, ratio), ...(stored.length > 0 ? { bitmaps: stored } : {}) },
  }
}
