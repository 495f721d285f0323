import { createHeader } from '@plumbline/contract/bim/bim'
import {
  createIssue,
  deleteIssue,
  restoreIssue,
  updateIssue,
  watchIssue,
} from '@plumbline/contract/issues/issues'
import * as lists from '@plumbline/contract/issues/lists'
import { addComment, deleteComment } from '@plumbline/contract/issues/timeline'
import {
  createLevel,
  createSection,
  deleteLevel,
  updateLevel,
  updateProject,
} from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { createApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Caller = Pick<User, 'client'>
type Query = Record<string, string | number>

const file = (by: Caller, id: string, body: Record<string, unknown>) =>
  by.client.call(createIssue, { params: { id }, body: body as never })
const list = (by: Caller, id: string, query: Query = {}) =>
  by.client.call(lists.listIssues, { params: { id }, query: { sort: 'number', ...query } as never })
const board = (by: Caller, id: string, query: Query) =>
  by.client.call(lists.getBoard, { params: { id }, query: query as never })
const labels = (by: Caller, id: string) => by.client.call(lists.listLabels, { params: { id } })
const pins = (by: Caller, id: string, query: Query = {}) =>
  by.client.call(lists.listPins, { params: { id }, query: query as never })
const found = async (by: Caller, id: string, q: string) =>
  (await list(by, id, { q })).items.map(({ number }) => number)

const cycle = <T>(values: readonly T[], index: number) => values[index % values.length] as T

const fields = { assignee: 'assignee_id', level: 'level_id', section: 'section_id' } as const
const fieldOf = (group: string) => fields[group as 'level'] ?? group

/** A project with twenty issues that have several values in each groupable field. */
async function twentyIssues() {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const worker = await makeMember(app, id, 'CONTRIBUTOR')
  const high = await owner.client.call(createLevel, {
    params: { id },
    body: { name: 'Roof', elevation_m: 9 },
  })
  const low = await owner.client.call(createLevel, {
    params: { id },
    body: { name: 'Ground', elevation_m: 0 },
  })
  const core = await owner.client.call(createSection, { params: { id }, body: { name: 'Core' } })
  for (let index = 0; index < 20; index++)
    await file(owner, id, {
      name: `Issue ${index}`,
      priority: cycle(['LOW', 'HIGH', 'HIGH'], index),
      trade: cycle(['HVAC', 'FACADE'], index),
      type: cycle(['TASK', 'RFI', 'DEFECT'], index),
      level_id: cycle([high.id, low.id, low.id, null], index),
      section_id: cycle([core.id, null], index),
      assignee_id: cycle([worker.id, null, null], index),
      due_date: cycle(['2026-12-01', null, '2026-11-02', '2027-01-15', '2026-12-01'], index),
    })
  return { owner, id, worker, low, high }
}

test('A grouped list keeps equal values together and sorts within each group, across pages', async () => {
  const { owner, id } = await twentyIssues()
  for (const group of lists.boardGroups)
    for (const sort of ['-number', 'due_date', '-due_date', '-name']) {
      const numbers: number[] = []
      const keys: (string | null)[] = []
      for (let after: string | null = '', page = 0; after !== null && page < 10; page++) {
        const reply = await list(owner, id, { group, sort, limit: 7, ...(after ? { after } : {}) })
        for (const row of reply.items) {
          const key = row[fieldOf(group) as 'status'] as string | null
          if (keys.length === 0 || keys.at(-1) !== key) keys.push(key)
          numbers.push(row.number)
        }
        after = reply.next
      }
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys.slice(0, -1)).not.toContain(null)
      const expected: number[] = []
      for (const key of keys) {
        const whole = await list(owner, id, { [fieldOf(group)]: key ?? 'none', sort })
        expected.push(...whole.items.map(({ number }) => number))
      }
      expect([group, sort, numbers]).toEqual([group, sort, expected])
      expect(numbers).toHaveLength(20)
    }
  const first = await list(owner, id, { group: 'priority', sort: 'number' })
  expect(first.items[0]?.priority).toBe('HIGH')
  const few = await list(owner, id, {
    group: 'priority',
    priority: 'LOW,HIGH',
    number: '1,2,4',
    sort: '-number',
  })
  expect(few.items.map(({ number }) => number)).toEqual([2, 4, 1])
})

