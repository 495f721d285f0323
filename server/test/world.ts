import { createInvite, getAccessCode, lookUpAccessCode, requestAccess } from '@plumbline/contract/access'
import { createHeader } from '@plumbline/contract/bim'
import { createIssue } from '@plumbline/contract/issues'
import { createLevel, createSection } from '@plumbline/contract/projects'
import type { PermissionLevel } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { makeMember, makeOwner, makeUser, type User } from './make.ts'

/** Two companies with a project each, people of every level, and one of everything that a path can name. */
export interface World {
  owner: Awaited<ReturnType<typeof makeOwner>>
  members: Record<PermissionLevel, User>
  /** ADMIN of a project of another company */
  neighbour: Awaited<ReturnType<typeof makeOwner>>
  stranger: User
  /** invited to the owner's project, and asking for access to it */
  guest: User
  /** values for the parameters of paths, all of the owner's project */
  ids: Record<string, string>
}

export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const view = {
  perspective_camera: {
    camera_view_point: { x: 0, y: 0, z: 0 },
    camera_direction: { x: 0, y: 1, z: 0 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
    field_of_view: 60,
    aspect_ratio: 1,
  },
}

/** Somebody at the door of the owner's project: invited, and asking for access by its code. */
async function makeGuest(app: TestApp, { client, project }: World['owner']) {
  const guest = await makeUser(app, 'Gina Guest')
  const params = { id: project.id }
  const standing = { role: 'SUBCONTRACTOR' as const, permission_level: 'CONTRIBUTOR' as const }
  const invite = await client.call(createInvite, { params, body: { email: guest.email, ...standing } })
  const { code } = await client.call(getAccessCode, { params })
  await guest.client.call(lookUpAccessCode, { params: { code } })
  const request = await guest.client.call(requestAccess, { params, body: { role: 'SUBCONTRACTOR' } })
  return { guest, ids: { inviteId: invite.id, code, requestId: request.id } }
}

export async function makeWorld(app: TestApp): Promise<World> {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const members = {
    VIEWER: await makeMember(app, params.id, 'VIEWER'),
    CONTRIBUTOR: await makeMember(app, params.id, 'CONTRIBUTOR'),
    EDITOR: await makeMember(app, params.id, 'EDITOR'),
    ADMIN: await makeMember(app, params.id, 'ADMIN'),
  }
  const header = await owner.client.call(createHeader, { params, body: { name: 'Architecture' } })
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: PIXEL }
  const issue = await owner.client.call(createIssue, {
    params,
    body: { name: 'First', viewpoints: [{ ...view, snapshot }] },
  })
  const variantId = crypto.randomUUID()
  await app.server.db
    .insertInto('bim_file_variants')
    .values({
      id: variantId,
      project_id: params.id,
      header_id: header.id,
      version: 1,
      file_name: 'architecture.ifc',
      size_bytes: 1,
      state: 'STOPPED',
      blob_key: `variants/${variantId}/file`,
      artefacts_key: 'key-1',
      artefacts_team_id: owner.team.id,
    })
    .execute()
  await app.server.db
    .updateTable('bim_file_headers')
    .set({ last_version: 1 })
    .where('id', '=', header.id)
    .execute()
  await app.server.blobs.put(`variants/${variantId}/file`, Buffer.from('x'))
  await app.server.blobs.put(`artefacts/${owner.team.id}/key-1/manifest.json`, Buffer.from('{}'))
  const chat = await app.server.db
    .selectFrom('chats')
    .select('id')
    .where('project_id', '=', params.id)
    .executeTakeFirstOrThrow()
  const level = await owner.client.call(createLevel, { params, body: { name: 'Level 0', elevation_m: 0 } })
  const section = await owner.client.call(createSection, { params, body: { name: 'Core' } })
  const { guest, ids: guestIds } = await makeGuest(app, owner)
  const ids = {
    ...guestIds,
    levelId: level.id,
    sectionId: section.id,
    userId: members.VIEWER.id,
    id: params.id,
    headerId: header.id,
    variantId,
    issueId: issue.id,
    viewpointId: issue.viewpoints[0]?.guid ?? '',
    number: String(issue.number),
    key: 'key-1',
    name: 'manifest.json',
    chatId: chat.id,
  }
  const [neighbour, stranger] = [await makeOwner(app), await makeUser(app)]
  return { owner, members, neighbour, stranger, guest, ids }
}

const OWN_BOOKS = ['rate_limits', 'sessions', 'mails', 'outbox', 'mail_codes']

/** Everything that is stored for people, as one text by table: equal before and after means nothing was changed. */
export async function fingerprint(app: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'schema_migrations%' order by 1`.execute(
    app.server.db,
  )
  const result: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !OWN_BOOKS.includes(table.name))) {
    const { rows } = await sql<{ hash: string }>`
      select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from ${sql.table(name)} t`.execute(
      app.server.db,
    )
    result[name] = rows[0]?.hash ?? ''
  }
  return result
}
