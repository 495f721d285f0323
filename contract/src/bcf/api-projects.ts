import * as z from 'zod/mini'
import { LineField } from '../fields.ts'
import { endpoint } from '../http.ts'
import {
  type BcfApiVersion,
  bcfBody,
  bcfProjectsPath,
  commentActions,
  projectActions,
  topicActions,
  topicEvents,
  versionFields,
} from './api-version.ts'

export const BcfProject = z.object({
  project_id: z.string(),
  name: z.string(),
  authorization: z.optional(z.object({ project_actions: z.array(z.enum(projectActions)) })),
})

const words = z.array(z.string())

function extensionsOf(version: BcfApiVersion) {
  const { since30, until21 } = versionFields(version)
  return z.object({
    topic_type: words,
    topic_status: words,
    topic_label: words,
    snippet_type: words,
    priority: words,
    stage: words,
    ...since30({ users: words }),
    ...until21({ user_id_type: words }),
    project_actions: z.array(z.enum(projectActions)),
    topic_actions: z.array(z.enum(topicActions)),
    comment_actions: z.array(z.enum(commentActions)),
  })
}

export function projectServices(version: BcfApiVersion) {
  const at = bcfProjectsPath(version)
  return {
    listBcfProjects: endpoint({
      method: 'GET',
      path: at,
      access: 'user',
      by_token: 'narrowed',
      summary: `BCF API ${version}: the caller’s projects`,
      reply: z.array(BcfProject),
      hears: ['project.created', 'project.updated', 'project.deleted', 'member.updated'],
    }),
    getBcfProject: endpoint({
      method: 'GET',
      path: `${at}/:id`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: one project with the caller’s permissions`,
      reply: BcfProject,
      hears: ['project.updated', 'member.updated'],
    }),
    putBcfProject: endpoint({
      method: 'PUT',
      path: `${at}/:id`,
      access: 'project:ADMIN',
      summary: `BCF API ${version}: rename a project`,
      body: bcfBody(z.object({ name: LineField(2, 120) })),
      reply: BcfProject,
      refuses: ['stale'],
      tells: ['project.updated'],
      example: { body: { name: 'Harbour School, East Wing' } },
    }),
    getExtensions: endpoint({
      method: 'GET',
      path: `${at}/:id/extensions`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: the words that topics of a project may use, and the caller’s permissions`,
      reply: extensionsOf(version),
      hears: [
        ...topicEvents,
        'level.updated',
        'section.updated',
        'project.updated',
        'member.added',
        'team.updated',
      ],
    }),
  }
}
