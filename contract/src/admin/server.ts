import * as z from 'zod/mini'
import { Instant } from '../fields.ts'
import { endpoint } from '../http.ts'

/** The server itself: its settings, and problems of its environment. */

const Setting = z.object({
  /** name of the environment variable */
  name: z.string(),
  /** '': not set; null: a secret that is set */
  value: z.nullable(z.string()),
  from: z.enum(['ENVIRONMENT', 'DEFAULT']),
})
export type Setting = z.output<typeof Setting>

export const getServerState = endpoint({
  method: 'GET',
  path: '/api/admin/server',
  access: 'operator',
  summary:
    'Get version, schema, start and settings of the server that answers, with where each setting comes from; secrets are masked',
  reply: z.object({
    version: z.string(),
    /** version of Node.js */
    node: z.string(),
    /** the newest applied migration */
    schema: z.string(),
    migrations: z.number(),
    started_at: Instant,
    settings: z.array(Setting),
  }),
})

const Finding = z.object({
  /** WARNING: it works, but not well or not safely */
  level: z.enum(['BROKEN', 'WARNING']),
  /** English sentence with the fault and the remedy */
  text: z.string(),
})
export type Finding = z.output<typeof Finding>

export const getDiagnosis = endpoint({
  method: 'GET',
  path: '/api/admin/diagnosis',
  access: 'operator',
  summary:
    'Examine the surroundings of the server like `npm run operator -- doctor`: database, storage, bus, mail, disk, memory, keys, address',
  reply: z.object({ examined_at: Instant, findings: z.array(Finding) }),
  refuses: ['too_many_requests'],
})
