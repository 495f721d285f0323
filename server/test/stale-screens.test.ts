import {
  acceptInvite,
  addMember,
  approveAccessRequest,
  cancelAccessRequest,
  cancelInvite,
  createInvite,
  declineInvite,
  inviteAnywhere,
  regenerateAccessCode,
  rejectAccessRequest,
  removeMember,
  requestAccess,
  updateMember,
} from '@plumbline/contract/access'
import { type ApiEntry, api } from '@plumbline/contract/api'
import { listSessions } from '@plumbline/contract/auth'
import {
  addProposedLevels,
  createHeader,
  createVariant,
  deleteHeader,
  deleteVariant,
  makeVariantCurrent,
  restartVariant,
  restoreHeader,
  restoreVariant,
  stopVariant,
  updateHeader,
  updateVariant,
} from '@plumbline/contract/bim'
import { sendMessage, updateMessageStatus } from '@plumbline/contract/chat'
import { type CallOf, type EndpointSpec, fillPath, paramNames } from '@plumbline/contract/http'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues'
import { createMarker, revokeMarker, updateMarker } from '@plumbline/contract/markers'
import { acknowledgeNotification, listNotifications } from '@plumbline/contract/notifications'
import {
  createDemoProject,
  createLevel,
  createProject,
  createSection,
  deleteLevel,
  deleteProject,
  deleteSection,
  pinProject,
  removeProjectPicture,
  restoreProject,
  setProjectPicture,
  updateLevel,
  updateProject,
  updateSection,
  visitProject,
} from '@plumbline/contract/projects'
import { levelAtLeast } from '@plumbline/contract/roles'
import {
  acceptTeamInvite,
  cancelTeamInvite,
  createTeam,
  declineTeamInvite,
  deleteTeam,
  inviteToTeam,
  removeTeamMember,
  removeTeamPicture,
  renameTeam,
  resizeTeam,
  setTeamPicture,
  updateTeam,
  updateTeamMember,
} from '@plumbline/contract/teams'
import { enrichKyc, updateMe } from '@plumbline/contract/users'
import { createView, deleteView, setCorrection, updateView } from '@plumbline/contract/views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../src/db/database.ts'
import { concernedBy } from '../src/live/hub.ts'
import { levelsByProject } from '../src/projects/members.ts'
import { accountWrites } from './account-writes.ts'
import { startApp, type TestApp } from './app.ts'
import { issueListWrites } from './issue-list-writes.ts'
import { issueWrites } from './issue-writes.ts'
import type { User } from './make.ts'
import { makeWorld, PIXEL, type World } from './world.ts'

/**
 * No screen stays behind: whatever a write changes in any read of any member, that read hears of an event the write
 * told to that member.
 */

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startApp()
  world = await makeWorld(app)
  await account.prepare()
})
afterAll(() => app.close())

/** Answers to a question that is asked once: no screen keeps them. */
const asked = ['lookUpAccessCode', 'checkLog']

const reads = api.filter(
  ({ name, endpoint }) =>
    !asked.includes(name) &&
    endpoint.method === 'GET' &&
    endpoint.access !== 'public' &&
    endpoint.reply !== null &&
    !('bytes' in endpoint.reply),
)
const title = ({ endpoint }: ApiEntry) => `${endpoint.method} ${endpoint.path}`

function urlOf(entry: ApiEntry): string {
  const id = entry.endpoint.access.startsWith('team:')
    ? world.owner.team.id
    : entry.domain === 'chat'
      ? world.ids.chatId
      : world.ids.id
  const values = Object.fromEntries(paramNames(entry.endpoint.path).map((name) => [name, world.ids[name]]))
  return fillPath(entry.endpoint.path, 'id' in values ? { ...values, id } : values)
}

/** What a person's every screen would show now, by read. */
async function look(user: User): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const entry of reads) {
    const { status, body } = await user.client.send('GET', urlOf(entry))
    // when somebody was last seen moves on by every call, and no event says so; nor of the order that follows from it
    if (entry.endpoint === listSessions) (body as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1))
    const shown = JSON.stringify(body).replace(/"(last_)?seen_at":("[^"]*"|null)/g, '')
    seen.set(title(entry), status === 200 ? shown : String(status))
  }
  return seen
}

/**
 * Types of the events told since `after` that this person may hear. Whose rights have changed is told to reload, and
 * with that hears of everything.
 */
async function heard(user: User, after: number, levelsBefore: Map<string, string>) {
  const levels = await levelsByProject(app.server.db, user.id)
  const rows = (await app.server.db.selectFrom('outbox').selectAll().orderBy('id').execute()).slice(after)
  const types = rows
    .filter(({ audience, project_id }) => {
      if ('users' in audience) return audience.users.includes(user.id)
      const level = levels.get(project_id ?? '')
      return level !== undefined && levelAtLeast(level, audience.level)
    })
    .map((row) => row.type)
  const concerned = rows.some((row) => concernedBy(row).includes(user.id))
  const changed = JSON.stringify([...levels].sort()) !== JSON.stringify([...levelsBefore].sort())
  return { types, reloads: concerned && changed }
}

