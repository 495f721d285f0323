import * as access from './access/access.ts'
import * as adminBackgroundRun from './admin/background-run.ts'
import * as adminCompanies from './admin/companies.ts'
import * as adminMaintenance from './admin/maintenance.ts'
import * as adminPeople from './admin/people.ts'
import * as adminReconversion from './admin/reconversion.ts'
import * as adminReindex from './admin/reindex.ts'
import * as adminServer from './admin/server.ts'
import * as adminStoreCheck from './admin/store-check.ts'
import * as adminWork from './admin/work.ts'
import * as audit from './audit/audit.ts'
import * as account from './auth/account.ts'
import * as auth from './auth/auth.ts'
import * as oauth from './auth/oauth.ts'
import * as tokens from './auth/tokens.ts'
import { bcfEndpoints } from './bcf/api.ts'
import * as bcf from './bcf/bcf.ts'
import * as billing from './billing/billing.ts'
import * as signupCodes from './billing/signup-codes.ts'
import * as subscription from './billing/subscription.ts'
import * as artefacts from './bim/artefacts.ts'
import * as bim from './bim/bim.ts'
import * as elements from './bim/elements.ts'
import * as views from './bim/views.ts'
import * as chat from './chat/chat.ts'
import type { EndpointSpec } from './http.ts'
import * as issueAttachments from './issues/attachments.ts'
import * as issueBulk from './issues/bulk.ts'
import * as issueChanges from './issues/changes.ts'
import * as customFields from './issues/custom-fields.ts'
import * as issueFollowing from './issues/following.ts'
import * as issues from './issues/issues.ts'
import * as issueLists from './issues/lists.ts'
import * as issueMutes from './issues/mutes.ts'
import * as myIssues from './issues/my-issues.ts'
import * as issueSearch from './issues/search.ts'
import * as issueTimeline from './issues/timeline.ts'
import * as vocabulary from './issues/vocabulary.ts'
import * as markers from './markers/markers.ts'
import * as notifications from './notifications/notifications.ts'
import * as notificationSettings from './notifications/settings.ts'
import * as demo from './projects/demo.ts'
import * as projects from './projects/projects.ts'
import * as settings from './settings/settings.ts'
import * as teamConfiguration from './teams/configuration.ts'
import * as teams from './teams/teams.ts'
import * as userDeletion from './users/delete-me.ts'
import * as userExport from './users/export-me.ts'
import * as fileUploads from './users/file-uploads.ts'
import * as me from './users/get-me.ts'
import * as profile from './users/profile.ts'
import * as users from './users/users.ts'
import * as webhooks from './webhooks/webhooks.ts'

/** The domains of the API in the order of the documentation. */
const domains = {
  auth: { ...auth, ...account, ...tokens, ...oauth },
  users: { ...me, ...users, ...profile, ...userExport, ...userDeletion, ...fileUploads },
  audit,
  teams: { ...teams, ...teamConfiguration },
  billing: { ...subscription, ...billing, ...signupCodes },
  projects: { ...projects, ...demo },
  access,
  bim: { ...bim, ...artefacts },
  views,
  elements,
  issues: {
    ...issues,
    ...issueTimeline,
    ...issueAttachments,
    ...issueLists,
    ...issueBulk,
    ...issueChanges,
    ...issueFollowing,
    ...customFields,
    ...issueMutes,
    ...myIssues,
    ...issueSearch,
    ...vocabulary,
  },
  bcf: { ...bcf, ...bcfEndpoints },
  markers,
  chat,
  notifications: { ...notifications, ...notificationSettings },
  webhooks,
  admin: {
    ...adminPeople,
    ...adminCompanies,
    ...adminWork,
    ...adminServer,
    ...adminMaintenance,
    ...adminStoreCheck,
    ...adminBackgroundRun,
    ...adminReconversion,
    ...adminReindex,
  },
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
export const apiEntries: ApiEntry[] = Object.entries(domains).flatMap(([domain, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ domain, name, endpoint: value }] : [],
  ),
)
