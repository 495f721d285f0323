import { listAuditLog } from '@plumbline/contract/audit/audit'
import { createHeader, listHeaders, updateHeader } from '@plumbline/contract/bim/bim'
import { bulkChangeIssues, exportIssues, importIssues } from '@plumbline/contract/issues/bulk'
import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import {
  createIssueTemplate,
  getBoard,
  getIssueStat,
  listIssues,
  listIssueTemplates,
} from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import {
  createTeamTerm,
  createTerm,
  getTeamVocabulary,
  getVocabulary,
  updateTeamVocabulary,
  updateVocabulary,
} from '@plumbline/contract/issues/vocabulary'
import { createProject } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'

/** Types and trades that a project adds. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function start() {
  const owner = await makeOwner(app, 'Ada Lovelace')
  const { client, project } = owner
  const params = { id: project.id }
  const add = (kind: 'type' | 'trade', name: string) =>
    client.call(createTerm, { params, body: { kind, name } })
  const change = (body: object) => client.call(updateVocabulary, { params, body: body as never })
  const file = (body: object = {}) =>
    client.call(createIssue, { params, body: { name: 'Crack', ...body } as never })
  const list = async (query: object) =>
    (await client.call(listIssues, { params, query: query as never })).items.map(({ type }) => type)
  return { owner, client, params, add, change, file, list }
}

test('Added types and trades are filed, changed, filtered, sorted, counted and shown on the board', async () => {
  const { client, params, add, change, file, list } = await start()
  const { type } = await add('type', 'Water damage')
  expect(type.at(-1)).toEqual({ value: 'OWN_1', name: 'Water damage', is_own: true, offered: true })
  await add('type', 'Warranty')
  await add('trade', 'Scaffolding')
  const issue = await file({ type: 'OWN_1', trade: 'OWN_1' })
  await file({ type: 'OWN_2' })
  await file({ type: 'TASK' })
  expect(issue).toMatchObject({ type: 'OWN_1', trade: 'OWN_1' })
  expect(await list({ type: 'OWN_1,TASK', sort: 'number' })).toEqual(['OWN_1', 'TASK'])
  expect(await list({ type: 'OWN_1', not: 'type', sort: 'number' })).toEqual(['OWN_2', 'TASK'])
  expect(await list({ sort: '-type' })).toEqual(['OWN_2', 'OWN_1', 'TASK'])
  await change({ type: { order: ['OWN_2', 'TASK'] } })
  expect(await list({ sort: 'type' })).toEqual(['OWN_2', 'TASK', 'OWN_1'])
  expect(await list({ group: 'type', sort: 'number' })).toEqual(['OWN_2', 'TASK', 'OWN_1'])
  const board = await client.call(getBoard, { params, query: { group: 'trade' } as never })
  expect(board.columns.map(({ key, total }) => [key, total])).toEqual([
    ['GENERAL', 2],
    ['OWN_1', 1],
  ])
  const stat = await client.call(getIssueStat, { params, query: {} })
  expect(stat.by_type).toMatchObject({ OWN_1: 1, OWN_2: 1, TASK: 1, DEFECT: 0 })
  expect(stat.by_trade).not.toHaveProperty('OWN_2')
  const at = { ...params, issueId: issue.id }
  await client.call(updateIssue, { params: at, body: { type: 'OWN_2' } })
  const { items } = await client.call(listTimeline, { params: at, query: {} })
  expect(items.at(-1)?.changes).toContainEqual({ field: 'type', from: 'OWN_1', to: 'OWN_2' })
  const body = { ids: [issue.id], change: { trade: 'GENERAL', type: 'OWN_1' } }
  expect(await client.call(bulkChangeIssues, { params, body: body as never })).toMatchObject({ changed: 1 })
  expect(await client.call(getIssue, { params: at })).toMatchObject({ type: 'OWN_1', trade: 'GENERAL' })
})

test('Values that another project added are refused wherever one may be given', async () => {
  const { client, params, file, list } = await start()
  const other = await start()
  await other.add('type', 'Water damage')
  await other.add('trade', 'Scaffolding')
  const issue = await file()
  const at = { ...params, issueId: issue.id }
  const refusals = [
    () => file({ type: 'OWN_1' }),
    () => file({ trade: 'OWN_1' }),
    () => client.call(updateIssue, { params: at, body: { type: 'OWN_1' } }),
    () =>
      client.call(bulkChangeIssues, {
        params,
        body: { ids: [issue.id], change: { trade: 'OWN_1' } } as never,
      }),
    () =>
      client.call(createIssueTemplate, {
        params,
        body: { title: 'Leak', fields: { type: 'OWN_1' }, due_in_days: null } as never,
      }),
    () =>
      client.call(createCustomField, {
        params,
        body: { name: 'Cause', kind: 'TEXT', required_for: ['OWN_1'] },
      }),
    () => client.call(createHeader, { params, body: { name: 'Frame', trade: 'OWN_1' } }),
    () => client.call(updateVocabulary, { params, body: { type: { names: { OWN_1: 'Mine' } } } }),
    () => file({ type: 'OWN_101' }),
    () => file({ type: 'OWN_0' }),
    () => file({ type: 'OWNER' }),
  ]
  const named = []
  for (const refuse of refusals) {
    const { status, body } = await refusal(refuse())
    named.push([status, ...Object.keys(body.fields ?? {})])
  }
  expect(named).toEqual([
    [400, 'type'],
    [400, 'trade'],
    [400, 'type'],
    [400, 'trade'],
    [400, 'fields'],
    [400, 'required_for'],
    [400, 'trade'],
    [400, 'type.names.OWN_1'],
    [400, 'type'],
    [400, 'type'],
    [400, 'type'],
  ])
  expect(await list({ type: 'OWN_1' })).toEqual([])
})

test('Models have added trades, and are grouped by them in the order of the project', async () => {
  const { client, params, add, change } = await start()
  await add('trade', 'Scaffolding')
  const header = await client.call(createHeader, { params, body: { name: 'Frame', trade: 'OWN_1' } })
  await client.call(createHeader, { params, body: { name: 'Site', trade: 'CIVIL_SITE' } })
  await change({ trade: { order: ['OWN_1'] } })
  const groups = await client.call(listHeaders, { params, query: { group_by: 'trade' } })
  expect(groups.map((group) => ('trade' in group ? group.trade : null))).toEqual(['OWN_1', 'CIVIL_SITE'])
  const at = { ...params, headerId: header.id }
  expect(await client.call(updateHeader, { params: at, body: { trade: 'HVAC' } })).toMatchObject({
    trade: 'HVAC',
  })
})

test('Required fields and templates name added types', async () => {
  const { client, params, add, file } = await start()
  await add('type', 'Water damage')
  const field = { name: 'Cause', kind: 'TEXT', required_for: ['OWN_1'] } as const
  const { id } = await client.call(createCustomField, { params, body: field as never })
  expect((await refusal(file({ type: 'OWN_1' }))).body.fields).toHaveProperty([`custom_fields.${id}`])
  await file({ type: 'OWN_1', custom_fields: { [id]: 'Rain' } })
  await client.call(createIssueTemplate, {
    params,
    body: { title: 'Leak', fields: { type: 'OWN_1' }, due_in_days: null } as never,
  })
  expect((await client.call(listIssueTemplates, { params }))[0]?.fields).toEqual({ type: 'OWN_1' })
  const copy = await client.call(createProject, { body: { name: 'Second', template_id: params.id } as never })
  const copied = { id: copy.id }
  expect((await client.call(getVocabulary, { params: copied })).type.at(-1)).toMatchObject({
    ...{ value: 'OWN_1', name: 'Water damage' },
  })
  expect((await client.call(listIssueTemplates, { params: copied }))[0]?.fields).toEqual({ type: 'OWN_1' })
})

test('Spreadsheets name added values, and are read by their names', async () => {
  const { client, params, add, change, file, list } = await start()
  await add('type', 'Water damage')
  await file({ type: 'OWN_1' })
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `${exportIssues.path.replace(':id', params.id)}?format=csv&language=fr`
  const csv = (await app.fastify.inject({ method: 'GET', url, headers: { cookie } })).rawPayload.toString()
  expect(csv).toContain(',Water damage,')
  await change({ type: { names: { OWN_1: 'Leak' }, off: { OWN_1: true } } })
  const bring = (text: string) => client.call(importIssues, { params, query: {}, file: new Blob([text]) })
  expect(await bring(csv)).toMatchObject({ same: 1, refused: 0 })
  await bring('#,Title,Type\n,One,leak\n,Two,water damage\n,Three,OWN_1')
  expect(await list({ sort: 'number' })).toEqual(['OWN_1', 'OWN_1', 'OWN_1', 'OWN_1'])
})

test('Names of added values are unique and never empty, and only administrators add some', async () => {
  const { params, add, change } = await start()
  const editor = await makeMember(app, params.id, 'EDITOR')
  const body = { kind: 'type', name: 'Leak' } as const
  expect((await refusal(editor.client.call(createTerm, { params, body }))).status).toBe(403)
  const taken = await refusal(add('type', 'mangel'))
  expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([409, ['name']])
  await add('type', 'Leak')
  expect((await refusal(add('type', 'LEAK'))).status).toBe(409)
  await add('trade', 'Leak')
  expect((await refusal(change({ type: { names: { OWN_1: null } } }))).status).toBe(400)
  expect((await refusal(change({ type: { names: { DEFECT: 'leak' } } }))).status).toBe(409)
  expect((await refusal(add('status' as never, 'Waiting'))).status).toBe(400)
})

test('A list offers at most 30 added values at once and has at most 100 in all', async () => {
  const { params, add, change } = await start()
  const own = (count: number) => Array.from({ length: count }, (_, index) => `OWN_${index + 1}`)
  // as if they had been added one by one
  const fill = (codes: string[], off: string[]) =>
    sql`update projects set vocabulary = jsonb_set(vocabulary, '{type}', ${JSON.stringify({
      names: Object.fromEntries(codes.map((code) => [code, `Kind ${code}`])),
      ...{ own: codes, off, order: [] },
    })}::jsonb) where id = ${params.id}`.execute(app.server.db)
  await fill(own(30), [])
  expect((await refusal(add('type', 'One more'))).body).toMatchObject({
    reason: { code: 'too_many_own_terms' },
  })
  await change({ type: { off: { OWN_3: true } } })
  const added = await add('type', 'One more')
  expect(added.type.at(-1)).toMatchObject({ value: 'OWN_31', name: 'One more' })
  expect((await refusal(change({ type: { off: { OWN_3: false } } }))).status).toBe(409)
  await fill(own(100), own(100))
  expect((await refusal(add('type', 'Too many'))).body).toMatchObject({
    reason: { code: 'too_many_terms_ever' },
  })
})

test('New projects of a company start with its vocabulary, copies of a project with that project’s', async () => {
  const { owner, client, params } = await start()
  const at = { id: owner.team.id }
  const member = await makeMember(app, params.id, 'ADMIN')
  const body = { type: { names: { DEFECT: 'Snag' }, off: { CLASH: true } } } as const
  expect((await refusal(member.client.call(updateTeamVocabulary, { params: at, body }))).status).toBe(404)
  await client.call(updateTeamVocabulary, { params: at, body })
  await client.call(createTeamTerm, { params: at, body: { kind: 'trade', name: 'Scaffolding' } })
  const taken = { kind: 'type', name: 'snag' } as const
  expect((await refusal(client.call(createTeamTerm, { params: at, body: taken }))).status).toBe(409)
  const vocabulary = await client.call(getTeamVocabulary, { params: at })
  expect(vocabulary.type).toEqual({ names: { DEFECT: 'Snag' }, off: ['CLASH'], order: [], own: [] })
  const second = await client.call(createProject, { body: { name: 'Second' } })
  expect(second.vocabulary).toEqual(vocabulary)
  await client.call(createIssue, { params: { id: second.id }, body: { name: 'Board', trade: 'OWN_1' } })
  // the projects of before keep theirs, and pass it on
  const copy = await client.call(createProject, { body: { name: 'Copy', template_id: params.id } as never })
  expect(copy.vocabulary.type.names).toEqual({})
  const { items } = await client.call(listAuditLog, { params: at, query: {} })
  expect(items.filter(({ kind }) => kind === 'COMPANY_CHANGED').map(({ data }) => data.fields)).toEqual([
    ['vocabulary.trade'],
    ['vocabulary.type'],
  ])
})
