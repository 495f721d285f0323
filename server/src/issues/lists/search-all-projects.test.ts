import { createHeader, deleteHeader } from '@plumbline/contract/bim/bim'
import { createIssue, deleteIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { searchAllProjects } from '@plumbline/contract/issues/search'
import { createProject } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeMember, makeOwner, makeUser, type User } from '../../../test/make.ts'
import { recordStatements } from '../../../test/recorded-statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const report = (by: Pick<User, 'client'>, id: string, body: Record<string, unknown>) =>
  by.client.call(createIssue, { params: { id }, body: body as never })
const search = async (by: Pick<User, 'client'>, q: string, limit?: number) => {
  const { issues, files } = await by.client.call(searchAllProjects, {
    query: { q, ...(limit ? { limit } : {}) },
  })
  return {
    issues: issues.map(({ name, project_name }) => `${project_name}: ${name}`),
    files: files.map(({ name }) => name),
  }
}

test('Issues and files of all projects are found by the beginnings of their words, changed last first', async () => {
  const owner = await makeOwner(app)
  const harbour = owner.project.id
  const { id: bridge } = await owner.client.call(createProject, { body: { name: 'Bridge' } })
  const here = owner.project.name
  await report(owner, harbour, { name: 'Crack in slab', description: 'Near the lift' })
  await report(owner, bridge, { name: 'Cracked bearing' })
  await report(owner, bridge, { name: 'Loose bolt' })
  const gone = await report(owner, bridge, { name: 'Crack, deleted' })
  await owner.client.call(deleteIssue, { params: { id: bridge, issueId: gone.id } })
  expect((await search(owner, 'crack')).issues).toEqual(['Bridge: Cracked bearing', `${here}: Crack in slab`])
  expect((await search(owner, 'SLAB crac')).issues).toEqual([`${here}: Crack in slab`])
  expect((await search(owner, 'lift')).issues).toEqual([`${here}: Crack in slab`])
  expect((await search(owner, 'crack', 1)).issues).toEqual(['Bridge: Cracked bearing'])
  expect((await search(owner, '#1')).issues).toEqual(['Bridge: Cracked bearing', `${here}: Crack in slab`])
  expect(await search(owner, '%%')).toEqual({ issues: [], files: [] })

  const make = (id: string, name: string) =>
    owner.client.call(createHeader, { params: { id }, body: { name, type_of: 'MODEL', trade: 'STRUCTURE' } })
  await make(harbour, 'Steel frame 100%')
  const { id: headerId } = await make(bridge, 'Steel deck')
  expect((await search(owner, 'steel')).files).toEqual(['Steel deck', 'Steel frame 100%'])
  expect((await search(owner, '0% frame')).files).toEqual(['Steel frame 100%'])
  await owner.client.call(deleteHeader, { params: { id: bridge, headerId } })
  expect((await search(owner, 'steel')).files).toEqual(['Steel frame 100%'])
})

test('The newest matches of large projects in memory equal those of the database', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const member = await makeMember(app, id, 'VIEWER')
  await report(owner, id, { name: 'Sealant, hidden', visibility: 'PRIVATE' })
  for (let at = 0; at < 5; at++) await report(owner, id, { name: `Sealant ${at}` })
  const { id: other } = await owner.client.call(createProject, { body: { name: 'Bridge' } })
  await report(owner, other, { name: 'Sealant of the bridge' })
  const all = () =>
    Promise.all([search(owner, 'sealant', 4), search(member, 'sealant', 4), search(owner, 'sealant')])
  const before = await all()
  expect(before.map(({ issues }) => issues.length)).toEqual([4, 4, 7])
  // enough issues for the project to be a large one
  const { db } = app.server
  await sql`insert into issues (id, project_id, number, name, created_by)
    select gen_random_uuid(), ${id}, n, 'Filler', ${owner.id} from generate_series(100, 10100) n`.execute(db)
  await owner.client.call(listIssues, { params: { id }, query: {} })
  const statements = await recordStatements(db, async () => expect(await all()).toEqual(before))
  expect(statements.some(({ sql }) => /"number" = any/.test(sql))).toBe(true)
  await report(owner, id, { name: 'Sealant at last' })
  expect((await search(owner, 'sealant', 1)).issues).toEqual([`${owner.project.name}: Sealant at last`])
})

test('No projects or issues are found that the caller may not see', async () => {
  const owner = await makeOwner(app)
  const id = owner.project.id
  await report(owner, id, { name: 'Corrosion for everybody' })
  await report(owner, id, { name: 'Corrosion in private', visibility: 'PRIVATE' })
  const member = await makeMember(app, id, 'VIEWER')
  expect((await search(member, 'corrosion')).issues).toEqual([
    `${owner.project.name}: Corrosion for everybody`,
  ])
  const stranger = await makeUser(app)
  expect(await search(stranger, 'corrosion')).toEqual({ issues: [], files: [] })
})

test('A search of one character is refused', async () => {
  const owner = await makeOwner(app)
  await expect(search(owner, ' a ')).rejects.toMatchObject({ status: 400 })
})
