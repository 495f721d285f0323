import { randomUUIDv7 } from 'node:crypto'
import type { Anchor, NewAnchor } from '@plumbline/contract/issues/issues'
import type * as z from 'zod/mini'
import type { ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

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
    .values({ ...anchor, point: toJsonb(anchor.point), id: randomUUIDv7(), issue_id, order })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A place by a name people know: the element's, or its class. */
export const nameOf = ({ element_name, ifc_class }: Pick<Anchor, 'element_name' | 'ifc_class'>) =>
  element_name || ifc_class || undefined
