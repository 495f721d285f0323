import { isDeepStrictEqual } from 'node:util'
import type { Markup, MarkupShape } from '@plumbline/contract/issues/attachments'
import { fillSentence } from '@plumbline/contract/sentences'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

/** Drawings on photos and on pictures of views: kept beside the picture, which stays as it is. */

interface Picture {
  created_by: string | null
  markup: Markup | null
  version: number
}

export type Blur = Extract<MarkupShape, { kind: 'BLUR' }>

export const blursOf = (markup: Markup | null): Blur[] =>
  (markup?.shapes ?? []).filter((shape) => shape.kind === 'BLUR')

/** Half a character, which a program can send, is none that could be stored. */
const wellFormed = (shape: MarkupShape): MarkupShape =>
  shape.kind === 'TEXT' ? { ...shape, text: shape.text.toWellFormed() } : shape

/** More than a hand draws: a drawing comes with its issue wherever that is shown. */
const MOST_POINTS = 20_000

const pointsOf = (shape: MarkupShape) => (shape.kind === 'PEN' ? shape.points.length : 1)

/** The columns of a new drawing. What the picture's author blurred, nobody else can show again. */
export function drawn(
  { user_id }: { user_id: string },
  picture: Picture,
  { shapes, version }: Markup & { version: number },
) {
  if (version !== picture.version) throw new Refusal('stale')
  if (shapes.reduce((sum, shape) => sum + pointsOf(shape), 0) > MOST_POINTS)
    throw new Refusal('bad_request', {
      fields: { shapes: fillSentence('At most {count}', { count: MOST_POINTS }) },
    })
  const kept = blursOf({ shapes })
  const isShown = blursOf(picture.markup).some((blur) => !kept.some((each) => isDeepStrictEqual(each, blur)))
  if (isShown && picture.created_by !== user_id)
    throw new Refusal('forbidden', { message: 'Only who added the picture can show again what is blurred' })
  return {
    markup: shapes.length > 0 ? toJsonb({ shapes: shapes.map(wellFormed) }) : null,
    version: picture.version + 1,
  }
}
