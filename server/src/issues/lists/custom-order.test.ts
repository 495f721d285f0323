import {
  type CustomField,
  type CustomFieldKind,
  type CustomValue,
  createCustomField,
  updateCustomField,
} from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { type IssueRow, updateIssue } from '@plumbline/contract/issues/issues'
import { getBoard, listIssues } from '@plumbline/contract/issues/lists'
import { buildSortText } from '@plumbline/contract/issues/sort-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { inTransaction, toJsonb } from '../../db/database.ts'
import { recordIssues } from '../log.ts'

/** Lists sorted and grouped by custom fields, compared with a plain sort of every row. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const kinds: readonly CustomFieldKind[] = ['TEXT', 'NUMBER', 'DATE', 'CHOICE', 'PERSON', 'CHECKBOX']
const choices = ['Wet', 'Dry', 'Frozen'].map((name) => ({ name }))
/** seeded: the same issues in every run */
const makeRandom = () => {
  let state = 7
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A project with 300 issues, every tenth hidden from the reader, most with values. */
async function start() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const people = [await makeMember(app, params.id, 'EDITOR'), await makeMember(app, params.id, 'EDITOR')]
  const reader = await makeMember(app, params.id, 'VIEWER')
  const fields: CustomField[] = []
  for (const kind of kinds)
    fields.push(
      await owner.client.call(createCustomField, {
        params,
        body: { name: kind, kind, ...(kind === 'CHOICE' ? { choices } : {}) },
      }),
    )
  const random = makeRandom()
  const draw = (field: CustomField): CustomValue => {
    const values: Record<CustomFieldKind, CustomValue> = {
      TEXT: ['Axis 10', 'Axis 9', 'ärmel', '\uffff'][random(4)] ?? '',
      // the largest one is the columns' marker for a missing number
      NUMBER: [-3, 0, 2.5, 2147483647, 2147483648][random(5)] ?? 0,
      DATE: `2026-0${1 + random(4)}-1${random(3)}`,
      CHOICE: field.choices[random(3)]?.id ?? '',
      PERSON: people[random(2)]?.id ?? '',
      CHECKBOX: true,
    }
    return values[field.kind]
  }
  const drawAll = () =>
    Object.fromEntries(fields.flatMap((field) => (random(5) < 3 ? [[field.id, draw(field)]] : [])))
  const rows = Array.from({ length: 300 }, (_, index) => ({
    ...{ id: crypto.randomUUID(), number: index + 1, project_id: params.id, name: `Issue ${index}` },
    ...{ team_id: owner.team.id, created_by: owner.id, updated_by: owner.id },
    visibility: index % 10 === 0 ? ('PRIVATE' as const) : ('ALL' as const),
    custom_fields: toJsonb(drawAll()),
  }))
  await app.server.db.insertInto('issues').values(rows).execute()
  await app.server.db
    .updateTable('projects')
    .set({ last_issue_number: 300 })
    .where('id', '=', params.id)
    .execute()
  return { owner, params, people, reader, fields, drawAll }
}

/** Reads all pages. */
async function listAll(by: Pick<User, 'client'>, id: string, query: Record<string, unknown>, limit = 37) {
  const items: IssueRow[] = []
  for (let after: string | null | undefined, page = 0; after !== null && page < 200; page++) {
    const reply = await by.client.call(listIssues, {
      params: { id },
      query: { ...query, limit, ...(after ? { after } : {}) } as never,
    })
    items.push(...reply.items)
    after = reply.next
    expect(reply.total).toBeGreaterThanOrEqual(items.length)
  }
  return items
}

