import type { FastifyRequest } from 'fastify'
import type { Server } from '../context.ts'
import { readBearer, readSession } from './sessions.ts'
import type { TokenLimit } from './tokens/authenticate-token.ts'

/**
 * Names the caller whose requests are counted together against `RATE_LIMIT_PER_MINUTE`: a session, by its signature and
 * without the database, or a token that was authenticated lately. Null for anybody else, who is counted by address: the
 * people of an office, who share an address, do not use up each other's requests.
 */
export function nameCaller(server: Server, tokens: TokenLimit, request: FastifyRequest): string | null {
  const bearer = readBearer(request)
  if (bearer && tokens.isKnown(bearer)) return `token:${bearer}`
  const session = readSession(server, request)
  return session && `session:${session.id}`
}
