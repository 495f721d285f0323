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
} from '@plumbline/contract/access/access'
import {
  addProposedLevels,
  confirmVariant,
  createHeader,
  createVariant,
  deleteHeader,
  deleteVariant,
  makeVariantCurrent,
  purgeDeletedFile,
  restartVariant,
  restoreHeader,
  restoreVariant,
  stopVariant,
  updateHeader,
  updateVariant,
} from '@plumbline/contract/bim/bim'
import { createView, deleteView, setCorrection, updateView } from '@plumbline/contract/bim/views'
import type { CallOf, EndpointSpec } from '@plumbline/contract/http'
import { setAnchorElement } from '@plumbline/contract/issues/following'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { createMarker, revokeMarker, updateMarker } from '@plumbline/contract/markers/markers'
import { createDemoProject } from '@plumbline/contract/projects/demo'
import {
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
} from '@plumbline/contract/projects/projects'
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
} from '@plumbline/contract/teams/teams'
import { enrichKyc } from '@plumbline/contract/users/profile'
import { updateMe } from '@plumbline/contract/users/users'
import { toJsonb } from '../src/db/database.ts'
import { accountWrites } from './account-writes.ts'
import { adminWrites } from './admin-writes.ts'
import { BILLING, startApp, type TestApp } from './app.ts'
import { bcfFileWrites } from './bcf-file-writes.ts'
import { bcfWrites } from './bcf-writes.ts'
import { billingWrites } from './billing-writes.ts'
import { chatWrites } from './chat-writes.ts'
import { issueListWrites } from './issue-list-writes.ts'
import { issueWrites } from './issue-writes.ts'
import type { User } from './make.ts'
import { notificationWrites } from './notification-writes.ts'
import { webhookWrites } from './webhook-writes.ts'
import { makeWorld, PIXEL, type World } from './world.ts'

/** Every signed-in write that publishes an event, on one world, in an order in which each succeeds. */

export let app: TestApp
export let world: World

export async function setScene(): Promise<void> {
  app = await startApp(BILLING)
  world = await makeWorld(app)
  await account.prepare()
  await admin.prepare()
}

export type Write = { name: string; by: () => User; run: () => Promise<unknown> }

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

export const owner = () => world.owner as User
export const editor = () => world.members.EDITOR
export const viewer = () => world.members.VIEWER
export const guest = () => world.guest
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

/** The guest's newest invitation or access request. */
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
  // the invitation from before ended with the membership
  write('createInvite once more', owner, createInvite, invitation),
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

const ofWebhooks = webhookWrites(() => world, owner)

const admin = adminWrites(
  () => app,
  () => world.ids,
)
const account = accountWrites(
  () => app,
  editor,
  () => world.members.CONTRIBUTOR,
)

export const writes: Write[] = [
  ...ofWebhooks.first,
  write('updateMe', editor, updateMe, () => ({ body: { first_name: 'Renamed' } })),
  write('enrichKyc', editor, enrichKyc, () => ({ body: { country: 'NO' as const } })),
  write('createTeam', editor, createTeam, () => ({ body: { name: 'Second company' } })),
  write('createProject', owner, createProject, () => ({ body: { name: 'Another project' } })),
  write('updateProject', owner, updateProject, () => ({
    params: project(),
    body: { name: 'Renamed project' },
  })),
  write('updateProject to what is one’s own', owner, updateProject, () => ({
    params: project(),
    body: { contributor_issue_scope: 'OWN_COMPANY' as const },
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
  admin.restart,
  write('updateVariant', editor, updateVariant, () => ({
    params: variant(),
    body: { cde_state: 'ARCHIVED' as const },
  })),
  write('makeVariantCurrent', editor, makeVariantCurrent, async () => {
    const storeys = [{ guid: 'storey-of-roof-0000000', name: 'Roof', elevation_m: 42 }]
    await app.server.db
      .updateTable('bim_file_variants')
      .set({ state: 'COMPLETED', storeys: toJsonb(storeys) })
      .where('id', '=', world.ids.variantId as string)
      .execute()
    return { params: variant() }
  }),
  write('setAnchorElement', editor, setAnchorElement, async () => {
    await app.server.db
      .updateTable('issue_anchors')
      .set({ bim_file_header_id: world.ids.headerId as string, state: 'NEEDS_REVIEW' })
      .where('id', '=', world.ids.anchorId as string)
      .execute()
    return {
      params: { ...issue(), anchorId: world.ids.anchorId as string },
      body: { decision: 'GONE' as const },
    }
  }),
  write('confirmVariant', editor, confirmVariant, async () => {
    const { project_id, header_id } = await app.server.db
      .selectFrom('bim_file_variants')
      .select(['project_id', 'header_id'])
      .where('id', '=', world.ids.variantId as string)
      .executeTakeFirstOrThrow()
    const id = world.ids.variantId as string
    await app.server.db
      .insertInto('bim_revisions')
      .values({
        ...{ from_variant_id: id, to_variant_id: id, project_id, header_id, matcher: 1, state: 'DOUBTFUL' },
        ...{ share: 0.03, displacement: toJsonb({}), counts: toJsonb({}) },
        ...{ matches: Buffer.alloc(0), changes: Buffer.alloc(0) },
      })
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
  write('purgeDeletedFile', owner, purgeDeletedFile, () => ({
    params: project(),
    body: { header_id: world.ids.thrownAwayId as string, variant_id: null },
  })),
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
  write('updateProject to all issues', owner, updateProject, () => ({
    params: project(),
    body: { contributor_issue_scope: 'ALL' as const },
  })),
  ...ofIssues.parts,
  ...bcfWrites(() => world, editor, owner),
  ...bcfFileWrites(() => world, editor),
  ...chatWrites(() => world),
  ...notificationWrites(() => app, editor, owner),
  ...atTheDoor,
  ...inTheCompany,
  ...billingWrites(() => world),
  ...admin.writes,
  ...account.writes,
  ...ofWebhooks.last,
  write('deleteIssue', editor, deleteIssue, () => ({ params: issue() })),
  ofIssues.restored,
  write('deleteProject', owner, deleteProject, () => ({ params: project() })),
  write('restoreProject', owner, restoreProject, () => ({ params: { projectId: project().id } })),
  write('createDemoProject', owner, createDemoProject, () => ({})),
  write('deleteTeam', owner, deleteTeam, () => ({ params: team() })),
]
