import * as z from 'zod/mini'
import { endpoint } from '../http.ts'
import { Team } from './teams.ts'

export const getTeamConfiguration = endpoint({
  method: 'GET',
  path: '/api/team/:id/configuration',
  access: 'team:MEMBER',
  summary: 'Get a company’s settings, plan limits and usage',
  reply: z.object({
    team: Team,
    plan: z.object({ slug: z.string() }),
    /** null: unlimited */
    limits: z.object({
      active_projects: z.nullable(z.number()),
      team_members: z.nullable(z.number()),
      storage_bytes: z.nullable(z.number()),
      file_bytes: z.number(),
    }),
    usage: z.object({
      active_projects: z.number(),
      team_members: z.number(),
      pending_invites: z.number(),
      storage_bytes: z.number(),
    }),
  }),
  hears: [
    'team.updated',
    'invite.updated',
    'project.created',
    'project.updated',
    'project.deleted',
    'variant.updated',
    'header.updated',
  ],
})