const countTold = async () => (await app.server.db.selectFrom('outbox').select('id').execute()).length

type Write = { name: string; by: () => User; run: () => Promise<unknown> }

const write = <E extends EndpointSpec>(
  name: string,
  by: () => User,
  endpoint: E,
  input: () => CallOf<E> | Promise<CallOf<E>>,
): Write => ({
  name,
  by,
  run: async () => by().client.call(endpoint, await input()),
})

const owner = () => world.owner as User
const editor = () => world.members.EDITOR
const viewer = () => world.members.VIEWER
const guest = () => world.guest
const savedView = () => ({ ...project(), viewId: world.ids.viewId as string })
const marker = () => ({ ...project(), markerId: world.ids.markerId as string })
const project = () => ({ id: world.ids.id as string })
const team = () => ({ id: world.owner.team.id })
const header = () => ({ ...project(), headerId: world.ids.headerId as string })
const variant = () => ({ ...header(), variantId: world.ids.variantId as string })
const issue = () => ({ ...project(), issueId: world.ids.issueId as string })
const level = () => ({ ...project(), levelId: world.ids.levelId as string })
const section = () => ({ ...project(), sectionId: world.ids.sectionId as string })
const picture = () => new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' })
const standing = { role: 'SUBCONTRACTOR' as const, permission_level: 'CONTRIBUTOR' as const }

