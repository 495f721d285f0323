import { randomUUID } from 'node:crypto'
import { formatCustomFilter } from '@plumbline/contract/issues/custom-filter'
import type { IssueFilter } from '@plumbline/contract/issues/filter'
import { decimalPresence, dueFilters, issueSorts, negatableFilters } from '@plumbline/contract/issues/filter'
import {
  type IssueType,
  issuePriorities,
  issueTypes,
  issueVisibilities,
} from '@plumbline/contract/issues/issue-fields'
import { issueSources, issueStatuses } from '@plumbline/contract/issues/issues'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { getIssueStat, listIssues } from '@plumbline/contract/issues/lists'
import { updateProject } from '@plumbline/contract/projects/projects'
import { type Trade, trades } from '@plumbline/contract/projects/trades'
import type { PermissionLevel } from '@plumbline/contract/roles'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { customConditions } from '../../../test/custom-conditions.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import {
  dayIn,
  hasWords,
  isDue,
  type ListedRow,
  matches,
  plusDays,
  zone,
} from '../../../test/plain-filter.ts'
import { inTransaction, toJsonb } from '../../db/database.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { recordIssues } from '../log.ts'
import { visibleIssues } from '../visible.ts'

/** Compares lists from the columns in memory with a plain evaluation of every row that the visibility SQL returns. */

const ISSUES = 400
/** with values that a project adds */
const types: readonly IssueType[] = [...issueTypes, 'OWN_1', 'OWN_100']
const allTrades: readonly Trade[] = [...trades, 'OWN_2', 'OWN_30']

let app: TestApp
let owner: Awaited<ReturnType<typeof makeOwner>>
let people: { user: User; level: PermissionLevel }[]
let teams: string[]
let files: string[]
let levels: string[]

/** Seeded: the same issues in every run. */
const random = (() => {
  let state = 20261121
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
})()
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const maybe = <T>(part: number, value: T): T | null => (random() < part ? value : null)
const words = ['door', 'window', 'slab', 'crack', 'Tür', 'EI30-C', '100%', 'pipe', 'axis', 'DN 50']
const labels = ['Concrete', 'Fire', 'a,b', 'Über']
const now = Date.now()

/** ids of custom fields: a choice, a number, a day, a text and a person */
const own = Array.from({ length: 5 }, () => randomUUID())
function makeOwnValues(): Record<string, unknown> {
  const [choice = '', amount = '', day = '', text = '', person = ''] = own
  const values = {
    [choice]: maybe(0.6, pick(['dry', 'wet', 'none'])),
    [amount]: maybe(0.6, Math.floor((random() - 0.5) * 80) / 4),
    [day]: maybe(0.6, new Date(now + (random() - 0.5) * 40 * 86_400_000).toISOString().slice(0, 10)),
    [text]: maybe(0.6, `${pick(words)} ${pick(words)}`),
    [person]: maybe(0.6, pick(people).user.id),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && random() < 0.6))
}

function makeIssue(number: number) {
  const created = now - Math.floor(random() * 200 * 86_400_000)
  const status = pick(issueStatuses)
  const resolved = status === 'RESOLVED' || status === 'CLOSED' ? created + random() * 5e8 : null
  return {
    id: randomUUID(),
    number,
    name: `${pick(words)} ${pick(words)} ${Math.floor(random() * 30)}`,
    description: maybe(0.5, `${pick(words)} here`) ?? '',
    ...{ status, priority: pick(issuePriorities), type: pick(types), trade: pick(allTrades) },
    ...{ source: pick(issueSources), visibility: random() < 0.6 ? 'ALL' : pick(issueVisibilities) },
    level_id: maybe(0.7, pick(levels)),
    labels: labels.filter(() => random() < 0.3),
    assignee_id: maybe(0.6, pick(people).user.id),
    created_by: pick(people).user.id,
    team_id: maybe(0.8, pick(teams)),
    stage: maybe(0.2, pick(['Shell', 'Finish'])),
    estimate_hours: maybe(0.5, Math.floor(random() * 80) / 4),
    custom_fields: toJsonb(makeOwnValues()),
    due_date: maybe(0.6, new Date(now + (random() - 0.5) * 40 * 86_400_000).toISOString().slice(0, 10)),
    created_at: new Date(created).toISOString(),
    updated_at: new Date(created + random() * 1e9).toISOString(),
    resolved_at: resolved && new Date(resolved).toISOString(),
    closed_at: status === 'CLOSED' && resolved ? new Date(resolved + 1e7).toISOString() : null,
    deleted_at: maybe(0.1, new Date(now).toISOString()),
  }
}

