import type { ExportPart } from '../users/export.ts'
import { readSessions } from './devices.ts'
import { readPasskeys } from './passkeys.ts'

/** How and where the person signs in; never a secret. */
export const authParts: ExportPart[] = [
  { name: 'sessions', rows: (ctx) => readSessions(ctx) },
  { name: 'passkeys', rows: (ctx) => readPasskeys(ctx) },
]
