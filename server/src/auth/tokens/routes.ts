import * as tokens from '@plumbline/contract/auth/tokens'
import { bind } from '../../context.ts'
import { dropToken, makeToken, type Projects, readTokens } from './tokens.ts'

/** What is known of projects is given by app.ts: accounts stand left of them. */
export const tokenRoutes = (projects: Projects) => [
  bind(tokens.listTokens, (ctx) => readTokens(ctx)),
  bind(tokens.createToken, makeToken(projects)),
  bind(tokens.revokeToken, dropToken),
]