async function insertIssues() {
  const project_id = owner.project.id
  const { db } = app.server
  for (let number = 1; number <= ISSUES; number++) {
    const issue = makeIssue(number)
    await db
      .insertInto('issues')
      .values({ ...issue, project_id } as never)
      .execute()
    if (random() < 0.2)
      await db
        .insertInto('issue_watchers')
        .values({ issue_id: issue.id, user_id: pick(people).user.id })
        .execute()
    if (random() < 0.3)
      await db
        .insertInto('issue_anchors')
        .values({
          ...{ id: randomUUID(), issue_id: issue.id, bim_file_header_id: pick(files), order: 0 },
          ...{ variant_version_at_creation: 1, point: sql`'{"x":0,"y":0,"z":0}'::jsonb` as never },
        })
        .execute()
  }
}

beforeAll(async () => {
  app = await startApp()
  owner = await makeOwner(app)
  const { db } = app.server
  const { id } = owner.project
  teams = [owner.team.id, (await makeOwner(app)).team.id]
  people = [{ user: owner, level: 'ADMIN' }]
  for (const level of ['VIEWER', 'CONTRIBUTOR', 'CONTRIBUTOR', 'EDITOR', 'ADMIN'] as const) {
    const user = await makeMember(app, id, level, `${pick(['Ann', 'bo', 'Émile', 'Zoë'])} Person`)
    people.push({ user, level })
    await db
      .updateTable('project_members')
      .set({ team_id: maybe(0.8, pick(teams)) })
      .where('user_id', '=', user.id)
      .execute()
  }
  files = [randomUUID(), randomUUID()]
  for (const file of files)
    await sql`insert into bim_file_headers (id, project_id, name, type_of, trade)
      values (${file}, ${id}, 'File', 'MODEL', 'GENERAL')`.execute(db)
  levels = [randomUUID(), randomUUID(), randomUUID()]
  for (const [index, level] of levels.entries())
    await sql`insert into levels (id, project_id, name, elevation_m, "order")
      values (${level}, ${id}, ${`L${index}`}, ${-index}, ${index})`.execute(db)
  await db.updateTable('projects').set({ timezone: zone }).where('id', '=', id).execute()
  await insertIssues()
})
afterAll(() => app.close())

/** The visible rows with the additional data that filters need. */
async function visible(user: User) {
  const { db } = app.server
  const member = await findProjectMember(db, user.id, owner.project.id)
  return visibleIssues(db, member as NonNullable<typeof member>)
    .selectAll('issues')
    .select([
      sql<string[]>`array(select user_id::text from issue_watchers w where w.issue_id = issues.id)`.as(
        'watchers',
      ),
      sql<
        string[]
      >`array(select bim_file_header_id::text from issue_anchors a where a.issue_id = issues.id)`.as('files'),
    ])
    .orderBy('number')
    .execute()
}

const some = <T>(values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const day = fc.integer({ min: -200, max: 30 }).map((days) => dayIn(now + days * 86_400_000))

/** A random filter of up to three fields. */
const filters = () =>
  fc
    .record(
      {
        q: fc.constantFrom(...words, 'do', '0%', 'window 1', 'tür'),
        ...{ status: some(issueStatuses), priority: some(issuePriorities), type: some(types) },
        ...{ trade: some(allTrades), source: some(issueSources) },
        assignee_id: some(['me', 'none', ...people.map(({ user }) => user.id)]),
        created_by: some(['me', ...people.map(({ user }) => user.id)]),
        watcher_id: some(['me', ...people.map(({ user }) => user.id)]),
        level_id: some(['none', ...levels]),
        section_id: some(['none', randomUUID()]),
        bim_file_header_id: some([...files, randomUUID()]),
        label: some(['Concrete', 'a%2Cb', 'Über', 'missing']).map((list) => list.join()),
        stage: fc.constantFrom('Shell', 'Finish', 'other'),
        estimate_hours: fc.constantFrom(...decimalPresence),
        ...{
          estimate_hours_from: fc.constantFrom(0, 2.5, 10),
          estimate_hours_to: fc.constantFrom(0, 5, 12.25),
        },
        due: fc.constantFrom(...dueFilters),
        ...{ due_from: day, due_to: day, created_from: day, created_to: day },
        ...{ updated_from: day, updated_to: day, closed_from: day, closed_to: day },
        number: some(['1', '7', '12', '399', '9999']).map((list) => list.join()),
        custom_fields: fc
          .array(customConditions({ own, day, person: String(people[0]?.user.id) }), {
            minLength: 1,
            maxLength: 2,
          })
          .map(formatCustomFilter),
      },
      { requiredKeys: [] },
    )
    .map((filter) => {
      const chosen = Object.fromEntries(
        Object.entries(filter)
          .sort(() => random() - 0.5)
          .slice(0, 3),
      ) as IssueFilter
      const not = negatableFilters.filter((name) => chosen[name] !== undefined && random() < 0.4)
      return not.length > 0 ? { ...chosen, not } : chosen
    })

const query = (filter: IssueFilter) =>
  Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, String(value)]))

