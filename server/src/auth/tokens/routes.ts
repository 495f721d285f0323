import * as api from '@plumbline/contract/auth/tokens'
import { bindAll, type Route } from '../../context.ts'
import { createToken } from './create-token.ts'
import { listTokens } from './list-tokens.ts'
import { revokeToken } from './revoke-token.ts'
import type { TokenProjects } from './token-columns.ts'

/** `projects` is handed in by app.ts, because accounts stand before projects in the order of folders. */
export const tokenRoutes = (projects: TokenProjects): Route[] =>
  bindAll(api, { listTokens, createToken: createToken(projects), revokeToken })