/** The sort value of a field; null without a value. */
function sortValue(row: IssueRow, field: CustomField, people: User[]): string | number | null {
  const value = row.custom_fields[field.id]
  if (value === undefined) return null
  const names = people
    .map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}` }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
  switch (field.kind) {
    case 'TEXT':
      return buildSortText(String(value))
    case 'CHOICE':
      return field.choices.findIndex(({ id }) => id === value)
    case 'PERSON':
      return names.findIndex(({ id }) => id === value)
    case 'CHECKBOX':
      return 1
    default:
      return value as string | number
  }
}

function sortPlainly(rows: IssueRow[], field: CustomField, sign: 1 | -1, people: User[]) {
  return [...rows]
    .sort((a, b) => {
      const [x, y] = [sortValue(a, field, people), sortValue(b, field, people)]
      if ((x === null) !== (y === null)) return x === null ? 1 : -1
      const order = x === y || x === null || y === null ? 0 : x < y ? -1 : 1
      return sign * (order || a.number - b.number)
    })
    .map(({ number }) => number)
}

const numbersOf = (rows: IssueRow[]) => rows.map(({ number }) => number)

test('Pages sorted by a custom field of each kind have neither gaps nor hidden issues, and issues without a value come last', async () => {
  const { owner, params, people, reader, fields, drawAll } = await start()
  const check = async () => {
    for (const by of [owner, reader]) {
      const rows = await listAll(by, params.id, { sort: 'number' })
      for (const field of fields)
        for (const sign of [1, -1] as const) {
          const sort = `${sign < 0 ? '-' : ''}${buildCustomKey(field.id)}`
          const expected = sortPlainly(rows, field, sign, people)
          expect(numbersOf(await listAll(by, params.id, { sort })), field.kind).toEqual(expected)
          // few matches are sorted in another way
          const few = expected.filter((_, index) => index % 70 === 3)
          const sparse = await listAll(by, params.id, { sort, number: few.join() }, 2)
          expect(numbersOf(sparse), field.kind).toEqual(few)
        }
      expect(rows.length).toBe(by === reader ? 270 : 300)
    }
  }
  await check()
  // changed values move, in columns that are in use already
  const { db } = app.server
  await inTransaction(db, async (tx) => {
    const some = await tx
      .selectFrom('issues')
      .select('id')
      .where('project_id', '=', params.id)
      .where('number', '<', 40)
      .execute()
    for (const { id } of some)
      await tx
        .updateTable('issues')
        .set({ custom_fields: toJsonb(drawAll()) })
        .where('id', '=', id)
        .execute()
    await recordIssues(
      tx,
      { project_id: params.id, by: owner.id, at: new Date().toISOString() },
      some.map(({ id }) => ({ issue_id: id, kind: 'CHANGED' as const })),
    )
  })
  await check()
})

test('Lists grouped by a choice, a person or a checkbox keep groups together across pages; texts, numbers and days are refused', async () => {
  const { owner, params, people, reader, fields } = await start()
  for (const field of fields) {
    const group = buildCustomKey(field.id)
    if (!['CHOICE', 'PERSON', 'CHECKBOX'].includes(field.kind)) {
      expect(await refusal(listAll(owner, params.id, { group }))).toMatchObject({ status: 400 })
      continue
    }
    const rows = await listAll(reader, params.id, { group, sort: 'name' })
    expect(rows).toHaveLength(270)
    const keys = rows.map((row) => row.custom_fields[field.id] ?? null)
    const groups = keys.filter((key, index) => index === 0 || key !== keys[index - 1])
    expect(groups).toEqual([...new Set(keys)])
    expect(groups.at(-1)).toBeNull()
    const [first] = rows
    expect(first && sortValue(first, field, people)).toBe(field.kind === 'CHECKBOX' ? 1 : 0)
    // the sizes of the groups come from the board
    const { columns } = await reader.client.call(getBoard, { params, query: { group, limit: 1 } as never })
    expect(columns.map(({ key, total }) => [key, total])).toEqual(
      groups.map((key) => [key === null ? null : String(key), keys.filter((each) => each === key).length]),
    )
  }
})

test('An issue changes its group with its value, although the order within groups is kept', async () => {
  const { owner, params, reader, fields } = await start()
  const choice = fields[3] as CustomField
  const group = buildCustomKey(choice.id)
  const wanted = choice.choices[0]?.id ?? ''
  const first = async () => (await listAll(reader, params.id, { group, sort: '-number' })).at(0)
  const before = (await listAll(reader, params.id, { group, sort: '-number' })).at(-1)
  expect((await first())?.custom_fields[choice.id]).toBe(wanted)
  const body = { custom_fields: { [choice.id]: wanted }, name: 'Moved' }
  const change = { params: { ...params, issueId: before?.id ?? '' }, body }
  const { number } = await owner.client.call(updateIssue, change)
  const after = await listAll(reader, params.id, { group, sort: '-number' })
  expect(after.at(-1)?.number).not.toBe(number)
  expect(after.find((row) => row.number === number)?.custom_fields[choice.id]).toBe(wanted)
  const keys = after.map((row) => row.custom_fields[choice.id] ?? null)
  expect(keys.filter((key, index) => key !== keys[index - 1])).toHaveLength(new Set(keys).size)
})

test('A field that the project does not have sorts like one without values; archived fields and moved choices go on', async () => {
  const { owner, params, reader, fields } = await start()
  const sort = `-${buildCustomKey(crypto.randomUUID())}`
  const all = numbersOf(await listAll(reader, params.id, { sort: '-number' }))
  expect(numbersOf(await listAll(reader, params.id, { sort }))).toEqual(all)
  const group = buildCustomKey(crypto.randomUUID())
  expect(await listAll(reader, params.id, { group })).toHaveLength(270)
  const choice = fields[3] as CustomField
  const byChoice = async () => {
    const rows = await listAll(reader, params.id, { sort: buildCustomKey(choice.id) })
    return [...new Set(rows.map((row) => row.custom_fields[choice.id]))].slice(0, 3)
  }
  const ids = choice.choices.map(({ id }) => id)
  expect(await byChoice()).toEqual(ids)
  const change = { params: { ...params, customFieldId: choice.id } }
  const offered = choice.choices.map(({ id, name }) => ({ id, name }))
  await owner.client.call(updateCustomField, { ...change, body: { choices: offered.toReversed() } })
  expect(await byChoice()).toEqual(ids.toReversed())
  await owner.client.call(updateCustomField, { ...change, body: { archived: true } })
  expect(await byChoice()).toEqual(ids.toReversed())
})
