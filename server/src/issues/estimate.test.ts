import { openBcf } from '@plumbline/bcf/open'
import { bulkChangeIssues, importIssues, undoBulk } from '@plumbline/contract/issues/bulk'
import { createIssue, getIssueByNumber, updateIssue } from '@plumbline/contract/issues/issues'
import { createIssueTemplate, listIssues, listIssueTemplates } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { locales } from '@plumbline/contract/users/users'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { createBcfClient } from '../../test/bcf.ts'
import { exportFile, importFile } from '../../test/bcf-files.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner, type User } from '../../test/make.ts'
import { formatFilter } from './report/format-filter.ts'
import { sheetTexts } from './sheets/texts/texts.ts'

/** The estimate of an issue in hours, in every place where issue fields appear. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const start = async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const { client } = owner
  const file = (name: string, estimate_hours?: number | null) =>
    client.call(createIssue, {
      params,
      body: estimate_hours === undefined ? { name } : { name, estimate_hours },
    })
  const read = async (number: number) =>
    (await client.call(getIssueByNumber, { params: { ...params, number } })).estimate_hours
  const list = async (query: Record<string, string>) =>
    (await client.call(listIssues, { params, query: query as never })).items.map(({ number }) => number)
  return { owner, client, params, file, read, list }
}

async function take({ client }: Pick<User, 'client'>, id: string, query: string): Promise<Buffer> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `/api/project/${id}/issue/export?${query}`
  return (await app.fastify.inject({ method: 'GET', url, headers: { cookie } })).rawPayload
}

test('An estimate is created, changed, cleared and told in the history', async () => {
  const { client, params, file, read } = await start()
  const { id, number } = await file('Wall', 12.5)
  expect(await read(number)).toBe(12.5)
  expect(await read((await file('Door')).number)).toBeNull()
  const ref = { ...params, issueId: id }
  for (const estimate_hours of [0.07, 100_000, null])
    expect(await client.call(updateIssue, { params: ref, body: { estimate_hours } })).toMatchObject({
      estimate_hours,
    })
  const { items } = await client.call(listTimeline, { params: ref, query: {} })
  expect(items.flatMap(({ changes }) => changes ?? [])).toEqual([
    { field: 'estimate_hours', from: 12.5, to: 0.07 },
    { field: 'estimate_hours', from: 0.07, to: 100_000 },
    { field: 'estimate_hours', from: 100_000, to: null },
  ])
})

test('A negative, too large or too precise estimate is refused by name', async () => {
  const { client, params, file } = await start()
  const { id } = await file('Wall')
  for (const estimate_hours of [-1, 100_000.01, 1.234, 1e-9, '5', true]) {
    const body = { estimate_hours } as never
    const answer = await refusal(client.call(updateIssue, { params: { ...params, issueId: id }, body }))
    expect(answer.body).toMatchObject({
      error: 'bad_request',
      fields: { estimate_hours: expect.any(String) },
    })
  }
})

test('A list is sorted by estimate and filtered by its presence and range', async () => {
  const { file, list } = await start()
  for (const hours of [8, null, 0, 2.5, 100_000, null]) await file('Wall', hours)
  expect(await list({ sort: 'estimate_hours' })).toEqual([3, 4, 1, 5, 2, 6])
  expect(await list({ sort: '-estimate_hours' })).toEqual([5, 1, 4, 3, 6, 2])
  const numbers = (query: Record<string, string>) => list({ ...query, sort: 'number' })
  expect(await numbers({ estimate_hours: 'none' })).toEqual([2, 6])
  expect(await numbers({ estimate_hours: 'any' })).toEqual([1, 3, 4, 5])
  expect(await numbers({ estimate_hours_from: '2.5', estimate_hours_to: '8' })).toEqual([1, 4])
  expect(await numbers({ estimate_hours_to: '0' })).toEqual([3])
  expect(await numbers({ estimate_hours_from: '8' })).toEqual([1, 5])
})

test('A bulk change sets the estimate of many issues and is undone', async () => {
  const { client, params, file, read } = await start()
  await file('Wall', 3)
  await file('Door')
  const change = (estimate_hours: number | null) =>
    client.call(bulkChangeIssues, { params, body: { filter: '', change: { estimate_hours } } })
  const { bulk_id, changed } = await change(7.25)
  expect([changed, await read(1), await read(2)]).toEqual([2, 7.25, 7.25])
  await client.call(undoBulk, { params: { ...params, bulkId: bulk_id ?? '' } })
  expect([await read(1), await read(2)]).toEqual([3, null])
  expect(await change(null)).toMatchObject({ changed: 1, same: 1 })
})

test('A workbook and CSV carry the estimate as a number, under a head in each language, and back', async () => {
  const { owner, client, params, file, read } = await start()
  await file('Wall', 12.5)
  await file('Door')
  const heads = locales.map((locale) => sheetTexts[locale].columns.estimate_hours)
  expect(heads).toEqual(['Estimate (h)', 'Aufwand (h)', 'Temps estimé (h)', 'Tiempo estimado (h)'])
  const bring = (bytes: Uint8Array | string) =>
    client.call(importIssues, {
      params,
      query: {},
      file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
    })
  for (const [index, locale] of locales.entries()) {
    const book = await openXlsx(await take(owner, params.id, `format=xlsx&sort=number&language=${locale}`))
    const rows = book.sheets[0]?.rows as unknown[][]
    const column = (rows[0] ?? []).indexOf(heads[index])
    expect(rows.slice(1).map((row) => row[column] ?? null)).toEqual([
      index === 0 ? 12.5 : 20 + index - 1,
      null,
    ])
    ;(rows[1] as unknown[])[column] = 20 + index
    expect(await bring(await saveXlsx(book))).toMatchObject({ changed: 1, same: 1 })
    expect(await read(1)).toBe(20 + index)
  }
  const csv = (await take(owner, params.id, 'format=csv&sort=number&language=en')).toString()
  expect(csv).toContain(',23,')
  expect(await bring(csv)).toMatchObject({ same: 2 })
  expect(await bring('#;Estimate (h)\r\n1;4,5\r\n2;0.25\r\n')).toMatchObject({ changed: 2 })
  expect([await read(1), await read(2)]).toEqual([4.5, 0.25])
  expect(await bring('Title,Aufwand (h)\r\nNew,3\r\n')).toMatchObject({ new: 1 })
  expect(await read(3)).toBe(3)
  for (const text of ['-1', '1.000', '1.234', 'two', '100001'])
    expect(await refusal(bring(`#;Estimate (h)\r\n1;${text}\r\n`))).toMatchObject({ status: 400 })
})

test('A BCF file and the BCF API carry the estimate as a label; importing one’s own export keeps it', async () => {
  const { client, params, file, read } = await start()
  await file('Wall', 12.5)
  for (const version of ['2.1', '3.0'] as const) {
    const bytes = await exportFile(app, client, params.id, version)
    for await (const topic of (await openBcf(bytes)).topics())
      expect(topic.labels).toEqual(['Estimate: 12.5 h'])
    expect((await importFile(client, params.id, bytes)).outcomes).toMatchObject({ SAME: 1 })
    expect(await read(1)).toBe(12.5)
    const other = await start()
    await importFile(other.client, other.params.id, bytes)
    expect(await other.read(1)).toBe(12.5)
  }
  const bcf = createBcfClient(client, '3.0', params.id)
  const topics = await bcf.get<{ guid: string; labels: string[] }[]>(
    `/topics?$filter=${encodeURIComponent("labels/any(l: l eq 'Estimate: 12.5 h')")}`,
  )
  expect(topics.map(({ labels }) => labels)).toEqual([['Estimate: 12.5 h']])
  await bcf.put(`/topics/${topics[0]?.guid}`, { title: 'Wall', labels: ['Estimate: 8 h', 'Estimate: soon'] })
  expect(await read(1)).toBe(8)
  const events = await bcf.get<{ actions: { type: string; value: string }[] }[]>('/topics/events')
  expect(events.flatMap(({ actions }) => actions)).toEqual(
    expect.arrayContaining([
      { type: 'label_removed', value: 'Estimate: 12.5 h' },
      { type: 'label_added', value: 'Estimate: 8 h' },
    ]),
  )
})

test('A template and the report’s filter name the estimate', async () => {
  const { client, params } = await start()
  await client.call(createIssueTemplate, {
    params,
    body: { title: 'Repair', fields: { estimate_hours: 1.5 }, due_in_days: null },
  })
  const [template] = await client.call(listIssueTemplates, { params })
  expect(template?.fields).toEqual({ estimate_hours: 1.5 })
  const names = { level: new Map(), section: new Map(), assignee: new Map(), people: new Map() }
  const filter = { estimate_hours_from: 2, estimate_hours_to: 8.5 }
  const lines = await formatFilter({} as never, filter as never, { texts: sheetTexts.de, names })
  expect(lines).toEqual(['Aufwand (h): ≥ 2, ≤ 8.5'])
  const pdf = await take({ client }, params.id, 'format=pdf')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})
