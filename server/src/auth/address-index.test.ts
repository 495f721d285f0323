import { listInvites } from '@plumbline/contract/access/access'
import { login } from '@plumbline/contract/auth/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner, PASSWORD } from '../../test/make.ts'
import { explainStatement, recordStatements } from '../../test/recorded-statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('Accounts are found by their addresses, and invitations by their project, without reading all of the server', async () => {
  const { db } = app.server
  const { client, email, project } = await makeOwner(app)
  const statements = await recordStatements(db, async () => {
    await client.call(login, { body: { email, password: PASSWORD } })
    await client.call(listInvites, { params: { id: project.id } })
  })
  const reads = statements.filter(({ sql }) => /^select .* from "(users|project_invites)"/s.test(sql))
  expect(reads).toHaveLength(2)
  for (const read of reads)
    expect(await explainStatement(db, read)).not.toMatch(/Seq Scan on (users|project_invites)/)
})
