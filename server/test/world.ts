import {
  createInvite,
  getAccessCode,
  lookUpAccessCode,
  requestAccess,
} from '@plumbline/contract/access/access'
import { createHeader } from '@plumbline/contract/bim/bim'
import { createView } from '@plumbline/contract/bim/views'
import type { CallOf } from '@plumbline/contract/http'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { createIssue, deleteIssue, relateIssue } from '@plumbline/contract/issues/issues'
import { createIssueTemplate, createIssueView } from '@plumbline/contract/issues/lists'
import { addComment } from '@plumbline/contract/issues/timeline'
import { createMarker } from '@plumbline/contract/markers/markers'
import { createLevel, createSection } from '@plumbline/contract/projects/projects'
import type { PermissionLevel } from '@plumbline/contract/roles'
import { createWebhook } from '@plumbline/contract/webhooks/webhooks'
import { sql } from 'kysely'
import { CURRENT_CONVERTER } from '../src/bim/artefacts.ts'
import type { TestApp } from './app.ts'
import { buildFileHeaders, buildFullViewpoint, createBcfClient } from './bcf.ts'
import { makeMember, makeOwner, makeUser, type User } from './make.ts'

/** A project, its company, and the client of an administrator of both. */
export type ProjectWithAdmin = Pick<Awaited<ReturnType<typeof makeOwner>>, 'client' | 'project' | 'team'>

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

/** Creates a guest with an invitation to the owner's project and an access request. */
async function makeGuest(app: TestApp, { client, project }: ProjectWithAdmin) {
  const guest = await makeUser(app, 'Gina Guest')
  const params = { id: project.id }
  const standing = { role: 'SUBCONTRACTOR' as const, permission_level: 'CONTRIBUTOR' as const }
  const invite = await client.call(createInvite, { params, body: { email: guest.email, ...standing } })
  const { code } = await client.call(getAccessCode, { params })
  await guest.client.call(lookUpAccessCode, { params: { code } })
  const request = await guest.client.call(requestAccess, { params, body: { role: 'SUBCONTRACTOR' } })
  return { guest, ids: { inviteId: invite.id, code, requestId: request.id } }
}

/** Creates an issue with all kinds of parts, a related issue and a deleted one. */
async function furnishIssue({ client, project }: ProjectWithAdmin, headerId: string) {
  const params = { id: project.id }
  const anchor = {
    bim_file_header_id: headerId,
    variant_version_at_creation: 1,
    ifc_guid: null,
    ifc_class: null,
    element_name: null,
    point: { x: 1, y: 2, z: 3 },
  }
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: PIXEL }
  const file = (body: CallOf<typeof createIssue>['body']) => client.call(createIssue, { params, body })
  const issue = await file({ name: 'First', anchors: [anchor], viewpoints: [{ ...view, snapshot }] })
  const [other, deleted] = [await file({ name: 'Second' }), await file({ name: 'Third' })]
  await client.call(deleteIssue, { params: { ...params, issueId: deleted.id } })
  const at = { ...params, issueId: issue.id }
  await client.call(relateIssue, { params: { ...at, otherId: other.id } })
  const comment = await client.call(addComment, { params: at, body: { text: 'Seen' } })
  const photo = new Blob([Buffer.from(PIXEL, 'base64')])
  const attachment = await client.call(addAttachment, {
    params: at,
    query: { name: 'crack.png' },
    file: photo,
  })
  return {
    issueId: issue.id,
    number: String(issue.number),
    otherId: other.id,
    deletedIssueId: deleted.id,
    viewpointId: issue.viewpoints[0]?.guid ?? '',
    anchorId: issue.anchors[0]?.id ?? '',
    commentId: comment.id,
    attachmentId: attachment.id,
  }
}

