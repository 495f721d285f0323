import { removeMember } from '@plumbline/contract/access/access'
import { exportIssues, importIssues } from '@plumbline/contract/issues/bulk'
import { listCustomFields, updateCustomField } from '@plumbline/contract/issues/custom-fields'
import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { createProject } from '@plumbline/contract/projects/projects'
import { openXlsx } from 'hucre/xlsx'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeFieldDefiner, makeMember, makeOwner } from '../../../test/make.ts'
import { formatFilter } from '../report/format-filter.ts'
import { sheetTexts } from '../sheets/texts/texts.ts'

/** Custom fields in exported files, and in projects made from a template. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function readPdf(bytes: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

async function start() {
  const owner = await makeOwner(app, 'Ada Lovelace')
  const params = { id: owner.project.id }
  const { client } = owner
  const define = makeFieldDefiner(owner, owner.project.id)
  const cause = await define({
    name: 'Cause',
    kind: 'CHOICE',
    choices: [{ name: 'Design' }, { name: 'Wear' }],
  })
  const fields = {
    cause,
    cost: await define({ name: 'Cost', kind: 'NUMBER' }),
    day: await define({ name: 'Inspected', kind: 'DATE' }),
    who: await define({ name: 'Surveyor', kind: 'PERSON' }),
    insured: await define({ name: 'Insured', kind: 'CHECKBOX' }),
    // the same head as a column that every project has
    status: await define({ name: 'Status', kind: 'TEXT' }),
    old: await define({ name: 'Old', kind: 'TEXT' }),
  }
  const custom_fields = {
    [cause.id]: cause.choices[1]?.id ?? '',
    [fields.cost.id]: 12.5,
    [fields.day.id]: '2026-12-04',
    [fields.who.id]: owner.id,
    [fields.insured.id]: true,
    [fields.status.id]: 'as built',
    [fields.old.id]: 'gone',
  }
  await client.call(createIssue, { params, body: { name: 'Wall', custom_fields } })
  await client.call(createIssue, { params, body: { name: 'Door' } })
  const at = { ...params, customFieldId: fields.old.id }
  await client.call(updateCustomField, { params: at, body: { archived: true } })
  const take = async (query: string): Promise<Buffer> => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = exportIssues.path.replace(':id', params.id)
    return (await app.fastify.inject({ method: 'GET', url: `${url}?${query}`, headers: { cookie } }))
      .rawPayload
  }
  return { owner, client, params, fields, take }
}

test('A workbook and CSV have a column for each field that the project offers, and are imported again', async () => {
  const { client, params, take } = await start()
  const bytes = await take('format=xlsx&sort=number&language=de')
  const rows = (await openXlsx(bytes)).sheets[0]?.rows as unknown[][]
  expect(rows[0]?.slice(-6)).toEqual(['Cause', 'Cost', 'Inspected', 'Surveyor', 'Insured', 'Status'])
  const [cause, cost, day, who, insured, status] = rows[1]?.slice(-6) ?? []
  expect([cause, cost, who, insured, status]).toEqual([
    'Wear',
    12.5,
    expect.stringContaining('Ada'),
    'Ja',
    'as built',
  ])
  expect(day).toEqual(new Date('2026-12-04T00:00:00.000Z'))
  const csv = (await take('format=csv&sort=number&language=en')).toString()
  expect(csv).toMatch(/,Cause,Cost,Inspected,Surveyor,Insured,Status\r\n/)
  expect(csv).toMatch(/,Wear,12\.5,2026-12-04,Ada [^,]*,Yes,as built\r\n/)
  const imported = await client.call(importIssues, {
    params,
    query: {},
    file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  })
  expect(imported).toMatchObject({ same: 2, changed: 0, refused: 0, ignored: [] })
})

test('A former member in a closed issue is found and named in lists, exports and the filter of a report', async () => {
  const { client, params, fields, take } = await start()
  const leaver = await makeMember(app, params.id, 'CONTRIBUTOR', 'Leo Leaver')
  const viewer = await makeMember(app, params.id, 'VIEWER', 'Vera Viewer')
  const custom_fields = { [fields.who.id]: leaver.id.toUpperCase() }
  const { id: issueId } = await client.call(createIssue, { params, body: { name: 'Roof', custom_fields } })
  await client.call(updateIssue, { params: { ...params, issueId }, body: { status: 'VOID', comment: 'No' } })
  await client.call(removeMember, { params: { ...params, userId: leaver.id }, query: {} })
  const query = { custom_fields: `${fields.who.id}:any:${leaver.id}` }
  const { items } = await client.call(listIssues, { params, query })
  expect(items.map(({ name, custom_fields }) => [name, custom_fields])).toEqual([
    ['Roof', { [fields.who.id]: leaver.id }],
  ])
  const filter = `${new URLSearchParams(query)}`
  expect((await take(`format=csv&language=en&${filter}`)).toString()).toContain('Leo Leaver')
  expect(await readPdf(await take(`format=pdf&language=en&${filter}`))).toContain('Surveyor: Leo Leaver')
  expect(await readPdf(await take(`format=pdf&language=en&watcher_id=${viewer.id}`))).toContain('Vera Viewer')
})

test('A report names the fields of an issue, and its filter in words', async () => {
  const { owner, fields, take } = await start()
  expect((await take('format=pdf&language=en')).subarray(0, 5).toString()).toBe('%PDF-')
  const names = {
    level: new Map(),
    section: new Map(),
    assignee: new Map(),
    people: new Map([[owner.id, 'Ada Lovelace']]),
  }
  const custom_fields = [
    `${fields.cause.id}:not:${fields.cause.choices[0]?.id},none`,
    `${fields.cost.id}:from:3`,
    `${fields.cost.id}:to:20`,
    `${fields.who.id}:any:${owner.id}`,
    `${fields.status.id}:contains:built`,
  ].join(';')
  const own = Object.values(fields)
  expect(await formatFilter({} as never, { custom_fields }, { texts: sheetTexts.en, names, own })).toEqual([
    'Cause: not Design, None',
    'Cost: ≥ 3, ≤ 20',
    'Surveyor: Ada Lovelace',
    'Status: “built”',
  ])
})

test('A project created from another has its fields, without its people', async () => {
  const { owner, client, params, fields: old } = await start()
  const change = (customFieldId: string, body: object) =>
    client.call(updateCustomField, { params: { ...params, customFieldId }, body: body as never })
  await change(old.cause.id, { required_for: ['DEFECT'] })
  await change(old.who.id, { initial: owner.id })
  const project = await client.call(createProject, { body: { name: 'Second', template_id: params.id } })
  const fields = await client.call(listCustomFields, { params: { id: project.id } })
  expect(fields.map(({ name }) => name)).toEqual([
    'Cause',
    'Cost',
    'Inspected',
    'Surveyor',
    'Insured',
    'Status',
  ])
  expect(fields[0]).toMatchObject({ required_for: ['DEFECT'], choices: old.cause.choices })
  expect(fields[3]).toMatchObject({ kind: 'PERSON', initial: null })
  expect(fields[0]?.id).not.toBe(old.cause.id)
})
