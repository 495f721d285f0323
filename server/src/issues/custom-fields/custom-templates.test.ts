import { listCustomFields, updateCustomField } from '@plumbline/contract/issues/custom-fields'
import {
  createIssueTemplate,
  listIssueTemplates,
  updateIssueTemplate,
} from '@plumbline/contract/issues/lists'
import { createProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeFieldDefiner, makeOwner } from '../../../test/make.ts'

/** Values of the project's custom fields in templates of issues. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function start() {
  const { client, project, id } = await makeOwner(app)
  const params = { id: project.id }
  const define = makeFieldDefiner({ client }, project.id)
  const cause = await define({
    name: 'Cause',
    kind: 'CHOICE',
    choices: [{ name: 'Rain' }, { name: 'Frost' }],
  })
  const cost = await define({ name: 'Cost', kind: 'NUMBER' })
  const surveyor = await define({ name: 'Surveyor', kind: 'PERSON' })
  const create = (custom_fields: Record<string, unknown>) =>
    client.call(createIssueTemplate, {
      params,
      body: { title: 'Leak', fields: { type: 'DEFECT', custom_fields }, due_in_days: null } as never,
    })
  return { client, params, userId: id, cause, cost, surveyor, create }
}

test('A template keeps values that fit their fields, and refuses others, unknown fields and people', async () => {
  const { client, params, userId, cause, cost, surveyor, create } = await start()
  const rain = cause.choices[0]?.id ?? ''
  const made = await create({ [cause.id]: rain, [cost.id]: 12 })
  expect(made.fields).toEqual({ type: 'DEFECT', custom_fields: { [cause.id]: rain, [cost.id]: 12 } })
  expect(await client.call(listIssueTemplates, { params })).toEqual([made])
  const wrong = [{ [cause.id]: 'Rain' }, { [cost.id]: '12' }, { [crypto.randomUUID()]: 1 }]
  for (const values of [...wrong, { [surveyor.id]: userId }])
    expect(await refusal(create(values)), JSON.stringify(values)).toMatchObject({ status: 400 })
  // a choice archived in the meantime may stay, but cannot be added again
  const choices = [{ id: cause.choices[1]?.id ?? '', name: 'Frost' }]
  await client.call(updateCustomField, { params: { ...params, customFieldId: cause.id }, body: { choices } })
  const update = (custom_fields: Record<string, string | number>) =>
    client.call(updateIssueTemplate, {
      params: { ...params, templateId: made.id },
      body: { fields: { custom_fields } },
    })
  expect((await update({ [cause.id]: rain })).fields).toEqual({ custom_fields: { [cause.id]: rain } })
  expect((await update({ [cost.id]: 1 })).fields).toEqual({ custom_fields: { [cost.id]: 1 } })
  expect(await refusal(update({ [cause.id]: rain }))).toMatchObject({ status: 400 })
})

test('Templates of a copied project hold the values under the ids of the copied fields', async () => {
  const { client, params, cause, cost, create } = await start()
  const rain = cause.choices[0]?.id ?? ''
  await create({ [cause.id]: rain, [cost.id]: 12 })
  await client.call(createIssueTemplate, { params, body: { title: 'Bare', fields: {}, due_in_days: 3 } })
  const { id } = await client.call(createProject, {
    body: { name: 'Second house', template_id: params.id } as never,
  })
  const fields = await client.call(listCustomFields, { params: { id } })
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? ''
  expect(idOf('Cause')).not.toBe(cause.id)
  const [bare, leak] = await client.call(listIssueTemplates, { params: { id } })
  expect(bare?.fields).toEqual({})
  expect(leak?.fields.custom_fields).toEqual({ [idOf('Cause')]: rain, [idOf('Cost')]: 12 })
})

test('Two people who change fields of a template at the same time both keep their change', async () => {
  const { client, params, cause, cost, create } = await start()
  const rain = cause.choices[0]?.id ?? ''
  const made = await create({ [cause.id]: rain, [cost.id]: 12 })
  const update = (fields: typeof made.fields) =>
    client.call(updateIssueTemplate, {
      params: { ...params, templateId: made.id },
      body: { fields, fields_before: made.fields },
    })
  // without a change
  const body = { fields_before: made.fields }
  expect(
    (await client.call(updateIssueTemplate, { params: { ...params, templateId: made.id }, body })).fields,
  ).toEqual(made.fields)
  await update({ ...made.fields, description: 'Photograph it', custom_fields: { [cost.id]: 12 } })
  const both = await update({
    priority: 'HIGH',
    custom_fields: { [cause.id]: rain, [cost.id]: 15 },
  })
  expect(both.fields).toEqual({
    priority: 'HIGH',
    description: 'Photograph it',
    custom_fields: { [cost.id]: 15 },
  })
})

test('Two people who change the labels of a template at the same time both keep what they added and removed', async () => {
  const { client, params, create } = await start()
  const { id: templateId } = await create({})
  const update = (labels: string[], seen: string[]) =>
    client.call(updateIssueTemplate, {
      params: { ...params, templateId },
      body: { fields: { type: 'DEFECT', labels }, fields_before: { type: 'DEFECT', labels: seen } },
    })
  await update(['Fire', 'Old'], [])
  await update(['Fire', 'Old', 'Shaft'], ['Fire', 'Old'])
  expect((await update(['Fire', 'Door'], ['Fire', 'Old'])).fields).toMatchObject({
    labels: ['Fire', 'Shaft', 'Door'],
  })
  const many = Array.from({ length: 50 }, (_, index) => `Label ${index}`)
  expect(await refusal(update(many, []))).toMatchObject({
    status: 400,
    body: { field_reasons: { labels: { code: 'too_many_labels' } } },
  })
  expect((await update([], ['Fire', 'Shaft', 'Door'])).fields).toEqual({ type: 'DEFECT' })
})
