import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { selectRestorableIssues } from './trash.ts'

const MAX_DELETED_ISSUES = 500

export function listDeletedIssues(ctx: ProjectCtx, _input: Input<typeof api.listDeletedIssues>) {
  return selectRestorableIssues(ctx)
    .select(['id', 'number', 'name', 'deleted_by'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .orderBy('deleted_at', 'desc')
    .limit(MAX_DELETED_ISSUES)
    .execute()
}