async function allNumbers(user: User, filter: IssueFilter, sort: string, limit: number): Promise<number[]> {
  const numbers: number[] = []
  let after: string | null = null
  let total: number | null = null
  do {
    const page: { items: { number: number }[]; total: number; next: string | null } = await user.client.call(
      listIssues,
      {
        params: { id: owner.project.id },
        query: { ...query(filter), sort, limit, ...(after ? { after } : {}) } as never,
      },
    )
    numbers.push(...page.items.map(({ number }) => number))
    total ??= page.total
    expect(page.total).toBe(total)
    after = page.next
  } while (after)
  expect(numbers).toHaveLength(total)
  return numbers
}

test.each(['ALL', 'OWN_COMPANY'] as const)(
  'Any filter matches the same issues as a check of every row, for every member (contributors see %s)',
  async (contributor_issue_scope) => {
    await owner.client.call(updateProject, {
      params: { id: owner.project.id },
      body: { contributor_issue_scope },
    })
    const rows = new Map<User, ListedRow[]>()
    for (const { user } of people) rows.set(user, await visible(user))
    // the sample contains hidden issues, and members see different numbers of issues
    expect(new Set([...rows.values()].map((own) => own.length)).size).toBeGreaterThan(3)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: people.length - 1 }), filters(), async (who, filter) => {
        const { user } = people[who] as (typeof people)[number]
        const expected = (rows.get(user) ?? []).filter((row) => matches(row, filter, user.id))
        expect(await allNumbers(user, filter, 'number', 150)).toEqual(expected.map(({ number }) => number))
      }),
      { numRuns: 150, seed: 5 },
    )
  },
)

const sortValue = (
  row: ListedRow,
  sort: (typeof issueSorts)[number],
  readers: string[],
): string | number | null => {
  switch (sort) {
    case 'status':
      return issueStatuses.indexOf(row.status)
    case 'priority':
      return issuePriorities.indexOf(row.priority)
    case 'type':
      return types.indexOf(row.type)
    case 'trade':
      return allTrades.indexOf(row.trade)
    case 'assignee':
      return row.assignee_id && readers.indexOf(row.assignee_id)
    case 'level':
      // the level created first has the highest elevation
      return row.level_id && -levels.indexOf(row.level_id)
    case 'section':
      return row.section_id
    case 'created_at':
    case 'updated_at':
      return Date.parse(row[sort])
    default:
      return row[sort]
  }
}

