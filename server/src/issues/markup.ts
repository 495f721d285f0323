import { isDeepStrictEqual } from 'node:util'
import type { Markup, MarkupShape } from '@plumbline/contract/issues/attachments'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

interface Picture {
  created_by: string | null
  markup: Markup | null
  version: number
}

export type BlurShape = Extract<MarkupShape, { kind: 'BLUR' }>

export const listBlurs = (markup: Markup | null): BlurShape[] =>
  (markup?.shapes ?? []).filter((shape) => shape.kind === 'BLUR')

/** Replaces lone surrogates in texts, which PostgreSQL refuses to store. */
const toWellFormedShape = (shape: MarkupShape): MarkupShape =>
  shape.kind === 'TEXT' ? { ...shape, text: shape.text.toWellFormed() } : shape

/** limit on points of pen strokes, because a markup is sent with every read of its issue */
const MAX_POINTS = 20_000

/** Limit on characters of the drawings on all pictures of an issue: about forty drawings with the maximum of points. */
const MAX_CHARACTERS = 4_000_000

/** Refuses a drawing that exceeds the limit together with those on other pictures of its locked issue, unless it got smaller. */
export async function checkDrawingsFit(
  { tx }: Pick<ProjectCtx, 'tx'>,
  issueId: string,
  { id, markup }: Pick<Picture, 'markup'> & { id: string },
  { shapes }: Markup,
) {
  const size = JSON.stringify(shapes).length
  if (size <= JSON.stringify(markup?.shapes ?? []).length) return
  const { rows } = await sql<{ others: number }>`
    select coalesce(sum(length(markup::text)), 0)::float8 as others from (
      select id, markup from issue_attachments where issue_id = ${issueId}
      union all select id, markup from issue_viewpoints where issue_id = ${issueId}) p
    where id <> ${id}`.execute(tx)
  if ((rows[0]?.others ?? 0) + size > MAX_CHARACTERS)
    throw new Refusal('conflict', reason('drawings_too_large'))
}

const countPoints = (shape: MarkupShape) => (shape.kind === 'PEN' ? shape.points.length : 1)

/** The columns of a new markup version. Only the picture's author may remove a blur. @throws Refusal stale, forbidden */
export function buildMarkupColumns(
  { user_id }: { user_id: string },
  picture: Picture,
  { shapes, version }: Markup & { version: number },
) {
  if (version !== picture.version) throw new Refusal('stale')
  if (shapes.reduce((sum, shape) => sum + countPoints(shape), 0) > MAX_POINTS)
    throw new Refusal('bad_request', {
      fields: { shapes: reason('above_maximum', { count: MAX_POINTS }) },
    })
  const nextBlurs = listBlurs({ shapes })
  const isShown = listBlurs(picture.markup).some(
    (blur) => !nextBlurs.some((each) => isDeepStrictEqual(each, blur)),
  )
  if (isShown && picture.created_by !== user_id) throw new Refusal('forbidden', reason('unblur_not_yours'))
  return {
    markup: shapes.length > 0 ? toJsonb({ shapes: shapes.map(toWellFormedShape) }) : null,
    version: picture.version + 1,
  }
}
