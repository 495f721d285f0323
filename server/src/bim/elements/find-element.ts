import type * as api from '@plumbline/contract/bim/elements'
import type { Input, ProjectCtx } from '../../context.ts'
import { listHits } from './find-elements.ts'
import { listIndexedFiles } from './indexed-files.ts'

/** Looks up a GlobalId, which is case-sensitive, unlike a search. */
export async function findElement(ctx: ProjectCtx, { params }: Input<typeof api.findElement>) {
  const files = await listIndexedFiles(ctx)
  if (files.length === 0) return []
  const models = [...new Set(files.map(({ model_id }) => model_id))]
  const rows = await ctx.tx
    .selectFrom('elements')
    .select(['model_id', 'element'])
    .where('model_id', 'in', models)
    .where('guid', '=', params.guid)
    .orderBy('element')
    .limit(1000)
    .execute()
  const places = files.flatMap((file) =>
    rows.filter(({ model_id }) => model_id === file.model_id).map(({ element }) => ({ file, element })),
  )
  return listHits(ctx.tx, places.slice(0, 1000), new Map())
}
