import * as z from 'zod/mini'
import { endpoint } from '../http.ts'

export const getIssueMute = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/mute',
  access: 'project:VIEWER',
  summary: 'Whether the caller muted the issue',
  reply: z.object({ muted: z.boolean() }),
  refuses: ['not_found'],
  // whether contributors see the issue depends on a setting of the project
  hears: ['notification.updated', 'issue.created', 'issue.updated', 'issue.deleted', 'project.updated'],
})

export const muteIssue = endpoint({
  method: 'PUT',
  path: '/api/project/:id/issue/:issueId/mute',
  access: 'project:VIEWER',
  summary:
    'Mute an issue, or stop: the caller gets no notifications, mails and pushes about it unless assigned or mentioned',
  unpaid: 'allowed',
  body: z.object({ muted: z.boolean() }),
  reply: null,
  refuses: ['not_found'],
  tells: ['notification.updated'],
  example: { body: { muted: true } },
})
