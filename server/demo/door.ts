import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../src/db/database.ts'
import type { Tell } from '../src/live/tell.ts'
import { type DemoCompany, newcomer } from './people.ts'

/**
 * Creates pending requests: the engineer requests access to the tower, and its manager is invited to the workshop
 * project of the ventilation company.
 */

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS

export async function createPendingRequests(
  tx: Tx,
  tell: Tell,
  { people, teams }: DemoCompany,
  towerId: string,
  now: Date,
): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  await tx
    .insertInto('access_requests')
    .values({
      id: randomUUIDv7(),
      project_id: towerId,
      user_id: people.engineer,
      team_id: teams.statics,
      role: newcomer.role,
      message: 'We check the columns of level 2 and need the models.',
      created_at: at(-3 * HOUR_MS),
    })
    .execute()
  const id = randomUUIDv7()
  const [project_id, ducts] = [randomUUIDv7(), people.ducts]
  await tx
    .insertInto('projects')
    .values({
      id: project_id,
      team_id: teams.services,
      created_by: ducts,
      name: 'Nordluft Workshop',
      code: 'NW-1',
      description: 'A hall for bending ducts, with an office above.',
      address: 'Hafenstraße 3, Kiel',
      country: 'DE',
      timezone: 'Europe/Berlin',
    })
    .execute()
  await tx
    .insertInto('project_members')
    .values({ project_id, user_id: ducts, team_id: teams.services, role: 'OWNER', permission_level: 'ADMIN' })
    .execute()
  await tell('project.created', {
    project_id,
    data: {},
    audience: { users: [ducts] },
    cause: { kind: 'CREATED', template_id: null },
  })
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', people.manager)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('project_invites')
    .values({
      id,
      project_id,
      email,
      role: 'PROJECT_MANAGER',
      permission_level: 'EDITOR',
      message: 'You know halls. Will you look over our plans?',
      invited_by: ducts,
      created_at: at(-5 * HOUR_MS),
      expires_at: at(14 * DAY_MS),
    })
    .execute()
  await tell('invite.updated', {
    project_id,
    data: {},
    audience: { users: [people.manager, ducts] },
    cause: { kind: 'SENT', by: ducts, invitation_id: id, user_id: people.manager },
  })
}
