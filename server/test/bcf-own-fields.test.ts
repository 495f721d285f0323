import { buffer } from 'node:stream/consumers'
import type { Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { removeMember } from '@plumbline/contract/access/access'
import { listCustomFields, updateCustomField } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { createProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject } from '../../bcf/generate/topics.ts'
import { startApp, type TestApp } from './app.ts'
import { createBcfClient } from './bcf.ts'
import { applyFile, exportFile, importFile, listImportRows, previewFile } from './bcf-files.ts'
import { makeFieldDefiner, makeMember, makeOwner } from './make.ts'

/** Values of a project's custom fields travel as labels in BCF files and in the BCF API. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

/** A closed issue with a value in each field, including a choice and a person that are no longer offered. */
async function setUp() {
  const owner = await makeOwner(app)
  const { client, project } = owner
  const params = { id: project.id }
  const define = makeFieldDefiner(owner, owner.project.id)
  const choices = ['Rain', 'Frost', 'Wind'].map((name) => ({ name }))
  const fields = {
    cause: await define({ name: 'Cause', kind: 'CHOICE', choices, required_for: ['DEFECT'] }),
    cost: await define({ name: 'Cost: EUR', kind: 'NUMBER' }),
    day: await define({ name: 'Seen', kind: 'DATE' }),
    who: await define({ name: 'Surveyor', kind: 'PERSON' }),
    gone: await define({ name: 'Guarantor', kind: 'PERSON' }),
    paid: await define({ name: 'Paid', kind: 'CHECKBOX' }),
    // the name of a field that travels as a label in every project
    level: await define({ name: 'Level', kind: 'TEXT' }),
    side: await define({ name: 'Side', kind: 'CHOICE', choices: [{ name: 'Left' }, { name: 'Right' }] }),
  }
  const ana = await makeMember(app, project.id, 'CONTRIBUTOR', 'Ana Ruiz')
  const leaver = await makeMember(app, project.id, 'CONTRIBUTOR', 'Leo Leaver')
  const choose = (name: string) => fields.cause.choices.find((choice) => choice.name === name)?.id ?? ''
  const { cause, cost, day, who, gone, paid, level, side } = fields
  const custom_fields = {
    ...{ [cause.id]: choose('Rain'), [cost.id]: -0.5, [day.id]: '2026-12-24', [who.id]: ana.id },
    ...{
      [gone.id]: leaver.id,
      [paid.id]: true,
      [level.id]: 'a < b: "c"',
      [side.id]: side.choices[0]?.id ?? '',
    },
  }
  const issue = await client.call(createIssue, {
    params,
    body: { name: 'Crack', labels: ['Water'], custom_fields },
  })
  const ref = { ...params, issueId: issue.id }
  await client.call(updateIssue, { params: ref, body: { status: 'VOID', comment: 'Twice' } })
  await client.call(removeMember, { params: { ...params, userId: leaver.id }, query: {} })
  const offered = side.choices.slice(1).map(({ id, name }) => ({ id, name }))
  await client.call(updateCustomField, {
    params: { ...params, customFieldId: side.id },
    body: { choices: offered },
  })
  const read = () => client.call(getIssue, { params: ref })
  const set = (body: object) => client.call(updateIssue, { params: ref, body })
  const take = async (version: '2.1' | '3.0' = '3.0') => exportFile(app, client, project.id, version)
  return { owner, client, project, params, fields, choose, ana, leaver, issue, ref, read, set, take }
}

async function onlyTopic(bytes: Uint8Array): Promise<Topic> {
  for await (const topic of (await openBcf(bytes)).topics()) return topic
  throw new Error('no topic')
}

/** The file as another program writes it back, a minute later. */
async function rewrite(bytes: Uint8Array, change: (labels: string[]) => string[]): Promise<Buffer> {
  const topic = await onlyTopic(bytes)
  const changed = {
    ...topic,
    labels: change(topic.labels),
    modified_date: new Date(Date.now() + 60_000).toISOString(),
  }
  const openEntry = () => Promise.reject(new Error('no entry'))
  return buffer(writeBcf('3.0', generateProject(), [{ topic: changed, openEntry }]))
}
const replace = (from: string, to: string) => (labels: string[]) =>
  labels.map((label) => (label === from ? to : label))

test('Every value is a label of the file, and importing the file again changes nothing', async () => {
  const { client, project, ana, leaver, read, take } = await setUp()
  const before = await read()
  const added: string[] = []
  for (const version of ['2.1', '3.0'] as const) {
    const bytes = await take(version)
    expect((await onlyTopic(bytes)).labels).toEqual([
      ...['Cause: Rain', 'Cost: EUR: -0.5', 'Seen: 2026-12-24', `Surveyor: ${ana.email}`],
      ...[`Guarantor: ${leaver.email}`, 'Paid: Yes', 'Level (field): a < b: "c"', 'Side: Left', 'Water'],
      ...added,
    ])
    const found = await previewFile(client, project.id, bytes)
    expect(found.outcomes).toMatchObject({ SAME: 1, NEW: 0, CHANGED: 0 })
    expect((await listImportRows(client, project.id, found.id))[0]?.differences).toEqual([])
    await applyFile(client, project.id, found.id)
    // in another order, and with a label more
    const more = await rewrite(bytes, (labels) => [...labels.toReversed(), `Read in ${version}`])
    added.push(`Read in ${version}`)
    await importFile(client, project.id, more)
    const after = await read()
    expect(after.custom_fields).toEqual(before.custom_fields)
    expect(after.labels).toEqual(['Water', ...added])
  }
})

test('A label edited elsewhere changes only its field, and the log names that field', async () => {
  const { client, project, fields, choose, ref, read, take } = await setUp()
  const before = await read()
  const bytes = await take()
  const edited = await rewrite(bytes, (labels) =>
    replace('Cause: Rain', 'cause: frost')(labels).filter((label) => label !== 'Paid: Yes'),
  )
  const found = await previewFile(client, project.id, edited)
  const key = buildCustomKey(fields.cause.id)
  expect((await listImportRows(client, project.id, found.id))[0]?.differences).toEqual([
    { field: key, ours: 'Cause: Rain', theirs: 'Cause: Frost', taken: 'THEIRS', conflict: false },
    {
      ...{
        field: buildCustomKey(fields.paid.id),
        ours: 'Paid: Yes',
        theirs: '',
        taken: 'THEIRS',
        conflict: false,
      },
    },
  ])
  await applyFile(client, project.id, found.id)
  const after = await read()
  const { [fields.paid.id]: _, ...kept } = before.custom_fields
  expect(after).toMatchObject({ labels: ['Water'], name: 'Crack', status: 'VOID' })
  expect(after.custom_fields).toEqual({ ...kept, [fields.cause.id]: choose('Frost') })
  const { items } = await client.call(listTimeline, { params: ref, query: {} })
  expect(items.at(-1)?.changes).toContainEqual({
    ...{ field: key, from: choose('Rain'), to: choose('Frost') },
  })
})

test('Where both sides changed a field the later change wins, for each field by itself', async () => {
  const { client, project, fields, choose, read, set, take } = await setUp()
  const bytes = await take()
  await set({ custom_fields: { [fields.cause.id]: choose('Wind'), [fields.cost.id]: 7 } })
  const edited = await rewrite(bytes, replace('Cause: Rain', 'Cause: Frost'))
  const done = await importFile(client, project.id, edited)
  expect(done.outcomes).toMatchObject({ CONFLICT: 1 })
  const { custom_fields } = await read()
  expect(custom_fields).toMatchObject({ [fields.cause.id]: choose('Frost'), [fields.cost.id]: 7 })
  // the same file imported again is older than the merged issue
  await set({ custom_fields: { [fields.cause.id]: choose('Wind') } })
  await importFile(client, project.id, bytes)
  expect((await read()).custom_fields).toMatchObject({ [fields.cause.id]: choose('Wind') })
})

test('A field renamed since the export keeps its value, and an edit under the old name becomes a label', async () => {
  const { client, project, params, fields, choose, read, take } = await setUp()
  const bytes = await take()
  const at = { ...params, customFieldId: fields.cause.id }
  await client.call(updateCustomField, { params: at, body: { name: 'Root cause' } })
  const same = await previewFile(client, project.id, bytes)
  expect(same.outcomes).toMatchObject({ SAME: 1, CHANGED: 0, CONFLICT: 0 })
  await importFile(client, project.id, await rewrite(bytes, replace('Cause: Rain', 'Cause: Frost')))
  const after = await read()
  expect(after.custom_fields[fields.cause.id]).toBe(choose('Rain'))
  expect(after.labels).toEqual(['Water', 'Cause: Frost'])
})

test('In another project labels become values of its fields where they fit, and come back without loss', async () => {
  const { client, project, params, ana, take } = await setUp()
  const bytes = await take()
  const copy = await client.call(createProject, { body: { name: 'Copy', template_id: params.id } as never })
  await importFile(client, copy.id, bytes)
  const fields = await client.call(listCustomFields, { params: { id: copy.id } })
  const [issue] = (await client.call(listIssues, { params: { id: copy.id }, query: {} })).items
  const byName = Object.fromEntries(
    fields.flatMap(({ id, name }) => {
      const value = issue?.custom_fields[id]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  expect(byName).toMatchObject({ 'Cost: EUR': -0.5, Seen: '2026-12-24', Paid: true, Level: 'a < b: "c"' })
  // people who are not members there, and a choice that is not offered
  expect(issue?.labels).toEqual([
    ...[`Surveyor: ${ana.email}`, expect.stringContaining('Guarantor: '), 'Side: Left', 'Water'],
  ])
  const back = await previewFile(client, project.id, await exportFile(app, client, copy.id, '2.1'))
  expect(back.outcomes).toMatchObject({ SAME: 1, CHANGED: 0, CONFLICT: 0 })
  const bare = await makeOwner(app)
  await importFile(bare.client, bare.project.id, bytes)
  const params2 = { id: bare.project.id }
  const [plain] = (await bare.client.call(listIssues, { params: params2, query: {} })).items
  expect(plain?.labels).toContain('Cause: Rain')
  expect(plain?.custom_fields).toEqual({})
})

test('Programs read and write values as labels of a topic, and keep unchanged ones', async () => {
  const { owner, project, fields, choose, issue, read } = await setUp()
  const api = createBcfClient(owner.client, '3.0', project.id)
  const at = `/topics/${issue.id}`
  const before = await read()
  const got = await api.get<{ labels: string[]; title: string }>(at)
  expect(got.labels).toEqual(expect.arrayContaining(['Cause: Rain', 'Side: Left', 'Water']))
  await api.put(at, got)
  expect(await read()).toEqual(before)
  const labels = replace('Cause: Rain', 'Cause: Wind')(got.labels).filter((label) => label !== 'Paid: Yes')
  expect((await api.put<typeof got>(at, { ...got, labels })).labels.toSorted()).toEqual(labels.toSorted())
  const { [fields.paid.id]: _, ...kept } = before.custom_fields
  expect((await read()).custom_fields).toEqual({ ...kept, [fields.cause.id]: choose('Wind') })
  const events = await api.get<{ actions: { type: string; value: string | null }[] }[]>(`${at}/events`)
  expect(events.flatMap(({ actions }) => actions)).toEqual(
    expect.arrayContaining([
      { type: 'label_removed', value: 'Cause: Rain' },
      { type: 'label_added', value: 'Cause: Wind' },
      { type: 'label_removed', value: 'Paid: Yes' },
    ]),
  )
  // without any label the value that defects require stays
  expect((await api.put<typeof got>(at, { ...got, labels: [] })).labels).toEqual(['Cause: Wind'])
  const made = await api.post<{ guid: string; labels: string[] }>('/topics', {
    ...{ title: 'From a program', labels: ['Cause: Frost', 'Side: Left', 'Cost: EUR: 3'] },
  })
  expect(made.labels.toSorted()).toEqual(['Cause: Frost', 'Cost: EUR: 3', 'Side: Left'])
  const query = new URLSearchParams({ $filter: "labels/any(x: x eq 'Cause: Frost')" })
  const found = await api.get<{ guid: string }[]>(`/topics?${query}`)
  expect(found.map(({ guid }) => guid)).toEqual([made.guid])
  const { topic_label } = await api.get<{ topic_label: string[] }>('/extensions')
  expect(topic_label).toEqual(expect.arrayContaining(['Cause: Rain', 'Side: Right', 'Cost: EUR: 3']))
  expect(topic_label).not.toContain('Cost: EUR: -0.5')
})
