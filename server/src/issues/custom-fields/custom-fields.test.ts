import { removeMember } from '@plumbline/contract/access/access'
import type { BodyOf } from '@plumbline/contract/http'
import {
  type CustomField,
  createCustomField,
  listCustomFields,
  updateCustomField,
} from '@plumbline/contract/issues/custom-fields'
import { type CustomCondition, formatCustomFilter } from '@plumbline/contract/issues/custom-filter'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { englishNotificationTexts, formatNotification } from '@plumbline/contract/notifications/words'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeFieldDefiner, makeMember, makeOwner, type User } from '../../../test/make.ts'

/** Custom fields: their definitions, and the values of issues after changes of definitions. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Definition = BodyOf<typeof createCustomField>

const start = async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const { client } = owner
  const define = makeFieldDefiner(owner, owner.project.id)
  const change = (field: CustomField, body: BodyOf<typeof updateCustomField>) =>
    client.call(updateCustomField, { params: { ...params, customFieldId: field.id }, body })
  const file = (custom_fields: Record<string, unknown> = {}, more: object = {}, by: User = owner) =>
    by.client.call(createIssue, { params, body: { name: 'Wall', custom_fields, ...more } as never })
  const edit = (issueId: string, body: object, ifMatch?: number) =>
    client.call(
      updateIssue,
      { params: { ...params, issueId }, body: body as never },
      ifMatch ? { 'if-match': `"${ifMatch}"` } : {},
    )
  const list = async (...conditions: CustomCondition[]) => {
    const query = { custom_fields: formatCustomFilter(conditions), sort: 'number' as const }
    return (await client.call(listIssues, { params, query })).items.map(({ number }) => number)
  }
  return { owner, client, params, define, change, file, edit, list }
}

const choices = [{ name: 'Workmanship' }, { name: 'Design' }, { name: 'Material' }]
const nameOf = (fields: { name: string }[]) => fields.map(({ name }) => name)
const choiceOf = (field: CustomField, name: string) =>
  field.choices.find((choice) => choice.name === name)?.id ?? ''

test('An editor defines fields in order, renames, moves, archives and restores them; others only read them', async () => {
  const { owner, client, params, define, change } = await start()
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices })
  const cost = await define({ name: 'Cost', kind: 'NUMBER' })
  await define({ name: 'Inspected', kind: 'DATE' })
  expect(nameOf(await change(cost, { order: 1 }))).toEqual(['Cost', 'Cause', 'Inspected'])
  const [, renamed] = await change(cause, { name: 'Root cause' })
  expect(renamed).toMatchObject({ name: 'Root cause', order: 2, choices: cause.choices })
  const fields = await change(cost, { archived: true })
  expect(fields.map(({ name, archived, order }) => [name, archived, order])).toEqual([
    ['Root cause', false, 1],
    ['Inspected', false, 2],
    ['Cost', true, expect.any(Number)],
  ])
  // the name of an archived field is free, and taken again when it is restored
  const other = await define({ name: 'cost', kind: 'TEXT' })
  expect(await refusal(change(cost, { archived: false }))).toMatchObject({ status: 409 })
  await change(other, { name: 'Notes' })
  expect(nameOf(await change(cost, { archived: false }))).toEqual([
    'Root cause',
    'Inspected',
    'Notes',
    'Cost',
  ])
  const contributor = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  expect(await contributor.client.call(listCustomFields, { params })).toHaveLength(4)
  const body = { name: 'Mine', kind: 'TEXT' as const }
  expect(await refusal(contributor.client.call(createCustomField, { params, body }))).toMatchObject({
    status: 403,
  })
  expect(await client.call(listCustomFields, { params })).toHaveLength(4)
})

test('A definition with contradicting parts is refused, naming the part', async () => {
  const { define, change } = await start()
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices })
  const wrong: [Definition, string][] = [
    [{ name: 'CAUSE', kind: 'TEXT' }, 'name'],
    [{ name: 'x'.repeat(61), kind: 'TEXT' }, 'name'],
    [{ name: 'Two\nlines', kind: 'TEXT' }, 'name'],
    [{ name: 'Empty', kind: 'CHOICE' }, 'choices'],
    [{ name: 'Twice', kind: 'CHOICE', choices: [{ name: 'A' }, { name: 'a' }] }, 'choices'],
    [{ name: 'Text', kind: 'TEXT', choices }, 'choices'],
    [{ name: 'Day', kind: 'DATE', initial: 'soon' }, 'initial'],
    [{ name: 'Who', kind: 'PERSON', initial: crypto.randomUUID() }, 'initial'],
    [{ name: 'Which', kind: 'CHOICE', choices, initial: crypto.randomUUID() }, 'initial'],
    [{ name: 'Ticked', kind: 'CHECKBOX', required_for: ['DEFECT'] }, 'required_for'],
  ]
  for (const [body, field] of wrong)
    expect((await refusal(define(body))).body.fields, JSON.stringify(body)).toMatchObject({
      [field]: expect.any(String),
    })
  expect((await refusal(change(cause, { required_for: ['NOISE'] as never }))).status).toBe(400)
})

test('A project has at most 50 custom fields, archived ones aside', async () => {
  const { define, change } = await start()
  const fields: CustomField[] = []
  for (let index = 1; index <= 50; index++)
    fields.push(await define({ name: `Field ${index}`, kind: 'TEXT' }))
  expect(await refusal(define({ name: 'One more', kind: 'TEXT' }))).toMatchObject({ status: 409 })
  await change(fields[0] as CustomField, { archived: true })
  await define({ name: 'One more', kind: 'TEXT' })
  expect(await refusal(change(fields[0] as CustomField, { archived: false }))).toMatchObject({ status: 409 })
})

test('A choice keeps its issues when it is renamed, and is no longer offered when it is left out', async () => {
  const { define, change, file, edit } = await start()
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices, initial: null })
  const design = choiceOf(cause, 'Design')
  const { id } = await file({ [cause.id]: design })
  const [renamed] = await change(cause, { choices: [{ id: design, name: 'Planning' }, { name: 'Weather' }] })
  expect(renamed?.choices.map(({ name, archived }) => [name, archived])).toEqual([
    ['Planning', false],
    ['Weather', false],
    ['Workmanship', true],
    ['Material', true],
  ])
  expect(renamed?.choices[0]?.id).toBe(design)
  const gone = choiceOf(cause, 'Material')
  expect((await refusal(edit(id, { custom_fields: { [cause.id]: gone } }))).body.fields).toHaveProperty([
    buildCustomKey(cause.id),
  ])
  // a choice restored by its name is the old one
  const [again] = await change(cause, { choices: [{ id: design, name: 'Planning' }, { name: 'material' }] })
  expect(again?.choices[1]).toEqual({ id: gone, name: 'material', archived: false })
})

test('Two people who change the choices of a field at the same time both keep their change', async () => {
  const { define, change } = await start()
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices })
  const choices_before = cause.choices.map(({ id, name }) => ({ id, name }))
  const at = (name: string) => ({ id: choiceOf(cause, name), name })
  const [work, design, material] = [at('Workmanship'), at('Design'), at('Material')]
  await change(cause, {
    choices: [work, { ...design, name: 'Planning' }, { name: 'Weather' }, { name: 'Theft' }],
    choices_before,
  })
  const [both] = await change(cause, {
    choices: [{ ...work, name: 'Labour' }, design, material, { name: 'Noise' }, { name: 'theft' }],
    choices_before,
  })
  expect(both?.choices.map(({ name, archived }) => [name, archived])).toEqual([
    ['Labour', false],
    ['Planning', false],
    ['Noise', false],
    ['theft', false],
    ['Weather', false],
    ['Material', true],
  ])
  // together they may not offer more than a field can have
  const many = Array.from({ length: 48 }, (_, index) => ({ name: `Cause ${index}` }))
  const full = change(cause, { choices: many, choices_before })
  expect((await refusal(full)).body.fields).toHaveProperty('choices')
})

test('Values are filed, changed one by one, told in the timeline and sent to whoever reads the issue', async () => {
  const { owner, client, params, define, file, edit } = await start()
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices })
  const cost = await define({ name: 'Cost', kind: 'NUMBER' })
  const ticked = await define({ name: 'Insured', kind: 'CHECKBOX' })
  const note = await define({ name: 'Note', kind: 'TEXT' })
  const day = await define({ name: 'Inspected', kind: 'DATE' })
  const who = await define({ name: 'Surveyor', kind: 'PERSON' })
  const values = {
    [cause.id]: choiceOf(cause, 'Design'),
    [cost.id]: -12.75,
    [ticked.id]: true,
    [note.id]: 'Seen from below',
    [day.id]: '2026-12-04',
    [who.id]: owner.id,
  }
  const issue = await file(values)
  expect(issue.custom_fields).toEqual(values)
  const changed = await edit(issue.id, { custom_fields: { [cost.id]: 8, [ticked.id]: false, [note.id]: '' } })
  const { [ticked.id]: _, [note.id]: __, ...left } = values
  expect(changed).toMatchObject({ version: issue.version + 1, custom_fields: { ...left, [cost.id]: 8 } })
  expect(Object.keys(changed.custom_fields)).toHaveLength(4)
  const again = await edit(issue.id, { custom_fields: { [cost.id]: 8 } })
  expect(again.version).toBe(changed.version)
  expect(await client.call(getIssue, { params: { ...params, issueId: issue.id } })).toEqual(again)
  const { items } = await client.call(listIssues, { params, query: {} })
  expect(items[0]?.custom_fields).toEqual(again.custom_fields)
  const timeline = await client.call(listTimeline, { params: { ...params, issueId: issue.id }, query: {} })
  const told = timeline.items.flatMap(({ changes }) => changes ?? [])
  expect(told).toHaveLength(3)
  expect(told).toEqual(
    expect.arrayContaining([
      { field: buildCustomKey(cost.id), from: -12.75, to: 8 },
      { field: buildCustomKey(ticked.id), from: true, to: null },
      { field: buildCustomKey(note.id), from: 'Seen from below', to: null },
    ]),
  )
})

test('A value that its field cannot hold is refused with the name of the field', async () => {
  const { owner, define, file, edit } = await start()
  const other = await start()
  const foreign = await other.define({ name: 'Cost', kind: 'NUMBER' })
  const kinds = ['TEXT', 'NUMBER', 'DATE', 'PERSON', 'CHECKBOX'] as const
  const fields = new Map<string, CustomField>()
  for (const kind of kinds) fields.set(kind, await define({ name: kind, kind }))
  fields.set('CHOICE', await define({ name: 'CHOICE', kind: 'CHOICE', choices }))
  const { id } = await file()
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const wrong: [string, unknown][] = [
    ['TEXT', 5],
    ['TEXT', 'x'.repeat(501)],
    ['TEXT', 'Two\nlines'],
    ['NUMBER', '5'],
    ['NUMBER', 1e13],
    ['NUMBER', true],
    ['DATE', '2026-02-30'],
    ['DATE', 20261204],
    ['CHOICE', 'Design'],
    ['CHOICE', crypto.randomUUID()],
    ['PERSON', viewer.id],
    ['PERSON', other.owner.id],
    ['PERSON', 'somebody'],
    ['CHECKBOX', 'true'],
    ['CHECKBOX', 1],
    ['TEXT', ['a']],
    ['TEXT', { a: 1 }],
  ]
  for (const [kind, value] of wrong) {
    const field = fields.get(kind)?.id ?? ''
    const custom_fields = { [field]: value }
    for (const call of [() => file(custom_fields), () => edit(id, { custom_fields })]) {
      const { status, body } = await refusal(call())
      expect([status, Object.keys(body.fields ?? {}).join()], `${kind} ${JSON.stringify(value)}`).toEqual([
        400,
        expect.stringMatching(new RegExp(`^custom_fields\\.${field}`)),
      ])
    }
  }
  for (const key of [foreign.id, crypto.randomUUID(), 'cost', ''])
    expect((await refusal(edit(id, { custom_fields: JSON.parse(`{"${key}":1}`) }))).status, key).toBe(400)
  const many = Object.fromEntries(Array.from({ length: 101 }, () => [crypto.randomUUID(), null]))
  expect((await refusal(edit(id, { custom_fields: many }))).status).toBe(400)
})

test('A required field is asked for when an issue of the type is filed or its value emptied, never elsewhere', async () => {
  const { define, change, file, edit } = await start()
  const old = await file()
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices, required_for: ['DEFECT', 'SAFETY'] })
  const design = choiceOf(cause, 'Design')
  const key = buildCustomKey(cause.id)
  for (const more of [{}, { type: 'SAFETY' }])
    expect((await refusal(file({}, more))).body).toMatchObject({
      error: 'bad_request',
      fields: { [key]: 'Issues of this type need a value for “Cause”' },
    })
  expect((await file({}, { type: 'TASK' })).number).toBe(2)
  const issue = await file({ [cause.id]: design })
  expect((await refusal(edit(issue.id, { custom_fields: { [cause.id]: null } }))).body.fields).toHaveProperty(
    [key],
  )
  // another type does not need it, in the same write
  expect((await edit(issue.id, { type: 'TASK', custom_fields: { [cause.id]: null } })).custom_fields).toEqual(
    {},
  )
  // older issues can be edited, closed and given another type without the new required field
  await edit(old.id, { name: 'Renamed', custom_fields: { [cause.id]: null } })
  await edit(old.id, { status: 'RESOLVED', comment: 'Done', type: 'SAFETY' })
  await change(cause, { archived: true })
  expect((await file()).custom_fields).toEqual({})
  expect((await refusal(file({ [cause.id]: design }))).body.fields).toHaveProperty([key])
})

test('A default is applied to new issues without a value for the field', async () => {
  const { owner, params, define, change, file } = await start()
  const helper = await makeMember(app, params.id, 'CONTRIBUTOR')
  const cost = await define({ name: 'Cost', kind: 'NUMBER', initial: 10 })
  const who = await define({ name: 'Surveyor', kind: 'PERSON', initial: helper.id, required_for: ['DEFECT'] })
  expect((await file()).custom_fields).toEqual({ [cost.id]: 10, [who.id]: helper.id })
  expect((await file({ [cost.id]: null, [who.id]: owner.id })).custom_fields).toEqual({ [who.id]: owner.id })
  await owner.client.call(removeMember, {
    params: { ...params, userId: helper.id },
    query: {},
  })
  expect((await refusal(file())).body.fields).toHaveProperty([buildCustomKey(who.id)])
  await change(who, { required_for: [] })
  expect((await file()).custom_fields).toEqual({ [cost.id]: 10 })
})

test('Two people who change different fields with a known version both succeed, one after a stale answer', async () => {
  const { define, file, edit } = await start()
  const a = await define({ name: 'A', kind: 'TEXT' })
  const b = await define({ name: 'B', kind: 'TEXT' })
  const issue = await file()
  await edit(issue.id, { custom_fields: { [a.id]: 'one' } }, issue.version)
  const late = { custom_fields: { [b.id]: 'two' } }
  expect((await refusal(edit(issue.id, late, issue.version))).body.error).toBe('stale')
  expect((await edit(issue.id, late, issue.version + 1)).custom_fields).toEqual({
    [a.id]: 'one',
    [b.id]: 'two',
  })
})

test('Lists are filtered by any, none or no value, by ranges of numbers and days and by contained text', async () => {
  const { owner, define, file, list } = await start()
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices })
  const [work, design] = [choiceOf(cause, 'Workmanship'), choiceOf(cause, 'Design')]
  const cost = await define({ name: 'Cost', kind: 'NUMBER' })
  const day = await define({ name: 'Inspected', kind: 'DATE' })
  const note = await define({ name: 'Note', kind: 'TEXT' })
  const who = await define({ name: 'Surveyor', kind: 'PERSON' })
  const ticked = await define({ name: 'Insured', kind: 'CHECKBOX' })
  await file({ [cause.id]: work, [cost.id]: -5, [day.id]: '2026-01-31', [note.id]: '100% Sealed; done, ok' })
  await file({ [cause.id]: design, [cost.id]: 12.5, [day.id]: '2026-02-01', [who.id]: owner.id })
  await file({ [note.id]: '12', [ticked.id]: true })
  await file()
  const by = (field: CustomField, test: CustomCondition['test'], ...values: string[]) => ({
    field: field.id,
    test,
    values,
  })
  expect(await list(by(cause, 'any', work))).toEqual([1])
  expect(await list(by(cause, 'any', work, design))).toEqual([1, 2])
  expect(await list(by(cause, 'not', work))).toEqual([2, 3, 4])
  expect(await list(by(cause, 'any', 'none'))).toEqual([3, 4])
  expect(await list(by(cause, 'not', 'none'))).toEqual([1, 2])
  expect(await list(by(cause, 'any', work, 'none'))).toEqual([1, 3, 4])
  expect(await list(by(cause, 'not', work, 'none'))).toEqual([2])
  expect(await list(by(who, 'any', 'me'))).toEqual([2])
  expect(await list(by(ticked, 'any', 'true'))).toEqual([3])
  expect(await list(by(ticked, 'any', 'none'))).toEqual([1, 2, 4])
  expect(await list(by(cost, 'from', '-5'), by(cost, 'to', '12'))).toEqual([1])
  expect(await list(by(cost, 'from', '12.5'))).toEqual([2])
  expect(await list(by(day, 'from', '2026-02-01'))).toEqual([2])
  expect(await list(by(day, 'to', '2026-01-31'))).toEqual([1])
  expect(await list(by(note, 'contains', '% sealed; DONE,'))).toEqual([1])
  expect(await list(by(note, 'contains', '_'))).toEqual([])
  expect(await list(by(note, 'from', '3'))).toEqual([])
  expect(await list(by(cause, 'any', design), by(cost, 'any', 'none'))).toEqual([])
  // later changes are visible at once
  await file({ [cause.id]: work })
  expect(await list(by(cause, 'any', work))).toEqual([1, 5])
})

test('"me" of one member in a filter does not match another member', async () => {
  const { owner, params, define, file } = await start()
  const editor = await makeMember(app, params.id, 'EDITOR')
  const who = await define({ name: 'Surveyor', kind: 'PERSON' })
  await file({ [who.id]: owner.id })
  await file({ [who.id]: editor.id })
  const query = { custom_fields: `${who.id}:any:me` }
  const read = async ({ client }: User) =>
    (await client.call(listIssues, { params, query })).items.map(({ number }) => number)
  expect(await read(owner)).toEqual([1])
  expect(await read(editor)).toEqual([2])
})

test('A malformed filter is refused, and a filter by an unknown field matches nothing', async () => {
  const { client, params, file, list } = await start()
  await file()
  const many = Array.from({ length: 21 }, () => `${crypto.randomUUID()}:not:1`).join(';')
  for (const custom_fields of ['x', `${crypto.randomUUID()}:is:1`, `${crypto.randomUUID()}:any:`, ';', many])
    expect((await refusal(client.call(listIssues, { params, query: { custom_fields } }))).status).toBe(400)
  expect(await list({ field: crypto.randomUUID(), test: 'any', values: ["'; drop table issues"] })).toEqual(
    [],
  )
  expect(await list({ field: crypto.randomUUID(), test: 'from', values: ['many'] })).toEqual([])
})

test('A member who leaves or deletes the account is replaced in open issues as the assignee is', async () => {
  const { owner, client, params, define, file, edit } = await start()
  const [leaver, heir] = [
    await makeMember(app, params.id, 'CONTRIBUTOR'),
    await makeMember(app, params.id, 'CONTRIBUTOR'),
  ]
  const who = await define({ name: 'Surveyor', kind: 'PERSON', initial: heir.id })
  const note = await define({ name: 'Note', kind: 'TEXT' })
  const values = { [who.id]: leaver.id, [note.id]: leaver.id }
  const open = await file(values, { assignee_id: leaver.id })
  const done = await file(values)
  await edit(done.id, { status: 'RESOLVED', comment: 'Done' })
  const read = async (issueId: string) => client.call(getIssue, { params: { ...params, issueId } })
  await client.call(removeMember, {
    params: { ...params, userId: leaver.id },
    query: { reassign_to: heir.id },
  })
  expect(await read(open.id)).toMatchObject({
    assignee_id: heir.id,
    custom_fields: { [who.id]: heir.id, [note.id]: leaver.id },
    version: open.version + 1,
  })
  expect((await read(done.id)).custom_fields[who.id]).toBe(leaver.id)
  await heir.client.call(deleteMe, {})
  const now = await read(open.id)
  expect(now).toMatchObject({ assignee_id: null, custom_fields: { [note.id]: leaver.id } })
  expect(now.custom_fields).not.toHaveProperty(who.id)
  const fields = await owner.client.call(listCustomFields, { params })
  expect(fields.find(({ id }) => id === who.id)?.initial).toBeNull()
})

test('A notification names the changed custom fields', async () => {
  const { params, define, file, edit } = await start()
  const helper = await makeMember(app, params.id, 'CONTRIBUTOR')
  const cause = await define({ name: 'Cause', kind: 'CHOICE', choices })
  const day = await define({ name: 'Inspected', kind: 'DATE' })
  const issue = await file({}, { assignee_id: helper.id })
  await edit(issue.id, { custom_fields: { [cause.id]: choiceOf(cause, 'Design'), [day.id]: '2026-12-04' } })
  const items = await helper.client.call(listNotifications, {})
  const updated = items.find(({ type }) => type === 'ISSUE_UPDATED')
  const told = formatNotification(englishNotificationTexts, updated as never)
  expect(told).toContain('Cause none → Design')
  expect(told).toContain('Inspected none → 4 Dec 2026')
})
