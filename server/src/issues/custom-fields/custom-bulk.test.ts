import { removeMember } from '@plumbline/contract/access/access'
import { bulkChangeIssues, undoBulk } from '@plumbline/contract/issues/bulk'
import { updateCustomField } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { checkLog, listTimeline } from '@plumbline/contract/issues/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeFieldDefiner, makeMember, makeOwner } from '../../../test/make.ts'

/** Values of the project's custom fields, set and emptied on many issues at once. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const start = async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const { client } = owner
  const define = makeFieldDefiner(owner, owner.project.id)
  const file = (custom_fields: Record<string, unknown>, more: object = {}) =>
    client.call(createIssue, { params, body: { name: 'Wall', custom_fields, ...more } as never })
  const bulk = (ids: string[], custom_fields: object, more: object = {}) =>
    client.call(bulkChangeIssues, { params, body: { ids, change: { custom_fields }, ...more } as never })
  const valuesOf = async (issueId: string) =>
    (await client.call(getIssue, { params: { ...params, issueId } })).custom_fields
  return { owner, client, params, define, file, bulk, valuesOf }
}

test('A bulk change sets a value, keeps all others, records each change and publishes one event; undo restores the old values', async () => {
  const { client, params, define, file, bulk, valuesOf } = await start()
  const cost = await define({ name: 'Cost', kind: 'NUMBER' })
  const note = await define({ name: 'Note', kind: 'TEXT' })
  const first = await file({ [cost.id]: 5, [note.id]: 'kept' })
  const second = await file({})
  const same = await file({ [cost.id]: 12.5 })
  const ids = [first.id, second.id, same.id]
  const countEvents = async () =>
    (await app.server.db.selectFrom('outbox').select('type').where('type', '=', 'issue.updated').execute())
      .length
  const before = await countEvents()
  const preview = await bulk(ids, { [cost.id]: 12.5 }, { preview: true })
  expect(preview).toMatchObject({ changed: 2, same: 1, refused: 0 })
  expect(await valuesOf(second.id)).toEqual({})
  const done = await bulk(ids, { [cost.id]: 12.5 })
  expect(done).toMatchObject({ changed: 2, same: 1, refused: 0 })
  expect(await countEvents()).toBe(before + 1)
  expect(await valuesOf(first.id)).toEqual({ [cost.id]: 12.5, [note.id]: 'kept' })
  const timeline = await client.call(listTimeline, { params: { ...params, issueId: first.id } })
  const changes = timeline.items.flatMap((item) => ('changes' in item ? item.changes : []))
  expect(changes).toContainEqual({ field: buildCustomKey(cost.id), from: 5, to: 12.5 })
  await client.call(undoBulk, { params: { ...params, bulkId: done.bulk_id ?? '' } })
  expect(await valuesOf(first.id)).toEqual({ [cost.id]: 5, [note.id]: 'kept' })
  expect(await valuesOf(second.id)).toEqual({})
  expect(await client.call(checkLog, { params })).toMatchObject({ broken_at: null })
})

test('A bulk change refuses values that do not fit, and to empty a value where the type of the issue requires it', async () => {
  const { client, params, define, file, bulk, valuesOf } = await start()
  const cause = await define({
    name: 'Cause',
    kind: 'CHOICE',
    choices: [{ name: 'Design' }, { name: 'Material' }],
    required_for: ['DEFECT'],
  })
  const design = cause.choices[0]?.id ?? ''
  const material = cause.choices[1]?.id ?? ''
  const defect = await file({ [cause.id]: design })
  const task = await file({ [cause.id]: design }, { type: 'TASK' })
  const ids = [defect.id, task.id]
  expect(await bulk(ids, { [cause.id]: null })).toMatchObject({
    changed: 1,
    refused: 1,
    results: [{ outcome: 'REFUSED', reason: { code: 'custom_value_missing' } }, { outcome: 'CHANGED' }],
  })
  expect(await valuesOf(defect.id)).toEqual({ [cause.id]: design })
  expect(await valuesOf(task.id)).toEqual({})
  const refused = { status: 400, body: { fields: { [buildCustomKey(cause.id)]: expect.anything() } } }
  expect(await refusal(bulk(ids, { [cause.id]: 'Design' }))).toMatchObject(refused)
  await client.call(updateCustomField, {
    params: { ...params, customFieldId: cause.id },
    body: { choices: [{ id: design, name: 'Design' }] },
  })
  expect(await refusal(bulk(ids, { [cause.id]: material }))).toMatchObject(refused)
  const unknown = crypto.randomUUID()
  expect(await refusal(bulk(ids, { [unknown]: 1 }))).toMatchObject({ status: 400 })
})

test('Undo skips issues whose old value names a person who has left the project', async () => {
  const { owner, client, params, define, file, bulk, valuesOf } = await start()
  const surveyor = await define({ name: 'Surveyor', kind: 'PERSON' })
  const leaving = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const staying = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const issue = await file({ [surveyor.id]: leaving.id })
  const other = await file({})
  expect(await refusal(bulk([issue.id], { [surveyor.id]: viewer.id }))).toMatchObject({ status: 400 })
  const { bulk_id } = await bulk([issue.id, other.id], { [surveyor.id]: staying.id })
  await client.call(removeMember, { params: { ...params, userId: leaving.id } as never })
  const undone = await client.call(undoBulk, { params: { ...params, bulkId: bulk_id ?? '' } })
  expect(undone).toMatchObject({ changed: 1, refused: 1 })
  expect(await valuesOf(issue.id)).toEqual({ [surveyor.id]: staying.id })
  expect(await valuesOf(other.id)).toEqual({})
})
