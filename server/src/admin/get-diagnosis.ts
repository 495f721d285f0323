import type * as api from '@plumbline/contract/admin/server'
import type { Finding } from '@plumbline/contract/admin/server'
import type { Handler } from '../context.ts'
import { listFindings } from '../doctor/run-doctor.ts'

/** Limit per minute, because an examination opens its own connections. */
const MAX_EXAMINATIONS = 10
const WINDOW_S = 60

export const getDiagnosis: Handler<typeof api.getDiagnosis, Finding[]> = {
  prepare: async (ctx) => {
    await ctx.limit(`diagnosis:${ctx.actor.user_id}`, MAX_EXAMINATIONS, WINDOW_S)
    const { config, now, directUrl } = ctx
    const found = await listFindings({ config, now, openDatabaseUrl: async () => directUrl })
    return found.map(({ level, text }) => ({ level: level === 'broken' ? 'BROKEN' : 'WARNING', text }))
  },
  handle: async ({ now }, _input, findings) => ({ examined_at: now().toISOString(), findings }),
}
