import type { ExportPart } from '../users/export-parts.ts'
import { listPasskeys } from './list-passkeys.ts'
import { listSessions } from './list-sessions.ts'
import { listConnections } from './oauth/list-connections.ts'
import { listTokens } from './tokens/list-tokens.ts'

/** Data export: sessions, passkeys, tokens and connected programs of a user, without secrets. */
export const authParts: ExportPart[] = [
  { name: 'sessions', rows: (ctx) => listSessions(ctx) },
  { name: 'passkeys', rows: (ctx) => listPasskeys(ctx) },
  { name: 'api_tokens', rows: (ctx) => listTokens(ctx) },
  { name: 'connected_programs', rows: (ctx) => listConnections(ctx) },
]
