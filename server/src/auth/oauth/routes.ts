import * as oauth from '@plumbline/contract/auth/oauth'
import { bind } from '../../context.ts'
import { addClient } from './clients.ts'
import { disconnect, giveBack, readConnections } from './connections.ts'
import { decideConsent, readConsent } from './consent.ts'
import { exchange } from './exchange.ts'
import { authorizationServer, foundationAuth } from './metadata.ts'

export const oauthRoutes = [
  bind(oauth.getFoundationAuth10, foundationAuth),
  bind(oauth.getFoundationAuth11, foundationAuth),
  bind(oauth.getBcfAuth21, foundationAuth),
  bind(oauth.getAuthorizationServer, authorizationServer),
  bind(oauth.registerClient, addClient),
  bind(oauth.getConsent, readConsent),
  bind(oauth.giveConsent, decideConsent),
  bind(oauth.exchangeToken, exchange),
  bind(oauth.revokeAccess, giveBack),
  bind(oauth.listConnections, (ctx) => readConnections(ctx)),
  bind(oauth.disconnectProgram, disconnect),
]
