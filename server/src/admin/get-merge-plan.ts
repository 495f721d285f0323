import type * as api from '@plumbline/contract/admin/people'
import type { Input, UserCtx } from '../context.ts'
import { readMergePlan } from './merging/read-merge-plan.ts'

export const getMergePlan = (ctx: UserCtx, { params, query }: Input<typeof api.getMergePlan>) =>
  readMergePlan(ctx, { kept: params.id, given_up: query.given_up_id })
