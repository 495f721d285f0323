import {
  createInvite,
  getAccessCode,
  lookUpAccessCode,
  rejectAccessRequest,
  requestAccess,
} from '@plumbline/contract/access/access'
import { inviteToTeam } from '@plumbline/contract/teams/teams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeMember, makeOwner, makeUser } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function lock(id: string) {
  await app.server.db
    .updateTable('users')
    .set({ locked_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

test('A request for access is mailed to the administrators whose account is not locked', async () => {
  const { client, project, email } = await makeOwner(app)
  const locked = await makeMember(app, project.id, 'ADMIN')
  await lock(locked.id)
  const asker = await makeUser(app, 'Aram Asker')
  const { code } = await client.call(getAccessCode, { params: { id: project.id } })
  await asker.client.call(lookUpAccessCode, { params: { code } })
  await asker.client.call(requestAccess, { params: { id: project.id }, body: { role: 'SUBCONTRACTOR' } })
  const mails = await app.server.db
    .selectFrom('mails')
    .select('recipient')
    .where('text', 'like', '%Aram Asker%')
    .execute()
  expect(mails).toEqual([{ recipient: email }])
})

test('A locked account gets no mail about invitations and about its decided request', async () => {
  const { client, project, team } = await makeOwner(app)
  const params = { id: project.id }
  const asker = await makeUser(app)
  const { code } = await client.call(getAccessCode, { params })
  await asker.client.call(lookUpAccessCode, { params: { code } })
  const request = await asker.client.call(requestAccess, { params, body: { role: 'SUBCONTRACTOR' } })
  await lock(asker.id)
  const select = app.server.db.selectFrom('mails').select('id').where('recipient', '=', asker.email)
  const before = await select.execute()
  await client.call(rejectAccessRequest, { params: { ...params, requestId: request.id }, body: {} })
  const body = { email: asker.email, role: 'OTHER', permission_level: 'VIEWER' } as const
  expect(await client.call(createInvite, { params, body })).toMatchObject({ state: 'PENDING' })
  await client.call(inviteToTeam, { params: { id: team.id }, body: { email: asker.email } })
  expect(await select.execute()).toEqual(before)
})