/** Creates parts of an issue by the BCF API; returns their GUIDs. */
async function furnishBcf(
  { client, project }: ProjectWithAdmin,
  issue: { issueId: string; commentId: string },
) {
  const api = createBcfClient(client, '3.0', project.id)
  const at = `/topics/${issue.issueId}`
  await api.send('PUT', `${at}/snippet`, Buffer.from('{}'), buildFileHeaders('clash.json'))
  const view = await api.post<{ guid: string; bitmaps: { guid: string }[] }>(
    `${at}/viewpoints`,
    buildFullViewpoint(),
  )
  const reference = await api.post<{ guid: string }>(`${at}/document_references`, {
    url: 'https://example.com/law.pdf',
  })
  const document = await api.send('POST', '/documents', Buffer.from('Law'), buildFileHeaders('law.txt'))
  return {
    topicGuid: issue.issueId,
    commentGuid: issue.commentId,
    viewpointGuid: view.guid,
    bitmapGuid: view.bitmaps[0]?.guid ?? '',
    // by the parameter names of our own API
    viewpointId: view.guid,
    bitmapId: view.bitmaps[0]?.guid ?? '',
    referenceGuid: reference.guid,
    documentGuid: (document.body as { guid: string }).guid,
  }
}

/** Creates a saved list, a template and a bulk change. */
async function furnishLists(
  { client, project }: ProjectWithAdmin,
  issueId: string,
): Promise<Record<string, string>> {
  const params = { id: project.id }
  const view = await client.call(createIssueView, {
    params,
    body: { name: 'All open', is_shared: true, query: 'status=OPEN' },
  })
  const template = await client.call(createIssueTemplate, {
    params,
    body: { title: 'Defect', fields: { type: 'DEFECT' }, due_in_days: 7 },
  })
  const field = await client.call(createCustomField, { params, body: { name: 'Cause', kind: 'TEXT' } })
  const { bulk_id } = await client.call(bulkChangeIssues, {
    params,
    body: { ids: [issueId], change: { stage: 'Shell' } },
  })
  return { issueViewId: view.id, templateId: template.id, bulkId: bulk_id ?? '', customFieldId: field.id }
}

/** Creates an import in state READY. */
async function furnishImport(app: TestApp, { project }: ProjectWithAdmin): Promise<Record<string, string>> {
  const [importId, guid] = [crypto.randomUUID(), crypto.randomUUID()]
  await app.server.db
    .insertInto('bcf_imports')
    .values({
      id: importId,
      project_id: project.id,
      file_name: 'a.bcf',
      size_bytes: 1,
      state: 'READY',
      topics: 1,
    })
    .execute()
  const topic = { import_id: importId, place: 1, guid, title: 'From a file', outcome: 'NEW' as const }
  await app.server.db
    .insertInto('bcf_import_topics')
    .values({ ...topic, differences: '[]', comments: 0, viewpoints: 0, documents: 0, topic: '{}' })
    .execute()
  return { importId }
}

/** Creates a webhook for failed conversions only, and one successful delivery. */
async function furnishWebhook({ server }: TestApp, { client, project }: ProjectWithAdmin) {
  const hook = await client.call(createWebhook, {
    params: { id: project.id },
    body: { url: 'https://localhost/plumbline', events: ['variant.failed'] },
  })
  const deliveryId = crypto.randomUUID()
  const finished_at = new Date().toISOString()
  const told = { webhook_id: hook.id, event: 'test', body: '{}', state: 'DELIVERED' as const }
  await server.db
    .insertInto('webhook_deliveries')
    .values({ id: deliveryId, ...told, attempts: 1, status_code: 204, duration_ms: 12, finished_at })
    .execute()
  return { webhookId: hook.id, deliveryId }
}

/** Creates a deleted file. */
async function throwAway(app: TestApp, project_id: string): Promise<string> {
  const file = { id: crypto.randomUUID(), name: 'Old', trade: 'GENERAL', type_of: 'MODEL' } as const
  await app.server.db
    .insertInto('bim_file_headers')
    .values({ ...file, project_id, deleted_at: new Date().toISOString() })
    .execute()
  return file.id
}

const CHUNK = `chunk-${'0'.repeat(32)}.pack`

