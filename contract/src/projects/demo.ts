import { endpoint } from '../http.ts'
import { Project } from './projects.ts'

export const createDemoProject = endpoint({
  method: 'POST',
  path: '/api/project/demo',
  access: 'user',
  summary: 'Create a demo project in the current company: a small tower with models and issues',
  reply: Project,
  status: 201,
  refuses: ['forbidden', 'payment_required', 'too_many_requests'],
  tells: ['project.created', 'team.updated'],
})
