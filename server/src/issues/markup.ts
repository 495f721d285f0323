import { isDeepStrictEqual } from 'node:util'
import type { Markup, MarkupShape } from '@plumbline/contract/issues/attachments'
import { fill } from '@plumbline/contract/sentences'
import { json } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

/** Drawings on photos and on pictures of views: kept beside the picture, which stays as it is. */

interface Picture {
  created_by: string | null
  markup: Markup | null
  version: number
}

export type BlurShape = Extract<MarkupShape, { kind: 'BLUR' }>

export const listBlurs = (markup: Markup | null): BlurShape[] =>
  (markup?.shapes ?? []).filter((shape) => shape.kind === 'BLUR')

/** Half a character, which a program can send, is none that could be stored. */
const toWellFormedShape = (shape: MarkupShape): MarkupShape =>
  shape.kind === 'TEXT' ? { ...shape, text: shape.text.toWellFormed() } : shape

/** More than a hand draws: a drawing comes with its issue wherever that is shown. */
const MAX_POINTS = 20_000

const countPoints = (shape: MarkupShape) => (shape.kind === 'PEN' ? shape.points.length : 1)

/** The columns of a new drawing. What the picture's author blurred, nobody else can show again. */
export function buildMarkupColumns(
  { user_id }: { user_id: string },
  picture: Picture,
  { shapes, version }: Markup & { version: number },
) {
  if (version !== picture.version) throw new Refusal('stale')
  if (shapes.reduce((sum, shape) => sum + countPoints(shape), 0) > MAX_POINTS)
    throw new Refusal('bad_request', { fields: { shapes: fill('At most {count}', { count: MAX_POINTS }) } })
  const kept = listBlurs({ shapes })
  const isShown = listBlurs(picture.markup).some(
    (blur) => !kept.some((each) => isDeepStrictEqual(each, blur)),
  )
  if (isShown && picture.created_by !== user_id)
    throw new Refusal('forbidden', { message: 'Only who added the picture can show again what is blurred' })
  return {
    markup: shapes.length > 0 ? json({ shapes: shapes.map(toWellFormedShape) }) : null,
    version: picture.version + 1,
  }
}