/** Creates one of everything that a path can name; `userId` becomes a member. */
export async function createOneOfEach(
  app: TestApp,
  owner: ProjectWithAdmin,
  userId: string,
): Promise<Record<string, string>> {
  const { client, project, team } = owner
  const params = { id: project.id }
  const header = await client.call(createHeader, { params, body: { name: 'Architecture' } })
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: PIXEL }
  const issue = await furnishIssue(owner, header.id)
  const lists = await furnishLists(owner, issue.otherId)
  const ofBcf = await furnishBcf(owner, issue)
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
      converter: CURRENT_CONVERTER,
      artefacts_team_id: team.id,
    })
    .execute()
  await app.server.db
    .updateTable('bim_file_headers')
    .set({ last_version: 1 })
    .where('id', '=', header.id)
    .execute()
  await app.server.blobs.put(`variants/${variantId}/file`, Buffer.from('x'))
  await app.server.blobs.put(`artefacts/${team.id}/key-1/manifest.json`, Buffer.from('{}'))
  await app.server.blobs.put(`artefacts/${team.id}/key-1/${CHUNK}`, Buffer.from('chunk'))
  const chat = await app.server.db
    .selectFrom('chats')
    .select('id')
    .where('project_id', '=', params.id)
    .executeTakeFirstOrThrow()
  const level = await client.call(createLevel, { params, body: { name: 'Level 0', elevation_m: 0 } })
  const section = await client.call(createSection, { params, body: { name: 'Core' } })
  const marker = await client.call(createMarker, {
    params,
    body: { position: { x: 1, y: 2, z: 3 } },
  })
  const saved = await client.call(createView, {
    params,
    body: {
      name: 'From the south',
      is_shared: true,
      view: { ...view, snapshot },
      extras: { models: [], storey: null, is_plan: false, coloring: null },
    },
  })
  return {
    id: params.id,
    viewId: saved.id,
    userId,
    markerId: marker.id,
    levelId: level.id,
    sectionId: section.id,
    headerId: header.id,
    variantId,
    ...issue,
    ...lists,
    ...ofBcf,
    thrownAwayId: await throwAway(app, params.id),
    ...(await furnishImport(app, owner)),
    ...(await furnishWebhook(app, owner)),
    guid: '0VbIsZtR94gQ0HZvHK0o7T',
    key: 'key-1',
    name: 'manifest.json',
    chunk: CHUNK,
    chatId: chat.id,
  }
}

export async function makeWorld(app: TestApp): Promise<World> {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const members = {
    VIEWER: await makeMember(app, id, 'VIEWER'),
    CONTRIBUTOR: await makeMember(app, id, 'CONTRIBUTOR'),
    EDITOR: await makeMember(app, id, 'EDITOR'),
    ADMIN: await makeMember(app, id, 'ADMIN'),
  }
  const things = await createOneOfEach(app, owner, members.VIEWER.id)
  const { guest, ids } = await makeGuest(app, owner)
  const [neighbour, stranger] = [await makeOwner(app), await makeUser(app)]
  return { owner, members, neighbour, stranger, guest, ids: { ...things, ...ids } }
}

/** tables that the server changes in the background */
const OWN_BOOKS = [
  'rate_limits',
  'sessions',
  'mails',
  'outbox',
  'mail_codes',
  'code_lookups',
  'bcf_bases',
  'team_storage',
]
/** columns that background jobs change */
const DUE_LATER = ['mail_at', 'push_at']

/** All rows as one text per table, to detect changes by comparison. */
export async function dumpTables(app: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'schema_migrations%' order by 1`.execute(
    app.server.db,
  )
  const hashes = tables
    .filter((table) => !OWN_BOOKS.includes(table.name))
    .map(
      ({ name }) => sql`
      select ${sql.lit(name)} as name, coalesce(md5(string_agg(row, '' order by row)), '') as hash
      from (select md5((to_jsonb(t) - ${DUE_LATER}::text[])::text) as row from ${sql.table(name)} t) rows`,
    )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(
    app.server.db,
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]).sort())
}
