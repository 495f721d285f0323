import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { restorable } from './trash.ts'

/** shown of what was deleted */
const MOST = 500

export function listDeletedIssues(ctx: ProjectCtx, _input: Input<typeof api.listDeletedIssues>) {
  return restorable(ctx)
    .select(['id', 'number', 'name', 'deleted_by'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .orderBy('deleted_at', 'desc')
    .limit(MOST)
    .execute()
}