test('A board has the listed issues by column, and its cursors continue in the list', async () => {
  const { owner, id, worker, low, high } = await twentyIssues()
  for (const group of lists.boardGroups) {
    const field = fieldOf(group)
    const { columns } = await board(owner, id, { group, limit: 3, sort: '-created_at' })
    expect(columns.reduce((sum, { total }) => sum + total, 0)).toBe(20)
    for (const { key, total, items, next } of columns) {
      const query = { [field]: key ?? 'none', sort: '-created_at' }
      const whole = await list(owner, id, query)
      expect([group, key, whole.total]).toEqual([group, key, total])
      expect(items).toEqual(whole.items.slice(0, 3))
      expect(next === null).toBe(total <= 3)
      const rest = next ? (await list(owner, id, { ...query, after: next })).items : []
      expect([...items, ...rest]).toEqual(whole.items)
    }
  }
  const keys = async (group: string, more: Query = {}) =>
    (await board(owner, id, { group, ...more })).columns.map(({ key }) => key)
  expect(await keys('status', { priority: 'LOW' })).toEqual([
    'OPEN',
    'IN_PROGRESS',
    'RESOLVED',
    'REOPENED',
    'CLOSED',
    'VOID',
  ])
  expect(await keys('level')).toEqual([low.id, high.id, null])
  expect(await keys('assignee')).toEqual([worker.id, null])
})

test('Hidden issues do not appear in statistics, boards, labels or pins', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const viewer = await makeMember(app, id, 'VIEWER')
  const header = await owner.client.call(createHeader, { params: { id }, body: { name: 'Architecture' } })
  const anchors = [
    {
      ...{ bim_file_header_id: header.id, variant_version_at_creation: 1, ifc_guid: null },
      ...{ ifc_class: null, element_name: null, point: { x: 1, y: 2, z: 3 } },
    },
  ]
  await file(owner, id, { name: 'Seen', labels: ['Both'], anchors })
  const secret = await file(owner, id, {
    name: 'Secret',
    visibility: 'PRIVATE',
    labels: ['Both', 'Mine'],
    anchors,
  })
  const look = async (by: Caller) => ({
    list: (await list(by, id)).total,
    stat: (await by.client.call(lists.getIssueStat, { params: { id }, query: {} })).total,
    board: (await board(by, id, {})).columns.reduce((sum, { total, items }) => sum + total + items.length, 0),
    labels: await labels(by, id),
    pins: (await pins(by, id)).map(({ name }) => name),
    found: await found(by, id, 'secret'),
    byFile: (await list(by, id, { bim_file_header_id: header.id })).total,
  })
  const all = {
    ...{ list: 2, stat: 2, board: 4, byFile: 2, pins: ['Secret', 'Seen'], found: [2] },
    labels: [
      { label: 'Both', total: 2 },
      { label: 'Mine', total: 1 },
    ],
  }
  expect(await look(owner)).toEqual(all)
  const less = {
    ...{ list: 1, stat: 1, board: 2, byFile: 1, pins: ['Seen'], found: [] },
    labels: [{ label: 'Both', total: 1 }],
  }
  expect(await look(viewer)).toEqual(less)
  // a watcher sees it, a removed watcher does not
  await owner.client.call(updateIssue, {
    params: { id, issueId: secret.id },
    body: { watcher_ids: [viewer.id] },
  })
  expect(await look(viewer)).toEqual(all)
  await viewer.client.call(watchIssue, { params: { id, issueId: secret.id }, body: { watching: false } })
  expect(await look(viewer)).toEqual(less)
})

test('Search finds word prefixes in titles, descriptions and comments after each change', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const first = await file(owner, id, { name: 'Tür klemmt im EI30-C Rahmen', description: 'Axis B/12' })
  const second = await file(owner, id, { name: '100% done_here', description: "it's \\ 50 %" })
  for (const [q, numbers] of [
    ['tür', [1]],
    ['TÜR KLEM', [1]],
    ['klemmt door', []],
    ['ei30', [1]],
    ['axis b 12', [1]],
    ['emmt', []],
    ['0% done_', [2]],
    ["it's", [2]],
    ['\\', [2]],
    ['50 %', [2]],
    ['#2', [2]],
    ['2', [2]],
    ['#12', []],
    ['12', [1]],
    ["'); drop table issues; --", []],
    ['z & b | !c:*', []],
    ['   ', [1, 2]],
    ['x'.repeat(200), []],
  ] as const)
    expect([q, await found(owner, id, q)]).toEqual([q, [...numbers]])
  const said = await owner.client.call(addComment, {
    params: { id, issueId: second.id },
    body: { text: 'Hinges oiled' },
  })
  expect(await found(owner, id, 'hing done')).toEqual([2])
  await owner.client.call(deleteComment, { params: { id, issueId: second.id, commentId: said.id } })
  expect(await found(owner, id, 'hing')).toEqual([])
  await owner.client.call(updateIssue, { params: { id, issueId: first.id }, body: { name: 'Fenster' } })
  expect([await found(owner, id, 'tür'), await found(owner, id, 'fens axis')]).toEqual([[], [1]])
  await owner.client.call(deleteIssue, { params: { id, issueId: first.id } })
  expect(await found(owner, id, 'fens')).toEqual([])
  await owner.client.call(restoreIssue, { params: { id, issueId: first.id } })
  expect(await found(owner, id, 'fens')).toEqual([1])
})

