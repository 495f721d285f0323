import { listCompanies, listCompanyProjects } from '@plumbline/contract/admin/companies'
import { listOperatorLog } from '@plumbline/contract/admin/people'
import { getWork, listFailedConversions, restartConversion, retryMails } from '@plumbline/contract/admin/work'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue } from '@plumbline/contract/issues/issues'
import { deleteTeam } from '@plumbline/contract/teams/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { buildFileHeaders, createBcfClient } from '../../test/bcf.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner, type User } from '../../test/make.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import { toJsonb } from '../db/database.ts'
import { countStorage } from './count-storage.ts'

/** IFC with a string that does not end */
const NO_MODEL = Buffer.from(
  `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCPROJECT('0RyAXl0O,$,$);\nENDSEC;\nEND-ISO-10303-21;\n`,
)

let app: TestApp
let operator: User
beforeAll(async () => {
  app = await startApp()
  operator = await makeOperator(app)
})
afterAll(() => app.close())

test('Companies are listed by the bytes of their models and files, page by page', async () => {
  const owner = await makeOwner(app, 'Berta Big')
  const small = await makeOwner(app, 'Karl Klein')
  const params = { id: owner.project.id }
  const sent = await sendModel(owner.client, owner.project.id, 'notes.ifc', NO_MODEL)
  await waitUntilProcessed(owner.client, owner.project.id, sent)
  const { id: issueId } = await owner.client.call(createIssue, { params, body: { name: 'Crack' } })
  const file = new Blob(['0123456789'])
  await owner.client.call(addAttachment, { params: { ...params, issueId }, query: { name: 'a.txt' }, file })
  const api = createBcfClient(owner.client, '3.0', params.id)
  await api.send('POST', '/documents', Buffer.from('abcde'), buildFileHeaders('b.txt'))
  await countStorage(app.server)
  const { items, after } = await operator.client.call(listCompanies, { query: {} })
  expect(after).toBeNull()
  expect(items).toMatchObject([
    {
      id: owner.team.id,
      name: 'Big Builders',
      bytes: NO_MODEL.length + 15,
      members: 1,
      projects: 1,
      plan: 'self_hosted',
    },
    { id: small.team.id, bytes: 0, members: 1, projects: 1, closed_at: null },
  ])

  const projects = (after?: string) =>
    operator.client.call(listCompanyProjects, {
      query: { team_id: owner.team.id, ...(after ? { after } : {}) },
    })
  expect(await projects()).toEqual({
    items: [{ id: owner.project.id, name: 'Harbour School' }],
    after: null,
  })
  expect((await projects(owner.project.id)).items).toEqual([])

  await small.client.call(deleteTeam, { params: { id: small.team.id } })
  await sql`insert into teams (id, name) select gen_random_uuid(), 'Copy ' || n from generate_series(1, 70) n`.execute(
    app.server.db,
  )
  await countStorage(app.server)
  const seen: string[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page = await operator.client.call(listCompanies, { query: next ? { after: next } : {} })
    seen.push(...page.items.map(({ id }) => id))
    next = page.after
  }
  expect(new Set(seen).size).toBe(72)
  expect(seen[0]).toBe(owner.team.id)
  const query = { after: `${NO_MODEL.length + 15}:${owner.team.id}` }
  const rest = await operator.client.call(listCompanies, { query })
  const closed = [...rest.items].find(({ id }) => id === small.team.id)
  expect([seen.includes(small.team.id), closed?.closed_at ?? 'later page']).not.toContain(null)
})

test('A count is taken again after an hour', async () => {
  const { team } = await makeOwner(app)
  await countStorage(app.server)
  const readCount = () =>
    app.server.db
      .selectFrom('team_storage')
      .select('counted_at')
      .where('team_id', '=', team.id)
      .executeTakeFirstOrThrow()
  const first = await readCount()
  await countStorage(app.server)
  expect(await readCount()).toEqual(first)
  await countStorage({ ...app.server, now: () => new Date(Date.now() + 3_700_000) })
  expect(await readCount()).not.toEqual(first)
})