/** The guest's newest invitation to the project or company, or request for access. */
async function newest(table: 'project_invites' | 'team_invites' | 'access_requests'): Promise<string> {
  const { id } = await app.server.db
    .selectFrom(table)
    .select('id')
    .where('state', '=', 'PENDING')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
const invite = async () => ({ ...project(), inviteId: await newest('project_invites') })
const teamInvite = async () => ({ ...team(), inviteId: await newest('team_invites') })
const request = async () => ({ ...project(), requestId: await newest('access_requests') })
const member = () => ({ ...project(), userId: guest().id })
const teamMember = () => ({ ...team(), userId: guest().id })
const invitation = () => ({ params: project(), body: { email: guest().email, ...standing } })
const teamInvitation = () => ({ params: team(), body: { email: guest().email } })

const newestNote = async () => {
  const [note] = await editor().client.call(listNotifications, { query: {} })
  return { params: { id: note?.id ?? '' } }
}
const newestMessage = async () => {
  const row = await app.server.db
    .selectFrom('chat_messages')
    .select('id')
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow()
  return { id: world.ids.chatId as string, messageId: row.id }
}

const atTheDoor: Write[] = [
  write('regenerateAccessCode', owner, regenerateAccessCode, () => ({ params: project() })),
  write('cancelAccessRequest', guest, cancelAccessRequest, async () => ({ params: await request() })),
  write('declineInvite', guest, declineInvite, async () => ({ params: await invite() })),
  write('createInvite', owner, createInvite, invitation),
  write('cancelInvite', owner, cancelInvite, async () => ({ params: await invite() })),
  write('createInvite again', owner, createInvite, invitation),
  write('requestAccess', guest, requestAccess, () => ({
    params: project(),
    body: { role: 'SUBCONTRACTOR' as const },
  })),
  write('updateProject for who waits outside', owner, updateProject, () => ({
    params: project(),
    body: { name: 'Seen from outside' },
  })),
  write('updateMe for who decides', guest, updateMe, () => ({ body: { first_name: 'Georgina' } })),
  write('approveAccessRequest', owner, approveAccessRequest, async () => ({
    params: await request(),
    body: standing,
  })),
  write('updateMember', owner, updateMember, () => ({
    params: member(),
    body: { ...standing, permission_level: 'EDITOR' as const },
  })),
  write('createIssue for a member', owner, createIssue, () => ({
    params: project(),
    body: { name: 'For the guest', assignee_id: guest().id },
  })),
  write('removeMember', owner, removeMember, () => ({ params: member() })),
  write('requestAccess again', guest, requestAccess, () => ({
    params: project(),
    body: { role: 'OTHER' as const },
  })),
  write('rejectAccessRequest', owner, rejectAccessRequest, async () => ({
    params: await request(),
    body: { reason: 'Ask your company' },
  })),
  write('acceptInvite', guest, acceptInvite, async () => ({ params: await invite() })),
  write('removeMember by leaving', guest, removeMember, () => ({ params: member() })),
  write('inviteAnywhere', owner, inviteAnywhere, () => ({
    body: { project_id: project().id, email: guest().email, role: 'ARCHITECT' as const },
  })),
]

const inTheCompany: Write[] = [
  write('inviteToTeam', owner, inviteToTeam, teamInvitation),
  write('updateTeam', owner, updateTeam, () => ({ params: team(), body: { country: 'NO' } })),
  write('renameTeam', owner, renameTeam, () => ({ params: team(), body: { company_name: 'Renamed' } })),
  write('resizeTeam', owner, resizeTeam, () => ({ params: team(), body: { max_team_size: 9 } })),
  write('setTeamPicture', owner, setTeamPicture, () => ({ params: team(), file: picture() })),
  write('removeTeamPicture', owner, removeTeamPicture, () => ({ params: team() })),
  write('declineTeamInvite', guest, declineTeamInvite, async () => ({ params: await teamInvite() })),
  write('inviteToTeam again', owner, inviteToTeam, teamInvitation),
  write('cancelTeamInvite', owner, cancelTeamInvite, async () => ({ params: await teamInvite() })),
  write('inviteToTeam once more', owner, inviteToTeam, teamInvitation),
  write('acceptTeamInvite', guest, acceptTeamInvite, async () => ({ params: await teamInvite() })),
  write('addMember', owner, addMember, () => ({
    params: project(),
    body: { user_id: guest().id, ...standing },
  })),
  write('updateTeamMember up', owner, updateTeamMember, () => ({
    params: teamMember(),
    body: { role: 'ADMIN' as const },
  })),
  write('updateTeamMember down', owner, updateTeamMember, () => ({
    params: teamMember(),
    body: { role: 'MEMBER' as const },
  })),
  write('createIssue for a colleague', owner, createIssue, () => ({
    params: project(),
    body: { name: 'For the colleague', assignee_id: guest().id },
  })),
  write('removeTeamMember', owner, removeTeamMember, () => ({ params: teamMember() })),
]

const ofIssues = issueWrites(
  () => world,
  () => world.members.EDITOR,
)

const account = accountWrites(
  () => app,
  editor,
  () => world.members.CONTRIBUTOR,
)

const writes: Write[] = [
  write('updateMe', editor, updateMe, () => ({ body: { first_name: 'Renamed' } })),
  write('enrichKyc', editor, enrichKyc, () => ({ body: { country: 'NO' as const } })),
  write('createTeam', editor, createTeam, () => ({ body: { name: 'Second company' } })),
  write('createProject', owner, createProject, () => ({ body: { name: 'Another project' } })),
  write('updateProject', owner, updateProject, () => ({
    params: project(),
    body: { name: 'Renamed project' },
  })),
  write('pinProject', owner, pinProject, () => ({ params: project(), body: { pinned: true } })),
  write('visitProject', editor, visitProject, () => ({ params: project() })),
  write('setProjectPicture', owner, setProjectPicture, () => ({ params: project(), file: picture() })),
  write('removeProjectPicture', owner, removeProjectPicture, () => ({ params: project() })),
  write('createLevel', editor, createLevel, () => ({
    params: project(),
    body: { name: 'Level 1', elevation_m: 3 },
  })),
  write('updateLevel', editor, updateLevel, () => ({ params: level(), body: { name: 'Ground' } })),
  write('createMarker', editor, createMarker, () => ({
    params: project(),
    body: { position: { x: 0, y: 0, z: 0 } },
  })),
  write('updateMarker', editor, updateMarker, () => ({ params: marker(), body: { label: 'Gate' } })),
  write('revokeMarker', editor, revokeMarker, () => ({ params: marker() })),
  write('createView', viewer, createView, () => ({
    params: project(),
    body: {
      name: 'My own',
      is_shared: false,
      view: {},
      extras: { models: [], storey: null, is_plan: false, coloring: null },
    },
  })),
  write('updateView', editor, updateView, () => ({ params: savedView(), body: { name: 'From the north' } })),
  write('deleteView', owner, deleteView, () => ({ params: savedView() })),
  write('setCorrection', editor, setCorrection, () => ({
    params: header(),
    body: { turn_deg: 90, east_m: 1, north_m: 2, height_m: 3 },
  })),
  write('createSection', editor, createSection, () => ({ params: project(), body: { name: 'Tower' } })),
  write('updateSection', editor, updateSection, () => ({ params: section(), body: { order: 2 } })),
  write('updateHeader to a place', editor, updateHeader, () => ({
    params: header(),
    body: { level_id: level().levelId, section_id: section().sectionId },
  })),
  write('updateIssue to a place', editor, updateIssue, () => ({
    params: issue(),
    body: { level_id: level().levelId, section_id: section().sectionId },
  })),
  write('deleteLevel', editor, deleteLevel, () => ({ params: level() })),
  write('deleteSection', editor, deleteSection, () => ({ params: section() })),
  write('createHeader', editor, createHeader, () => ({ params: project(), body: { name: 'Services' } })),
  write('updateHeader', editor, updateHeader, () => ({ params: header(), body: { name: 'Renamed file' } })),
  write('createVariant', editor, createVariant, () => ({
    params: header(),
    body: { file_name: 'b.ifc', size_bytes: 10 },
  })),
  write('restartVariant', editor, restartVariant, () => ({ params: variant(), body: {} })),
  write('stopVariant', editor, stopVariant, async () => {
    await app.server.db
      .updateTable('bim_file_variants')
      .set({ state: 'QUEUED' })
      .where('id', '=', world.ids.variantId as string)
      .execute()
    return { params: variant() }
  }),
  write('updateVariant', editor, updateVariant, () => ({
    params: variant(),
    body: { cde_state: 'ARCHIVED' as const },
  })),
  write('makeVariantCurrent', editor, makeVariantCurrent, async () => {
    const storeys = [{ guid: 'storey-of-roof-0000000', name: 'Roof', elevation_m: 42 }]
    await app.server.db
      .updateTable('bim_file_variants')
      .set({ state: 'COMPLETED', storeys: json(storeys) })
      .where('id', '=', world.ids.variantId as string)
      .execute()
    return { params: variant() }
  }),
  write('addProposedLevels', editor, addProposedLevels, () => ({ params: project(), body: {} })),
  write('deleteVariant', editor, deleteVariant, () => ({
    params: variant(),
    query: { last: 'true' as const },
  })),
  write('restoreVariant', editor, restoreVariant, () => ({ params: variant() })),
  write('deleteHeader', editor, deleteHeader, () => ({ params: header() })),
  write('restoreHeader', editor, restoreHeader, () => ({ params: header() })),
  write('createIssue', owner, createIssue, () => ({
    params: project(),
    body: { name: 'Assigned', assignee_id: editor().id },
  })),
  write('updateIssue', editor, updateIssue, () => ({ params: issue(), body: { name: 'Renamed issue' } })),
  write('updateIssue to RESOLVED', editor, updateIssue, () => ({
    params: issue(),
    body: { status: 'RESOLVED' as const, comment: 'Done' },
  })),
  ...issueListWrites(
    () => world,
    () => world.members.EDITOR,
  ),
  ...ofIssues.parts,
  write('sendMessage', owner, sendMessage, () => ({
    params: { id: world.ids.chatId as string },
    body: { message: 'Hello' },
  })),
  write('updateMessageStatus', viewer, updateMessageStatus, async () => ({
    params: await newestMessage(),
    body: { status: 'READ' as const },
  })),
  write('acknowledgeNotification', editor, acknowledgeNotification, newestNote),
  ...atTheDoor,
  ...inTheCompany,
  ...account.writes,
  write('deleteIssue', editor, deleteIssue, () => ({ params: issue() })),
  ofIssues.restored,
  write('deleteProject', owner, deleteProject, () => ({ params: project() })),
  write('restoreProject', owner, restoreProject, () => ({ params: { projectId: project().id } })),
  write('createDemoProject', owner, createDemoProject, () => ({})),
  write('deleteTeam', owner, deleteTeam, () => ({ params: team() })),
]

/** What everybody saw after the write before this one. */
let shownLast: Map<string, string>[] | null = null

test.each(writes)('$name leaves no screen behind', async ({ run }) => {
  const people: [string, User][] = [
    ['owner', owner()],
    ['editor', editor()],
    ['viewer', viewer()],
    ['guest', guest()],
  ]
  const before = shownLast ?? (await Promise.all(people.map(([, user]) => look(user))))
  const told = await countTold()
  const levels = await Promise.all(people.map(([, user]) => levelsByProject(app.server.db, user.id)))
  await run()
  const after = await Promise.all(people.map(([, user]) => look(user)))
  shownLast = after
  const stale: string[] = []
  for (const [index, [name, user]] of people.entries()) {
    const { types, reloads } = await heard(user, told, levels[index] ?? new Map())
    if (reloads) continue
    const now = after[index] as Map<string, string>
    for (const entry of reads) {
      const changed = before[index]?.get(title(entry)) !== now.get(title(entry))
      const hears: readonly string[] = entry.endpoint.hears ?? []
      if (changed && !hears.some((type) => types.includes(type)))
        stale.push(`${name}: ${title(entry)} changed but heard only ${types.join(', ') || 'nothing'}`)
    }
  }
  expect(stale).toEqual([])
})

test('every write of signed-in people that tells something is tried above', () => {
  const tried = new Set(writes.map(({ name }) => name.split(' ')[0]))
  const telling = api.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.tells)
  expect(telling.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
