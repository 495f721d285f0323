import { randomUUIDv7 } from 'node:crypto'
import type { Anchor, NewAnchor } from '@plumbline/contract/issues/anchors'
import { reason } from '@plumbline/contract/reasons'
import type * as z from 'zod/mini'
import type { ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

type NewAnchorFields = z.output<typeof NewAnchor>

/** Anchors an issue in a model or drawing of the project; `field` is the body field that a refusal names. */
export async function insertAnchor(
  ctx: ProjectCtx,
  issue_id: string,
  anchor: NewAnchorFields,
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
  if (!header) throw new Refusal('bad_request', { fields: { [field]: reason('not_in_project') } })
  return ctx.tx
    .insertInto('issue_anchors')
    .values({ ...anchor, point: toJsonb(anchor.point), id: randomUUIDv7(), issue_id, order })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The display name of an anchor: the element's name, or else its IFC class. */
export const getAnchorName = ({ element_name, ifc_class }: Pick<Anchor, 'element_name' | 'ifc_class'>) =>
  element_name || ifc_class || undefined
