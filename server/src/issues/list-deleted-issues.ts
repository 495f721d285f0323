import type * as api from '@plumbline/contract/issues/issues'
import { DELETED_ISSUES_PAGE } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { selectRestorableIssues } from './trash.ts'

export function listDeletedIssues(ctx: ProjectCtx, { query }: Input<typeof api.listDeletedIssues>) {
  const { before, before_number = 0, issue_id } = query
  return (
    selectRestorableIssues(ctx)
      .$if(issue_id !== undefined, (rows) => rows.where('id', '=', issue_id ?? ''))
      // a bulk deletion gives one moment to thousands
      .$if(before !== undefined, (rows) =>
        rows.where(sql<boolean>`(deleted_at, number) < (${before}::timestamptz, ${before_number}::int)`),
      )
      .select(['id', 'number', 'name', 'deleted_by'])
      .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
      .orderBy('deleted_at', 'desc')
      .orderBy('number', 'desc')
      .limit(DELETED_ISSUES_PAGE)
      .execute()
  )
}