test('A company whose bytes cannot be counted does not block the count of other companies', async () => {
  const [owner, other] = [await makeOwner(app), await makeOwner(app)]
  const sent = await sendModel(owner.client, owner.project.id, 'notes.ifc', NO_MODEL)
  const { id } = await waitUntilProcessed(owner.client, owner.project.id, sent)
  const params = { id: owner.project.id }
  const { id: issueId } = await owner.client.call(createIssue, { params, body: { name: 'Crack' } })
  const file = new Blob(['0123456789'])
  await owner.client.call(addAttachment, { params: { ...params, issueId }, query: { name: 'a.txt' }, file })
  const { db } = app.server
  const setSize = (bytes: string) =>
    sql`update bim_file_variants set size_bytes = ${bytes}::bigint where id = ${id}`.execute(db)
  await setSize('9223372036854775807')
  await countStorage(app.server).catch(() => {})
  const counted = async () =>
    (await db.selectFrom('team_storage').select('team_id').execute()).map(({ team_id }) => team_id)
  expect(await counted()).toContain(other.team.id)
  await setSize('1')
  await countStorage(app.server)
  expect(await counted()).toContain(owner.team.id)
})

test('A failed conversion is listed with its reason and runs again', async () => {
  const owner = await makeOwner(app, 'Fred Failed')
  const sent = await sendModel(
    owner.client,
    owner.project.id,
    'broken.ifc',
    Buffer.from(`${String(NO_MODEL)} `),
  )
  const variant = await waitUntilProcessed(owner.client, owner.project.id, sent)
  expect(variant.state).toBe('FAILED')
  const mine = async () => {
    const { items } = await operator.client.call(listFailedConversions, { query: {} })
    return items.filter(({ id }) => id === variant.id)
  }
  expect(await mine()).toMatchObject([
    {
      file_name: 'broken.ifc',
      project_name: 'Harbour School',
      company: 'Failed Builders',
      code: (variant.error as { code: string }).code,
      message: expect.stringMatching(/./),
      attempts: 1,
    },
  ])
  const { conversions } = await operator.client.call(getWork, {})
  expect(conversions.failed).toBeGreaterThan(0)

  await operator.client.call(restartConversion, { params: { variantId: variant.id } })
  const again = await waitUntilProcessed(owner.client, owner.project.id, sent)
  expect(again.state).toBe('FAILED')
  expect(await mine()).toMatchObject([{ attempts: 2 }])
  const { items } = await operator.client.call(listOperatorLog, { query: {} })
  expect(items[0]).toMatchObject({ kind: 'CONVERSION_RESTARTED', by: { id: operator.id } })
  const query = { after: `${(await mine())[0]?.failed_at},${variant.id}` }
  const next = await operator.client.call(listFailedConversions, { query })
  expect(next.items.map(({ id }) => id)).not.toContain(variant.id)

  await app.server.db
    .updateTable('bim_file_variants')
    .set({ state: 'COMPLETED' })
    .where('id', '=', variant.id)
    .execute()
  const refused = await refusal(
    operator.client.call(restartConversion, { params: { variantId: variant.id } }),
  )
  expect(refused.body.error).toBe('wrong_state')
})

test('Jobs are counted by kind, and given-up mails are sent again', async () => {
  const { db, jobs } = app.server
  await db
    .insertInto('mails')
    .values({
      id: crypto.randomUUID(),
      recipient: 'a@example.com',
      subject: 'x',
      html: '',
      text: '',
      state: 'FAILED',
      attempts: 9,
    })
    .execute()
  await sql`insert into pgboss.job (name, data, state) values ('bill', ${toJsonb({})}, 'failed')`.execute(db)
  await jobs.add(db, 'push', { at: 'once' })
  const before = await operator.client.call(getWork, {})
  expect(before.mails).toMatchObject({ name: 'mails', failed: 1 })
  expect(before.jobs.map(({ name }) => name)).toContain('sweep')
  expect(before.jobs.find(({ name }) => name === 'bill')).toMatchObject({ failed: 1, waiting: 0 })
  expect(await operator.client.call(retryMails, {})).toEqual({ mails: 1 })
  expect((await operator.client.call(getWork, {})).mails.failed).toBe(0)
})
