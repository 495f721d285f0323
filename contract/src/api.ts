import * as access from './access.ts'
import * as account from './account.ts'
import * as artefacts from './artefacts.ts'
import * as auth from './auth.ts'
import * as bcf from './bcf.ts'
import { bcfEndpoints } from './bcf-api.ts'
import * as billing from './billing.ts'
import * as bim from './bim.ts'
import * as chat from './chat.ts'
import * as elements from './elements.ts'
import type { EndpointSpec } from './http.ts'
import * as issueAttachments from './issue-attachments.ts'
import * as issueBulk from './issue-bulk.ts'
import * as issueLists from './issue-lists.ts'
import * as issueTimeline from './issue-timeline.ts'
import * as issues from './issues.ts'
import * as markers from './markers.ts'
import * as notificationSettings from './notification-settings.ts'
import * as notifications from './notifications.ts'
import * as oauth from './oauth.ts'
import * as profile from './profile.ts'
import * as projects from './projects.ts'
import * as settings from './settings.ts'
import * as signupCodes from './signup-codes.ts'
import * as teams from './teams.ts'
import * as tokens from './tokens.ts'
import * as users from './users.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks.ts'

/** Every domain of the API, in the order in which the documentation shows them. */
const domains = {
  auth: { ...auth, ...account, ...tokens, ...oauth },
  users: { ...users, ...profile },
  teams,
  billing: { ...billing, ...signupCodes },
  projects,
  access,
  bim: { ...bim, ...artefacts },
  views,
  elements,
  issues: { ...issues, ...issueTimeline, ...issueAttachments, ...issueLists, ...issueBulk },
  bcf: { ...bcf, ...bcfEndpoints },
  markers,
  chat,
  notifications: { ...notifications, ...notificationSettings },
  webhooks,
  settings,
}

export interface ApiEntry {
  domain: string
  name: string
  endpoint: EndpointSpec
}

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the contract with its domain and name. */
export const api: ApiEntry[] = Object.entries(domains).flatMap(([domain, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ domain, name, endpoint: value }] : [],
  ),
)
