import type { ProjectCtx, Server } from '../context.ts'
import type { Domain } from '../domain.ts'
import { registerOpenIssueCounter } from '../projects/open-issue-counts.ts'
import { purgeOriginals } from './attachments/purge-originals.ts'
import { sweepBulks } from './bulk/sweep-bulks.ts'
import { copyCustomFields } from './custom-fields/custom-fields.ts'
import { issueExportParts } from './export.ts'
import { createFollower, createFollowWorker } from './following/worker.ts'
import { forgetPersonOfIssues } from './forget-person.ts'
import { forgetIssueCache } from './lists/issue-cache.ts'
import { forgetPersonOfIssueViews, issueViewExportParts } from './lists/issue-views.ts'
import { createOpenIssueCounter } from './lists/open-issue-counter.ts'
import { copyIssueTemplates } from './lists/templates.ts'
import { startWarmingIssueCaches } from './lists/warm-issue-caches.ts'
import { ISSUES_REBUILT } from './rebuild-issue-data.ts'
import {
  clearDeletedPlaceOfIssues,
  unassignFormerCompanyAdmin,
  unassignFormerMember,
} from './release-references.ts'
import { issueRoutes } from './routes.ts'
import { purgeIssues } from './trash.ts'
import { findIssue } from './visible.ts'

export const createIssueDomain = (server: Server): Domain => ({
  routes: issueRoutes,
  visibility: [
    {
      under: '/api/project/:id/issue/:issueId',
      check: (ctx: ProjectCtx, { issueId = '' }) => findIssue(ctx, issueId),
    },
  ],
  prepare: async ({ bus, db, config, log }) => {
    registerOpenIssueCounter(db, createOpenIssueCounter(db))
    if (config.role !== 'worker')
      startWarmingIssueCaches(db, (error) => log.error({ err: error }, 'loading of large projects'))
    await bus.subscribe(ISSUES_REBUILT, (projectId) => forgetIssueCache(db, String(projectId)))
  },
  exportParts: [...issueExportParts, ...issueViewExportParts],
  reactions: [
    createFollower(server.jobs),
    clearDeletedPlaceOfIssues,
    copyCustomFields,
    // after the fields, because template values belong to the copied fields
    copyIssueTemplates,
    unassignFormerMember,
    unassignFormerCompanyAdmin,
    forgetPersonOfIssueViews,
    forgetPersonOfIssues,
  ],
  sweeps: [sweepBulks],
  purges: [purgeIssues, purgeOriginals],
  workers: (teller) => [createFollowWorker(server, teller)],
})
