import type { FastifyRequest } from 'fastify'
import type { Server } from '../context.ts'
import { readBearer, readSession } from './sessions.ts'
import type { TokenLimit } from './tokens/authenticate-token.ts'

/**
 * Names the caller whose requests are counted together against `RATE_LIMIT_PER_MINUTE`: a session, verified by its signature
 * without the database, or a recently authenticated token. Null for all others, who are counted by address: people of one
 * office share an address and must not use up each other's limit.
 */
export function nameCaller(server: Server, tokens: TokenLimit, request: FastifyRequest): string | null {
  const bearer = readBearer(request)
  if (bearer && tokens.isKnown(bearer)) return `token:${bearer}`
  const session = readSession(server, request)
  return session && `session:${session.id}`
}
