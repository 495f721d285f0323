import { randomUUID } from 'node:crypto'
import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { addComment } from '@plumbline/contract/issues/timeline'
import { updateProject } from '@plumbline/contract/projects/projects'
import { type PermissionLevel, permissionLevels } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Audience } from '../src/live/tell.ts'
import { startApp, type TestApp } from './app.ts'
import { makeOwner, makeUser, type User } from './make.ts'
import { Random } from './random.ts'

/**
 * The visibility of an issue is decided in SQL for single issues, on cached columns for lists, and in memory for the
 * recipients of events. For generated people and issues all three give the same users.
 */

const ISSUES = 40
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

interface Person extends User {
  label: string
}

let app: TestApp
let owner: Awaited<ReturnType<typeof makeOwner>>
/** everyone with access to the project */
let members: Person[]
/** members of the companies without access, one of them a former member of the project */
let outsiders: Person[]
let issueIds: string[]

const random = new Random(seed)

async function createPerson(label: string): Promise<Person> {
  return { ...(await makeUser(app)), label }
}

async function joinTeam(user: Person, teamId: string, role: 'ADMIN' | 'MEMBER') {
  await app.server.db.insertInto('team_members').values({ team_id: teamId, user_id: user.id, role }).execute()
}

async function joinProject(user: Person, teamId: string | null, permission_level: PermissionLevel) {
  await app.server.db
    .insertInto('project_members')
    .values({
      project_id: owner.project.id,
      user_id: user.id,
      team_id: teamId,
      role: 'OTHER',
      permission_level,
    })
    .execute()
}

/** Two members of each level, each for a random one of the companies or for none. */
async function createProjectMembers(companies: (string | null)[]) {
  const created: Person[] = []
  for (const level of permissionLevels) {
    for (const number of [1, 2]) {
      const person = await createPerson(`${level} ${number}`)
      await joinProject(person, random.pick(companies), level)
      created.push(person)
    }
  }
  return created
}

/** An issue of any creator, assignee, watcher, company and visibility, as imports and departures can leave it. */
async function createRandomIssue(people: Person[], companies: (string | null)[]) {
  const params = { id: owner.project.id }
  const { id } = await owner.client.call(createIssue, { params, body: { name: 'Crack in slab' } })
  const involve = () => (random.chance(0.3) ? random.pick(people).id : null)
  await app.server.db.deleteFrom('issue_watchers').where('issue_id', '=', id).execute()
  const fields = {
    visibility: random.pick(['ALL', 'COMPANY', 'PRIVATE'] as const),
    team_id: random.pick(companies),
    created_by: involve(),
    assignee_id: involve(),
  }
  await app.server.db.updateTable('issues').set(fields).where('id', '=', id).execute()
  const watcher = involve()
  if (watcher)
    await app.server.db.insertInto('issue_watchers').values({ issue_id: id, user_id: watcher }).execute()
  // an ordinary change, after which the lists read the row again
  await owner.client.call(updateIssue, { params: { ...params, issueId: id }, body: { priority: 'HIGH' } })
  return id
}

beforeAll(async () => {
  app = await startApp()
  owner = await makeOwner(app)
  const other = await makeOwner(app)
  const companies = [owner.team.id, other.team.id, null]
  const companyAdmin = await createPerson('administrator of the owning company')
  await joinTeam(companyAdmin, owner.team.id, 'ADMIN')
  const modestAdmin = await createPerson('administrator of the owning company, VIEWER in the project')
  await joinTeam(modestAdmin, owner.team.id, 'ADMIN')
  await joinProject(modestAdmin, null, 'VIEWER')
  const colleague = await createPerson('member of the owning company')
  await joinTeam(colleague, owner.team.id, 'MEMBER')
  const foreignOwner: Person = { ...other, label: 'owner of another company' }
  const former = await createPerson('former member')
  members = [
    { ...owner, label: 'owner of the company' },
    companyAdmin,
    modestAdmin,
    ...(await createProjectMembers(companies)),
  ]
  outsiders = [colleague, foreignOwner, former]
  issueIds = []
  for (let count = 0; count < ISSUES; count++)
    issueIds.push(await createRandomIssue([...members, ...outsiders], companies))
})

afterAll(() => app.close())

/** For each issue, the labels of the people who can open it. */
async function openEverything() {
  const found = new Map<string, string[]>()
  for (const issueId of issueIds) {
    const readers: string[] = []
    for (const { client, label } of [...members, ...outsiders]) {
      const path = `/api/project/${owner.project.id}/issue/${issueId}`
      if ((await client.send(getIssue.method, path)).status === 200) readers.push(label)
    }
    found.set(issueId, readers)
  }
  return found
}

/** For each issue, the labels of the callers whose list contains it; also checks each list's count. */
async function listEverything() {
  const found = new Map<string, string[]>(issueIds.map((id) => [id, []]))
  for (const { client, label } of members) {
    const query = { limit: 200 }
    const { items, total } = await client.call(listIssues, { params: { id: owner.project.id }, query })
    for (const { id } of items) found.get(id)?.push(label)
    // rows are read from the database, their number from the cached columns
    expect(total, label).toBe(items.length)
  }
  return found
}

/** For each issue, the labels of the people who receive the event of a write. */
async function listenToEverything(write: (issueId: string) => Promise<unknown>) {
  const found = new Map<string, string[]>()
  for (const issueId of issueIds) {
    await app.server.db.deleteFrom('outbox').execute()
    await write(issueId)
    const { rows } = await sql<{ audience: Audience }>`
      select audience from outbox where data->>'issue_id' = ${issueId}`.execute(app.server.db)
    const audiences = rows.map(({ audience }) => audience)
    const hears = ({ id }: Person) =>
      audiences.some((audience) => 'level' in audience || audience.users.includes(id))
    const isForAll = audiences.some((audience) => 'level' in audience)
    const listeners = isForAll ? members : [...members, ...outsiders].filter(hears)
    found.set(
      issueId,
      listeners.map(({ label }) => label),
    )
  }
  return found
}

for (const contributor_issue_scope of ['ALL', 'OWN_COMPANY'] as const) {
  test(`Pages, lists and events agree on who may see an issue, with the scope ${contributor_issue_scope} (seed ${seed})`, async () => {
    const params = { id: owner.project.id }
    await owner.client.call(updateProject, { params, body: { contributor_issue_scope } })
    const readers = await openEverything()
    expect(new Set([...readers.values()].map((labels) => labels.length)).size).toBeGreaterThan(1)
    expect(await listEverything()).toEqual(readers)
    const comment = (issueId: string) =>
      owner.client.call(addComment, { params: { ...params, issueId }, body: { text: 'Seen on site' } })
    expect(await listenToEverything(comment)).toEqual(readers)
    const label = (issueId: string) =>
      owner.client.call(bulkChangeIssues, {
        params,
        body: { ids: [issueId], change: { add_labels: [randomUUID()] } },
      })
    expect(await listenToEverything(label)).toEqual(readers)
  })
}
