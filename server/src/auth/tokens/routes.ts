import * as tokens from '@plumbline/contract/tokens'
import { bind } from '../../context.ts'
import { dropToken, type FindMember, makeToken, readTokens } from './tokens.ts'

/** `findMember` is given by app.ts: accounts stand left of projects. */
export const tokenRoutes = (findMember: FindMember) => [
  bind(tokens.listTokens, (ctx) => readTokens(ctx)),
  bind(tokens.createToken, makeToken(findMember)),
  bind(tokens.revokeToken, dropToken),
]