test('Two servers see each other’s changes at once', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const other = await createApp({ config: app.server.config, databaseUrl: app.url })
  try {
    const cookie = [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const there = async () => {
      const answer = await other.fastify.inject({
        url: `/api/project/${id}/issue?sort=name`,
        headers: { cookie },
      })
      return (answer.json() as { items: { name: string }[] }).items.map(({ name }) => name)
    }
    const { id: issueId } = await file(owner, id, { name: 'b' })
    expect(await there()).toEqual(['b'])
    await file(owner, id, { name: 'a' })
    await owner.client.call(updateIssue, { params: { id, issueId }, body: { name: '10 c' } })
    await file(owner, id, { name: '9 c' })
    expect(await there()).toEqual(['9 c', '10 c', 'a'])
    await owner.client.call(deleteIssue, { params: { id, issueId } })
    expect(await there()).toEqual(['9 c', 'a'])
  } finally {
    await other.close()
  }
})

test('Lists follow changed and deleted levels and the project’s time zone', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const [one, two] = [
    await owner.client.call(createLevel, { params: { id }, body: { name: 'One', elevation_m: 1 } }),
    await owner.client.call(createLevel, { params: { id }, body: { name: 'Two', elevation_m: 2 } }),
  ]
  await file(owner, id, { name: 'On one', level_id: one.id })
  await file(owner, id, { name: 'On two', level_id: two.id })
  await file(owner, id, { name: 'Anywhere' })
  const order = async (sort: string) => (await list(owner, id, { sort })).items.map(({ number }) => number)
  expect([await order('level'), await order('-level')]).toEqual([
    [1, 2, 3],
    [2, 1, 3],
  ])
  await owner.client.call(updateLevel, { params: { id, levelId: one.id }, body: { elevation_m: 5 } })
  expect(await order('level')).toEqual([2, 1, 3])
  await owner.client.call(deleteLevel, { params: { id, levelId: two.id } })
  expect(await order('level')).toEqual([1, 2, 3])
  expect((await list(owner, id, { level_id: 'none' })).total).toBe(2)
  // at noon UTC it is tomorrow on Kiritimati and still today on Midway
  const now = new Date()
  const dayAt = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10)
  const counts: number[] = []
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Midway', 'UTC']) {
    await owner.client.call(updateProject, { params: { id }, body: { timezone } })
    const day = dayAt(timezone.endsWith('Kiritimati') ? 14 : timezone.endsWith('Midway') ? -11 : 0)
    counts.push((await list(owner, id, { created_from: day, created_to: day })).total)
  }
  expect(counts).toEqual([3, 3, 3])
})

test('A cursor of another sort order is refused', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  await file(owner, id, { name: 'One' })
  const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const after of ['x', place(null), place([1]), place(['a', 1]), place([1, 'a']), place([{}, 1])])
    expect([after, (await refusal(list(owner, id, { sort: 'due_date', after }))).status]).toEqual([
      after,
      400,
    ])
  expect((await list(owner, id, { sort: 'due_date', after: place([null, 0]) })).items).toHaveLength(1)
})

test('With scope OWN_COMPANY contributors neither see nor receive events of other companies’ issues', async () => {
  const owner = await makeOwner(app)
  const other = await makeOwner(app)
  const { id } = owner.project
  const [guest, colleague, viewer] = [
    await makeMember(app, id, 'CONTRIBUTOR'),
    await makeMember(app, id, 'CONTRIBUTOR'),
    await makeMember(app, id, 'VIEWER'),
  ]
  for (const user of [guest, colleague])
    await app.server.db
      .updateTable('project_members')
      .set({ team_id: other.team.id })
      .where('user_id', '=', user.id)
      .execute()
  await owner.client.call(updateProject, { params: { id }, body: { contributor_issue_scope: 'OWN_COMPANY' } })
  await file(owner, id, { name: 'By the owner' })
  await file(guest, id, { name: 'By the guest' })
  await file(owner, id, { name: 'For the guest', assignee_id: guest.id })
  const names = async (by: Caller) => (await list(by, id)).items.map(({ name }) => name)
  expect(await names(guest)).toEqual(['By the guest', 'For the guest'])
  expect(await names(colleague)).toEqual(['By the guest'])
  for (const by of [owner, viewer]) expect((await names(by)).length).toBe(3)
  const told = await app.server.db
    .selectFrom('outbox')
    .select('audience')
    .where('project_id', '=', id)
    .where('type', '=', 'issue.created')
    .orderBy('id')
    .execute()
  const hears = told.map(({ audience }) =>
    [owner, viewer, guest, colleague].map((user) => JSON.stringify(audience).includes(user.id)),
  )
  expect(hears).toEqual([
    [true, true, false, false],
    [true, true, true, true],
    [true, true, true, false],
  ])
})
