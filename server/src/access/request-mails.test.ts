import { getAccessCode, lookUpAccessCode, requestAccess } from '@plumbline/contract/access/access'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeMember, makeOwner, makeUser } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('A request for access is mailed to the administrators whose account is not locked', async () => {
  const { client, project, email } = await makeOwner(app)
  const locked = await makeMember(app, project.id, 'ADMIN')
  await app.server.db
    .updateTable('users')
    .set({ locked_at: new Date().toISOString() })
    .where('id', '=', locked.id)
    .execute()
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
