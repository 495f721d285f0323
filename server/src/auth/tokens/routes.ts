import * as api from '@plumbline/contract/auth/tokens'
import { bindAll, type Route } from '../../context.ts'
import { createToken } from './create-token.ts'
import { listTokens } from './list-tokens.ts'
import { revokeToken } from './revoke-token.ts'
import type { TokenProjects } from './token-columns.ts'

/** `projects` is injected by app.ts, because auth precedes projects in the import order. */
export const tokenRoutes = (projects: TokenProjects): Route[] =>
  bindAll(api, { listTokens, createToken: createToken(projects), revokeToken })
