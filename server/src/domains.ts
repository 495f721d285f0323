import { accessDomain } from './access/domain.ts'
import { createAdminDomain } from './admin/domain.ts'
import { auditDomain } from './audit/domain.ts'
import { createAuthDomain } from './auth/domain.ts'
import { createBcfDomain } from './bcf/domain.ts'
import { createBillingDomain } from './billing/domain.ts'
import { createBimDomain } from './bim/domain.ts'
import { chatDomain } from './chat/domain.ts'
import type { Server } from './context.ts'
import type { Domain } from './domain.ts'
import { createIssueDomain } from './issues/domain.ts'
import { markerDomain } from './markers/domain.ts'
import { createNotificationDomain } from './notifications/domain.ts'
import type { PushOptions } from './notifications/push.ts'
import { checkTokenPlan } from './projects/check-token-plan.ts'
import { projectDomain } from './projects/domain.ts'
import { findProjectMember } from './projects/project-roles.ts'
import { settingDomain } from './settings/domain.ts'
import { teamDomain } from './teams/domain.ts'
import { createUserDomain } from './users/domain.ts'
import { createWebhookDomain } from './webhooks/domain.ts'

/** All domains in their order, in which their reactions run too. */
export const createDomains = (server: Server, push?: PushOptions): Domain[] => [
  createUserDomain(server),
  auditDomain,
  createAuthDomain(server, { findMember: findProjectMember, checkTokenPlan }),
  teamDomain,
  createBillingDomain(server),
  projectDomain,
  accessDomain,
  createBimDomain(server),
  createIssueDomain(server),
  createBcfDomain(server),
  markerDomain,
  chatDomain,
  createNotificationDomain(server, push),
  createWebhookDomain(server),
  createAdminDomain(server),
  settingDomain,
]
