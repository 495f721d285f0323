import * as api from '@plumbline/contract/auth/oauth'
import { bindAll } from '../../context.ts'
import { disconnectProgram } from './disconnect-program.ts'
import { exchangeToken } from './exchange-token.ts'
import { getAuthorizationServer } from './get-authorization-server.ts'
import { getConsent } from './get-consent.ts'
import { getFoundationAuth } from './get-foundation-auth.ts'
import { giveConsent } from './give-consent.ts'
import { listConnections } from './list-connections.ts'
import { registerClient } from './register-client.ts'
import { revokeAccess } from './revoke-access.ts'

export const oauthRoutes = bindAll(api, {
  getFoundationAuth10: getFoundationAuth,
  getFoundationAuth11: getFoundationAuth,
  getBcfAuth21: getFoundationAuth,
  getAuthorizationServer,
  registerClient,
  getConsent,
  giveConsent,
  exchangeToken,
  revokeAccess,
  listConnections,
  disconnectProgram,
})
