import {
  createInvite,
  getAccessCode,
  lookUpAccessCode,
  removeMember,
  requestAccess,
} from '@plumbline/contract/access/access'
import { listSessions } from '@plumbline/contract/auth/account'
import { addPaymentMethod, listPaymentMethods } from '@plumbline/contract/billing/billing'
import { addChatFile, sendMessage } from '@plumbline/contract/chat/chat'
import { getQrSheets } from '@plumbline/contract/markers/markers'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { addPushDevice } from '@plumbline/contract/notifications/settings'
import { createProject, deleteProject, setProjectPicture } from '@plumbline/contract/projects/projects'
import type { PermissionLevel, TeamRole } from '@plumbline/contract/roles'
import { acceptTeamInvite, inviteToTeam, setTeamPicture } from '@plumbline/contract/teams/teams'
import { setMyPicture } from '@plumbline/contract/users/profile'
import { toJsonb } from '../src/db/database.ts'
import type { TestApp } from './app.ts'
import { makeMember, makeOwner, makeUser, type User } from './make.ts'
import { createOneOfEach, PIXEL, type ProjectWithAdmin } from './world.ts'

/** Actors by their relation to a project and its company, and the target projects. */

export const actors = [
  'nobody',
  'expired',
  'stranger',
  'otherTeam',
  'teamMember',
  'teamAdmin',
  'teamOwner',
  'VIEWER',
  'CONTRIBUTOR',
  'EDITOR',
  'ADMIN',
  'siblingAdmin',
  'removed',
  'invited',
  'requested',
] as const
export type ActorName = (typeof actors)[number]

export const targets = ['own', 'sibling', 'otherTenant', 'absent'] as const
export type TargetName = (typeof targets)[number]

export interface ActorRights {
  level: PermissionLevel | null
  team: TeamRole | null
}

const none: ActorRights = { level: null, team: null }
const owning: Partial<Record<ActorName, ActorRights>> = {
  teamOwner: { level: 'ADMIN', team: 'OWNER' },
  teamAdmin: { level: 'ADMIN', team: 'ADMIN' },
  teamMember: { level: null, team: 'MEMBER' },
}

/** The expected rights of actors per target; actors not listed have none. */
const standings: Record<TargetName, Partial<Record<ActorName, ActorRights>>> = {
  own: {
    ...owning,
    VIEWER: { level: 'VIEWER', team: null },
    CONTRIBUTOR: { level: 'CONTRIBUTOR', team: null },
    EDITOR: { level: 'EDITOR', team: null },
    ADMIN: { level: 'ADMIN', team: null },
  },
  sibling: { ...owning, siblingAdmin: { level: 'ADMIN', team: null } },
  otherTenant: { otherTeam: { level: null, team: 'MEMBER' } },
  absent: {},
}
export const getActorRights = (actor: ActorName, target: TargetName): ActorRights =>
  standings[target][actor] ?? none

/** Values for path parameters; `id` depends on the kind of path. */
export interface PathTarget {
  ids: Record<string, string>
  /** for paths of a company */
  teamIds: { id: string; inviteId: string; userId: string; invoiceId: string; pmId: string }
  chatId: string
  notificationId: string
}

export interface Cast {
  people: Record<Exclude<ActorName, 'nobody'>, User>
  targets: Record<TargetName, PathTarget>
}

async function joinTeam(app: TestApp, place: ProjectWithAdmin, role: 'MEMBER' | 'ADMIN'): Promise<User> {
  const user = await makeUser(app)
  const params = { id: place.team.id }
  const invite = await place.client.call(inviteToTeam, { params, body: { email: user.email, role } })
  await user.client.call(acceptTeamInvite, { params: { ...params, inviteId: invite.id } })
  return user
}

export const picture = new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' })
const guestly = { role: 'SUBCONTRACTOR', permission_level: 'CONTRIBUTOR' } as const

const party = { name: 'Okafor', address: '', postal_code: '', city: '', country: 'DE', tax_id: null }

/** Inserts an invoice and a payment method without a subscription. */
async function furnishBilling({ server: { db } }: TestApp, { client, team }: ProjectWithAdmin) {
  const params = { id: team.id }
  await client.call(addPaymentMethod, { params })
  const [method] = await client.call(listPaymentMethods, { params })
  const id = crypto.randomUUID()
  await db
    .insertInto('invoices')
    .values({
      ...{ id, team_id: team.id, provider: 'builtin', number: `test-${id}`, state: 'VOID', currency: 'EUR' },
      ...{ lines: toJsonb([]), subtotal: 0, tax: 0, total: 0, reverse_charge: false, locale: 'en' },
      ...{ seller: toJsonb({ ...party, email: '', bank: '' }), buyer: toJsonb(party) },
      ...{ issued_at: new Date().toISOString(), mailed_at: new Date().toISOString() },
    })
    .execute()
  return { invoiceId: id, pmId: method?.payment_method_id ?? '' }
}

