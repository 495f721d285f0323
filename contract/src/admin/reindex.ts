import * as z from 'zod/mini'
import { endpoint } from '../http.ts'
import { runLimits } from './background-run.ts'

/** Data that is derived from other data: element indexes of models, words of issues and messages, counts of issues. */

export const startReindex = endpoint({
  method: 'POST',
  path: '/api/admin/reindex',
  access: 'operator',
  summary:
    'Start to rebuild derived data from its sources in the background, also during maintenance: all, or that of a company or project. Readers find the old rows until the new ones are ready',
  body: z.object(runLimits),
  reply: z.object({ items: z.number() }),
  refuses: ['wrong_state'],
  example: { body: {} },
})
