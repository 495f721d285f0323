import type { Server } from '../context.ts'
import type { Domain } from '../domain.ts'
import { authParts } from './export.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { sweepOauth } from './oauth/sweep.ts'
import { authRoutes } from './routes.ts'
import { sendResetMail } from './send-reset-mail.ts'
import { sweepExpiredCredentials } from './sweep.ts'
import { tokenRoutes } from './tokens/routes.ts'
import type { TokenProjects } from './tokens/token-columns.ts'

/** `projects` is injected, because auth precedes projects in the import order. */
export const createAuthDomain = (server: Server, projects: TokenProjects): Domain => ({
  routes: [...authRoutes, ...tokenRoutes(projects), ...oauthRoutes],
  exportParts: authParts,
  workers: () => [
    { queue: 'reset', parallel: 2, run: (data: { email: string }) => sendResetMail(server, data.email) },
  ],
  sweeps: [sweepExpiredCredentials, sweepOauth],
})