/** Creates an invitation, an access request, a company invitation and everything else that a path can name. */
async function makeTarget(app: TestApp, place: ProjectWithAdmin, userId: string, teamUserId: string) {
  const params = { id: place.project.id }
  await place.client.call(setProjectPicture, { params, file: picture })
  await place.client.call(setTeamPicture, { params: { id: place.team.id }, file: picture })
  const things = await createOneOfEach(app, place, userId)
  // the first read creates the markers of levels and sections
  await place.client.call(getQrSheets, { params, query: {} })
  const [invited, requested, colleague] = [await makeUser(app), await makeUser(app), await makeUser(app)]
  const invite = await place.client.call(createInvite, {
    params,
    body: { email: invited.email, ...guestly },
  })
  const { code } = await place.client.call(getAccessCode, { params })
  await requested.client.call(lookUpAccessCode, { params: { code } })
  const request = await requested.client.call(requestAccess, { params, body: { role: 'SUBCONTRACTOR' } })
  const teamInvite = await place.client.call(inviteToTeam, {
    params: { id: place.team.id },
    body: { email: colleague.email },
  })
  const trashed = await place.client.call(createProject, { body: { name: 'Given up' } })
  await place.client.call(deleteProject, { params: { id: trashed.id } })
  const inChat = { id: things.chatId ?? '' }
  const file = await place.client.call(addChatFile, {
    params: inChat,
    query: { name: 'crack.png' },
    file: picture,
  })
  const message = await place.client.call(sendMessage, {
    params: inChat,
    body: { message: 'Hello', file_ids: [file.id] },
  })
  const [note] = await invited.client.call(listNotifications, { query: {} })
  const target: PathTarget = {
    ids: {
      ...things,
      code,
      inviteId: invite.id,
      requestId: request.id,
      projectId: trashed.id,
      messageId: message.id,
      fileId: file.id,
      sessionId: crypto.randomUUID(),
      passkeyId: crypto.randomUUID(),
      tokenId: crypto.randomUUID(),
      clientId: crypto.randomUUID(),
      deviceId: crypto.randomUUID(),
    },
    teamIds: {
      ...{ id: place.team.id, inviteId: teamInvite.id, userId: teamUserId },
      ...(await furnishBilling(app, place)),
    },
    chatId: things.chatId ?? '',
    notificationId: note?.id ?? '',
  }
  return { invited, requested, target }
}

/** A target with ids that do not exist. */
function absent({ ids }: PathTarget): PathTarget {
  const kept = ['key', 'name', 'number']
  const names = Object.keys(ids).filter((name) => !kept.includes(name))
  const values = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]))
  const [id, inviteId, userId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  return {
    ids: {
      ...{ ...ids, ...values, code: 'ZZZZ-ZZZZ', markerId: 'Z'.repeat(22) },
      chunk: `chunk-${'f'.repeat(32)}.pack`,
    },
    teamIds: { id, inviteId, userId, invoiceId: crypto.randomUUID(), pmId: `invoice_${id}` },
    chatId: crypto.randomUUID(),
    notificationId: crypto.randomUUID(),
  }
}

export async function makeCast(app: TestApp): Promise<Cast> {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const member = (level: PermissionLevel) => makeMember(app, id, level)
  const viewer = await member('VIEWER')
  await viewer.client.call(setMyPicture, { file: picture })
  const teamMember = await joinTeam(app, owner, 'MEMBER')
  const own = await makeTarget(app, owner, viewer.id, teamMember.id)
  const [session] = await viewer.client.call(listSessions, {})
  own.target.ids.sessionId = session?.id ?? ''
  const { body } = addPushDevice.example
  const device = await viewer.client.call(addPushDevice, {
    body: { ...body, endpoint: `${body.endpoint}/viewer` },
  })
  own.target.ids.deviceId = device.id
  const next = await owner.client.call(createProject, { body: { name: 'Next door' } })
  const siblingAdmin = await makeMember(app, next.id, 'ADMIN')
  const sibling = await makeTarget(app, { ...owner, project: next }, siblingAdmin.id, teamMember.id)
  const neighbour = await makeOwner(app)
  const otherTeam = await joinTeam(app, neighbour, 'MEMBER')
  const otherTenant = await makeTarget(app, neighbour, neighbour.id, otherTeam.id)
  const removed = await member('EDITOR')
  await owner.client.call(removeMember, { params: { id, userId: removed.id }, query: {} })
  const expired = await member('EDITOR')
  await app.server.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0).toISOString() })
    .where('user_id', '=', expired.id)
    .execute()
  const people = {
    teamOwner: owner,
    teamAdmin: await joinTeam(app, owner, 'ADMIN'),
    teamMember,
    otherTeam,
    stranger: await makeUser(app),
    VIEWER: viewer,
    CONTRIBUTOR: await member('CONTRIBUTOR'),
    EDITOR: await member('EDITOR'),
    ADMIN: await member('ADMIN'),
    siblingAdmin,
    removed,
    expired,
    invited: own.invited,
    requested: own.requested,
  }
  const targets = {
    own: own.target,
    sibling: sibling.target,
    otherTenant: otherTenant.target,
    absent: absent(own.target),
  }
  return { people, targets }
}
