import type { ExportPart } from '../users/export.ts'
import { readSessions } from './devices.ts'
import { readConnections } from './oauth/connections.ts'
import { readPasskeys } from './passkeys.ts'
import { readTokens } from './tokens/tokens.ts'

/** How and where the person signs in; never a secret. */
export const authParts: ExportPart[] = [
  { name: 'sessions', rows: (ctx) => readSessions(ctx) },
  { name: 'passkeys', rows: (ctx) => readPasskeys(ctx) },
  { name: 'api_tokens', rows: (ctx) => readTokens(ctx) },
  { name: 'connected_programs', rows: (ctx) => readConnections(ctx) },
]
