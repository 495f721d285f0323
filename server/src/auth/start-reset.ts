import type * as api from '@plumbline/contract/auth/auth'
import type { Handler } from '../context.ts'
import { checkMailLimit } from './mail-codes.ts'

/** A job looks up the address after the response, so that the response time does not reveal known addresses. */
export const startReset: Handler<typeof api.startReset, void> = {
  prepare: checkMailLimit,
  handle: async (ctx, { body: { email } }) => {
    await ctx.jobs.add(ctx.tx, 'reset', { email })
    return { email }
  },
}