test.each(issueSorts.flatMap((sort) => [sort, `-${sort}`]))(
  'Pages sorted by %s have neither gaps nor duplicates, and issues without a value come last',
  async (order) => {
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    // by name, then by id for equal names
    const readers = people
      .map(({ user }) => ({ id: user.id, name: `${user.first_name} ${user.last_name}` }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
    const sort = order.replace('-', '') as (typeof issueSorts)[number]
    const sign = order.startsWith('-') ? -1 : 1
    const rows = await visible(owner)
    const expected = rows.sort((a, b) => {
      const [x, y] = [sortValue(a, sort, readers), sortValue(b, sort, readers)]
      if ((x === null) !== (y === null)) return x === null ? 1 : -1
      const order = typeof x === 'string' && typeof y === 'string' ? compare(x, y) : Number(x) - Number(y)
      return sign * (order || a.number - b.number)
    })
    const numbers = expected.map(({ number }) => number)
    expect(await allNumbers(owner, {}, order, 37)).toEqual(numbers)
    // sparse matches use a different algorithm
    const few = numbers.filter((_, index) => index % 70 === 3)
    expect(few.length * 50).toBeLessThan(numbers.length)
    expect(await allNumbers(owner, { number: few.join() }, order, 2)).toEqual(few)
  },
)

test('Changed issues move in every sort order and filter at once', async () => {
  const { db } = app.server
  for (let round = 0; round < 5; round++) {
    const changed = (await visible(owner)).filter(() => random() < 0.1)
    await inTransaction(db, async (tx) => {
      for (const { id } of changed)
        await tx
          .updateTable('issues')
          .set({
            ...{ name: pick(words), priority: pick(issuePriorities), updated_at: new Date().toISOString() },
            ...{ status: pick(issueStatuses), deleted_at: maybe(0.2, new Date().toISOString()) },
          })
          .where('id', '=', id)
          .execute()
      const at = new Date().toISOString()
      await recordIssues(
        tx,
        { project_id: owner.project.id, by: null, at },
        changed.map(({ id }) => ({ issue_id: id, kind: 'CHANGED' })),
      )
    })
    const rows = await visible(owner)
    const byUpdate = rows.sort(
      (a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at) || b.number - a.number,
    )
    expect(await allNumbers(owner, {}, '-updated_at', 200)).toEqual(byUpdate.map(({ number }) => number))
    const high = rows
      .filter((row) => row.priority === 'HIGH' && hasWords(row, 'crack'))
      .map(({ number }) => number)
    const found = await allNumbers(owner, { priority: ['HIGH'], q: 'crack' }, 'number', 200)
    expect(found).toEqual(high.sort((a, b) => a - b))
  }
})

test('Statistics match the listed issues', async () => {
  for (const { user } of people) {
    const rows = await visible(user)
    const stat = await user.client.call(getIssueStat, {
      params: { id: owner.project.id },
      query: { weeks: 30 },
    })
    const open = rows.filter(({ status }) => openStatuses.includes(status))
    expect(stat.total).toBe(rows.length)
    expect(stat.open).toBe(open.length)
    expect(stat.overdue).toBe(rows.filter((row) => isDue(row, 'overdue')).length)
    expect(stat.due_7_days).toBe(rows.filter((row) => isDue(row, 'next_7_days')).length)
    expect(stat.unassigned).toBe(rows.filter((row) => row.assignee_id === null).length)
    expect(stat.mine).toBe(open.filter((row) => row.assignee_id === user.id).length)
    for (const status of issueStatuses)
      expect(stat.by_status[status]).toBe(rows.filter((row) => row.status === status).length)
    for (const { id, total, open: still } of stat.by_assignee) {
      expect(total).toBe(rows.filter((row) => row.assignee_id === id).length)
      expect(still).toBe(open.filter((row) => row.assignee_id === id).length)
    }
    expect(stat.by_level.map(({ id }) => id)).toEqual([...levels].reverse().concat(null as never))
    const resolved = rows.filter((row) => row.resolved_at !== null)
    const hours = resolved.map(
      (row) => (Date.parse(row.resolved_at ?? '') - Date.parse(row.created_at)) / 3_600_000,
    )
    expect(stat.mean_hours_to_resolve).toBeCloseTo(
      hours.reduce((sum, each) => sum + each, 0) / hours.length,
      3,
    )
    expect(stat.weekly).toHaveLength(30)
    for (const { week, opened, closed, open_at_end } of stat.weekly) {
      expect(new Date(`${week}T00:00:00Z`).getUTCDay()).toBe(1)
      const end = plusDays(week, 7)
      const inWeek = (instant: string | null) =>
        instant !== null && dayIn(instant) >= week && dayIn(instant) < end
      expect(opened).toBe(rows.filter((row) => inWeek(row.created_at)).length)
      expect(closed).toBe(rows.filter((row) => inWeek(row.closed_at)).length)
      const before = (instant: string | null) => instant !== null && dayIn(instant) < end
      expect(open_at_end).toBe(rows.filter((row) => before(row.created_at) && !before(row.done_at)).length)
    }
  }
})
