import type * as api from '@plumbline/contract/auth/auth'
import type { Handler } from '../context.ts'
import { checkMailLimit } from './mail-codes.ts'

/** Whether the address is known is asked after the answer, by a job: no answer takes longer for one that is. */
export const startReset: Handler<typeof api.startReset, void> = {
  prepare: checkMailLimit,
  handle: async (ctx, { body: { email } }) => {
    await ctx.jobs.add(ctx.tx, 'reset', { email })
    return { email }
  },
}
