import { listAuditLog } from '@plumbline/contract/audit/audit'
import { bulkChangeIssues, exportIssues, importIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { getBoard, listIssues } from '@plumbline/contract/issues/lists'
import { listMyIssues } from '@plumbline/contract/issues/my-issues'
import { getVocabulary, updateVocabulary } from '@plumbline/contract/issues/vocabulary'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { englishNotificationTexts, formatNotification } from '@plumbline/contract/notifications/words'
import { createProject, getProject } from '@plumbline/contract/projects/projects'
import { openXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'

/** A project's own names of types, trades and statuses. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Changes = Parameters<typeof bodyOf>[0]
const bodyOf = (body: { type?: object; trade?: object; status?: object }) => body as never

async function start() {
  const owner = await makeOwner(app, 'Ada Lovelace')
  const { client, project } = owner
  const params = { id: project.id }
  const change = (body: Changes) => client.call(updateVocabulary, { params, body: bodyOf(body) })
  const refuse = (body: Changes) => refusal(change(body))
  const read = () => client.call(getVocabulary, { params })
  const file = (body: object = {}) =>
    client.call(createIssue, { params, body: { name: 'Crack', ...body } as never })
  const take = async (query: string): Promise<Buffer> => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = `${exportIssues.path.replace(':id', params.id)}?sort=number&${query}`
    return (await app.fastify.inject({ method: 'GET', url, headers: { cookie } })).rawPayload
  }
  const bring = (text: string | Uint8Array) =>
    client.call(importIssues, {
      params,
      query: {},
      file: new Blob([text as Uint8Array<ArrayBuffer>]),
    })
  return { owner, client, params, change, refuse, read, file, take, bring }
}

const find = <T extends { value: string }>(list: readonly T[], value: string) =>
  list.find((each) => each.value === value)

test('An administrator renames, orders and switches off values, and gives built-in names back', async () => {
  const { client, params, change, read } = await start()
  const before = await read()
  expect(before.type[0]).toEqual({ value: 'DEFECT', name: 'Defect', is_own: false, offered: true })
  expect(before.trade.at(-1)).toMatchObject({ value: 'GENERAL', name: 'General' })
  await change({
    type: { names: { DEFECT: '  Snag ' }, off: { CLASH: true }, order: ['TASK', 'DEFECT'] },
    trade: { names: { HVAC: 'Lüftung' } },
    status: { names: { OPEN: 'To do' } },
  })
  const after = await read()
  expect(after.type.slice(0, 3).map(({ value }) => value)).toEqual(['TASK', 'DEFECT', 'CLASH'])
  expect(find(after.type, 'DEFECT')).toEqual({ value: 'DEFECT', name: 'Snag', is_own: true, offered: true })
  expect(find(after.type, 'CLASH')).toMatchObject({ is_own: false, offered: false })
  expect(find(after.trade, 'HVAC')).toMatchObject({ name: 'Lüftung', is_own: true })
  expect(find(after.status, 'OPEN')).toMatchObject({ name: 'To do', offered: true })
  const { vocabulary } = await client.call(getProject, { params })
  expect(vocabulary).toEqual({
    type: { names: { DEFECT: 'Snag' }, off: ['CLASH'], order: ['TASK', 'DEFECT'], own: [] },
    trade: { names: { HVAC: 'Lüftung' }, off: [], order: [], own: [] },
    status: { names: { OPEN: 'To do' }, off: [], order: [], own: [] },
  })
  await change({ type: { names: { DEFECT: null }, off: { CLASH: false }, order: [] } })
  expect((await read()).type).toEqual(before.type)
})

test('A name may mean only one value of its list, in any language', async () => {
  const { change, refuse } = await start()
  const taken = async (body: Changes, field: string) => {
    const { status, body: said } = await refuse(body)
    const { fields } = said as { fields?: object }
    expect([status, Object.keys(fields ?? {})]).toEqual([409, [field]])
  }
  await taken({ type: { names: { DEFECT: 'cLASH' } } }, 'type.names.DEFECT')
  // the German name of CLASH
  await taken({ type: { names: { DEFECT: 'kollision' } } }, 'type.names.DEFECT')
  await taken({ status: { names: { RESOLVED: 'VOID' } } }, 'status.names.RESOLVED')
  await change({ type: { names: { CLASH: 'Hit', DEFECT: 'Clash' } } })
  await taken({ type: { names: { CLASH: null } } }, 'type.names.CLASH')
  await taken({ type: { names: { TASK: 'HIT' } } }, 'type.names.TASK')
  await change({ type: { names: { CLASH: null, DEFECT: null } }, trade: { names: { HVAC: 'Clash' } } })
  for (const name of ['', '   ', 'x'.repeat(51), 'two\nlines'])
    expect((await refuse({ type: { names: { TASK: name } } })).status).toBe(400)
  await change({ type: { names: { TASK: '\u{1f9f1}'.repeat(25) } } })
})

test('Only administrators change the vocabulary, unknown values are refused, and defaults stay available', async () => {
  const { owner, params, refuse, read } = await start()
  const editor = await makeMember(app, params.id, 'EDITOR')
  const body = { type: { names: { DEFECT: 'Snag' } } }
  const stays = { reason: { code: 'default_not_off' } }
  expect((await refusal(editor.client.call(updateVocabulary, { params, body }))).status).toBe(403)
  expect((await editor.client.call(getVocabulary, { params })).type).toEqual((await read()).type)
  expect((await refuse({ type: { off: { DEFECT: true } } })).body).toMatchObject(stays)
  expect((await refuse({ trade: { off: { GENERAL: true } } })).body).toMatchObject(stays)
  for (const wrong of [
    {},
    { type: {} },
    { type: { names: { SNAG: 'Snag' } } },
    { status: { off: { VOID: true } } },
  ])
    expect((await refuse(wrong)).status).toBe(400)
  await owner.client.call(updateVocabulary, { params, body })
  const { items } = await owner.client.call(listAuditLog, { params: { id: owner.team.id }, query: {} })
  expect(items[0]).toMatchObject({ kind: 'PROJECT_CHANGED', data: { fields: ['vocabulary.type'] } })
})

test('Renamed at the same time, both names are kept', async () => {
  const { change, read } = await start()
  await Promise.all([
    change({ type: { names: { DEFECT: 'Snag' } } }),
    change({ type: { names: { TASK: 'Chore' } } }),
  ])
  const { type } = await read()
  expect([find(type, 'DEFECT')?.name, find(type, 'TASK')?.name]).toEqual(['Snag', 'Chore'])
})

test('Issues keep values that are turned off, and calls keep using codes', async () => {
  const { client, params, change, file } = await start()
  const issue = await file({ type: 'CLASH', trade: 'HVAC' })
  await change({ type: { names: { CLASH: 'Hit' }, off: { CLASH: true } }, trade: { off: { HVAC: true } } })
  const read = await client.call(getIssue, { params: { ...params, issueId: issue.id } })
  expect(read).toMatchObject({ type: 'CLASH', trade: 'HVAC' })
  const found = await client.call(listIssues, { params, query: { type: ['CLASH'] } as never })
  expect(found.items.map(({ number }) => number)).toEqual([1])
  await file({ type: 'CLASH' })
})

test('Lists and boards follow the order of types and trades of the project', async () => {
  const { client, params, change, file } = await start()
  for (const type of ['DEFECT', 'CLASH', 'TASK', 'CLASH']) await file({ type })
  const sorted = async (query: object) =>
    (await client.call(listIssues, { params, query: query as never })).items.map(({ type }) => type)
  expect(await sorted({ sort: 'type' })).toEqual(['DEFECT', 'CLASH', 'CLASH', 'TASK'])
  await change({ type: { order: ['TASK', 'CLASH'] } })
  expect(await sorted({ sort: 'type' })).toEqual(['TASK', 'CLASH', 'CLASH', 'DEFECT'])
  expect(await sorted({ sort: 'number', group: 'type' })).toEqual(['TASK', 'CLASH', 'CLASH', 'DEFECT'])
  const board = await client.call(getBoard, { params, query: { group: 'type' } as never })
  expect(board.columns.map(({ key }) => key)).toEqual(['TASK', 'CLASH', 'DEFECT'])
  const first = await client.call(listIssues, { params, query: { sort: 'type', limit: 2 } as never })
  expect(await sorted({ sort: 'type', limit: 2, after: first.next })).toEqual(['CLASH', 'DEFECT'])
  await change({ type: { order: [] } })
  expect(await sorted({ sort: 'type' })).toEqual(['DEFECT', 'CLASH', 'CLASH', 'TASK'])
})

test('Spreadsheets are written and read in the words of the project, and old words are still read', async () => {
  const { client, params, change, file, take, bring } = await start()
  await file({ type: 'DEFECT', trade: 'HVAC' })
  const old = await take('format=csv&language=de')
  expect(old.toString()).toMatch(/Mangel/)
  await change({
    type: { names: { DEFECT: 'Snag' }, off: { CLASH: true } },
    trade: { names: { HVAC: 'Air' } },
    status: { names: { OPEN: 'To do' } },
  })
  const named = await take('format=csv&language=de')
  expect(named.toString()).toMatch(/To do,Snag,.*,Air,/)
  const book = await openXlsx(await take('format=xlsx&language=en'))
  const offered = book.sheets[1]?.rows.flat()
  expect(offered).toContain('Snag')
  expect(offered).toContain('Task')
  expect(offered).not.toContain('Clash')
  expect(offered).not.toContain('Defect')
  await change({ type: { names: { DEFECT: 'Punch item', TASK: 'Defect' } } })
  for (const bytes of [old, named])
    expect(await bring(bytes)).toMatchObject({ same: 1, changed: 0, refused: 0, ignored: [] })
  // the former built-in name of one value is now the name of another
  await bring('#,Title,Type\n,New,Defect\n,Old,snag\n,Off,Clash\n,Value,RFI')
  const { items } = await client.call(listIssues, { params, query: { sort: 'number' } as never })
  expect(items.slice(1).map(({ type }) => type)).toEqual(['TASK', 'DEFECT', 'CLASH', 'RFI'])
  // a name that two values had
  await change({ type: { names: { TASK: 'Snag' } } })
  await change({ type: { names: { TASK: 'Chore' } } })
  const refused = await refusal(bring('#,Title,Type\n,New,Snag'))
  expect(refused.status).toBe(400)
})

test('Refused transitions, notifications and their messages name the status in the project’s words', async () => {
  const { client, params, change, file } = await start()
  const helper = await makeMember(app, params.id, 'CONTRIBUTOR')
  await change({ status: { names: { OPEN: 'To do', CLOSED: 'Signed off' } } })
  const issue = await file({ assignee_id: helper.id })
  const at = { ...params, issueId: issue.id }
  const set = (body: object) => client.call(updateIssue, { params: at, body })
  const refused = await refusal(set({ status: 'CLOSED' }))
  expect(refused.message).toContain('You cannot change the status from To do to Signed off')
  const bulk = await client.call(bulkChangeIssues, {
    params,
    body: { ids: [issue.id], change: { status: 'CLOSED' }, preview: true },
  })
  expect(JSON.stringify(bulk)).toContain('from To do to Signed off')
  const waiting = await helper.client.call(listMyIssues, { query: { kind: 'TO_DO' } })
  expect(waiting.items[0]).toMatchObject({ status: 'OPEN', status_name: 'To do' })
  await set({ status: 'IN_PROGRESS' })
  const mine = await helper.client.call(listMyIssues, { query: { kind: 'TO_DO' } })
  expect(mine.items[0]).toMatchObject({ status: 'IN_PROGRESS', status_name: null })
  const items = await helper.client.call(listNotifications, {})
  const note = items.find(({ type }) => type === 'ISSUE_UPDATED')
  expect(formatNotification(englishNotificationTexts, note as never)).toContain('status To do → In progress')
  expect(note?.payload).toMatchObject({
    message: 'Status To do -> In progress',
    status_from: 'OPEN',
    status_to: 'IN_PROGRESS',
  })
})

test('A project created from another has its words', async () => {
  const { client, params, change } = await start()
  await change({ type: { names: { DEFECT: 'Snag' }, off: { CLASH: true } } })
  const copy = await client.call(createProject, { body: { name: 'Second', template_id: params.id } as never })
  expect(copy.vocabulary.type).toEqual({ names: { DEFECT: 'Snag' }, off: ['CLASH'], order: [], own: [] })
})
