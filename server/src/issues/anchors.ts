import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/issues'
import type { Anchor, NewAnchor } from '@plumbline/contract/issues/issues'
import { fill } from '@plumbline/contract/sentences'
import type * as z from 'zod/mini'
import type { Input, ProjectCtx } from '../context.ts'
import { json } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { demand } from './may.ts'
import { partChanged } from './part-changed.ts'
import { findIssue } from './visible.ts'

const MOST = 50

type Place = z.output<typeof NewAnchor>

/** Places an issue in a file of the project; `field` is where the file was named, for a refusal. */
export async function insertAnchor(
  ctx: ProjectCtx,
  issue_id: string,
  anchor: Place,
  order: number,
  field = 'bim_file_header_id',
): Promise<Anchor> {
  const header = await ctx.tx
    .selectFrom('bim_file_headers')
    .select('id')
    .where('id', '=', anchor.bim_file_header_id)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!header) throw new Refusal('bad_request', { fields: { [field]: 'Not a part of this project' } })
  return ctx.tx
    .insertInto('issue_anchors')
    .values({ ...anchor, point: json(anchor.point), id: randomUUIDv7(), issue_id, order })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A place by a name people know: the element's, or its class. */
const nameOf = ({ element_name, ifc_class }: Pick<Anchor, 'element_name' | 'ifc_class'>) =>
  element_name || ifc_class || undefined

export async function place(ctx: ProjectCtx, { params, body }: Input<typeof api.addAnchor>): Promise<Anchor> {
  const issue = await findIssue(ctx, params.issueId, true)
  demand(ctx.member, issue, 'EDIT')
  const { count, last } = await ctx.tx
    .selectFrom('issue_anchors')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('order').as('last')])
    .where('issue_id', '=', issue.id)
    .executeTakeFirstOrThrow()
  if (count >= MOST)
    throw new Refusal('conflict', { message: fill('An issue has at most {count} places', { count: MOST }) })
  const anchor = await insertAnchor(ctx, issue.id, body, (last ?? -1) + 1)
  const data = { anchor_id: anchor.id, subject: nameOf(anchor) }
  await partChanged(ctx, issue, { kind: 'PLACED', data })
  return anchor
}

export async function unplace(ctx: ProjectCtx, { params }: Input<typeof api.deleteAnchor>): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  demand(ctx.member, issue, 'EDIT')
  const anchor = await ctx.tx
    .deleteFrom('issue_anchors')
    .where('id', '=', params.anchorId)
    .where('issue_id', '=', issue.id)
    .returningAll()
    .executeTakeFirst()
  if (!anchor) throw new Refusal('not_found')
  const data = { anchor_id: anchor.id, subject: nameOf(anchor) }
  await partChanged(ctx, issue, { kind: 'UNPLACED', data })
}
