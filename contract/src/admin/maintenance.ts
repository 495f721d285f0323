import * as z from 'zod/mini'
import { Instant, LineField } from '../fields.ts'
import { endpoint } from '../http.ts'

/**
 * Maintenance of the server. While it lasts, writes of everybody but operators are refused with `unavailable` and the reason
 * `server_maintenance`, jobs do not start, and reads and sign-ins continue. Everybody reads it as the setting MAINTENANCE.
 */
export const Maintenance = z.object({
  /** shown on every page */
  text: LineField(1, 300),
  /** expected end; null: unknown. It ends only when an operator ends it */
  until: z.nullable(Instant),
})
export type Maintenance = z.output<typeof Maintenance>

export const setMaintenance = endpoint({
  method: 'PUT',
  path: '/api/admin/maintenance',
  access: 'operator',
  summary: 'Begin maintenance of the server, change its text or expected end, or end it (null)',
  body: z.object({ maintenance: z.nullable(Maintenance) }),
  reply: null,
  tells: ['maintenance.updated'],
  example: { body: { maintenance: { text: 'The server moves to a larger machine.', until: null } } },
})
