import { exportIssues, importIssues } from '@plumbline/contract/issues/bulk'
import { updateCustomField } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeFieldDefiner, makeMember, makeOwner } from '../../../test/make.ts'

/** Columns of a project's custom fields in spreadsheets that are imported again. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function start() {
  const owner = await makeOwner(app, 'Ada Lovelace')
  const params = { id: owner.project.id }
  const { client } = owner
  const define = makeFieldDefiner(owner, owner.project.id)
  const choices = [{ name: 'Design' }, { name: 'Wear' }]
  const fields = {
    cause: await define({ name: 'Cause', kind: 'CHOICE', choices, required_for: ['DEFECT'] }),
    cost: await define({ name: 'Cost', kind: 'NUMBER' }),
    day: await define({ name: 'Inspected', kind: 'DATE' }),
    who: await define({ name: 'Surveyor', kind: 'PERSON' }),
    insured: await define({ name: 'Insured', kind: 'CHECKBOX' }),
    note: await define({ name: 'Note', kind: 'TEXT' }),
  }
  const { cause, cost, day, who, insured, note } = fields
  const design = cause.choices[0]?.id ?? ''
  const custom_fields = {
    ...{ [cause.id]: design, [cost.id]: -12.125, [day.id]: '2026-12-04' },
    ...{ [who.id]: owner.id, [insured.id]: true, [note.id]: '=1+1' },
  }
  const file = (values: Record<string, unknown>, more = {}) =>
    client.call(createIssue, { params, body: { name: 'Wall', custom_fields: values, ...more } as never })
  const first = await file(custom_fields)
  const second = await file({}, { type: 'TASK' })
  const take = async (query: string): Promise<Buffer> => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = exportIssues.path.replace(':id', params.id)
    const headers = { cookie }
    return (await app.fastify.inject({ method: 'GET', url: `${url}?sort=number&${query}`, headers }))
      .rawPayload
  }
  const bring = (file: string | Uint8Array, preview = false) =>
    client.call(importIssues, {
      params,
      query: preview ? { preview: 'true' } : {},
      file: new Blob([file as Uint8Array<ArrayBuffer>]),
    })
  const valuesOf = async (issueId: string) =>
    (await client.call(getIssue, { params: { ...params, issueId } })).custom_fields
  return { owner, client, params, fields, design, custom_fields, first, second, take, bring, valuesOf }
}

type Cells = Record<string, unknown>[]

/** Edits the rows of a workbook by the heads of their columns. */
async function edit(bytes: Uint8Array, rows: Cells): Promise<Uint8Array> {
  const book = await openXlsx(bytes)
  const cells = book.sheets[0]?.rows as unknown[][]
  const head = cells[0] ?? []
  rows.forEach((changes, index) => {
    for (const [name, value] of Object.entries(changes)) {
      const row = cells[index + 1] ?? []
      cells[index + 1] = row
      row[head.indexOf(name)] = value
    }
  })
  return saveXlsx(book)
}

test('Edited cells of each kind change only their fields, and each change is in the log', async () => {
  const { owner, client, params, fields, first, second, custom_fields, take, bring, valuesOf } = await start()
  const { cause, cost, day, who, insured, note } = fields
  for (const format of ['xlsx', 'csv'])
    for (const language of ['en', 'de', 'fr', 'es'])
      expect(await bring(await take(`format=${format}&language=${language}`))).toMatchObject({
        ...{ same: 2, changed: 0, refused: 0, ignored: [] },
      })
  const file = await edit(await take('format=xlsx&language=de'), [
    { Cause: 'wear', Insured: '', Note: null },
    { Cost: 7, Inspected: new Date('2027-01-02T00:00:00Z'), Surveyor: 'ada lovelace', Insured: 'Ja' },
    { Titel: 'New', Cause: 'Design', Cost: '2,5', Note: 'From the table' },
  ])
  const preview = await bring(file, true)
  expect(preview.rows.map(({ outcome, fields: names }) => [outcome, names])).toEqual([
    ['CHANGED', [cause.id, insured.id, note.id].map(buildCustomKey)],
    ['CHANGED', [cost.id, day.id, who.id, insured.id].map(buildCustomKey)],
    ['NEW', ['name', ...[cause.id, cost.id, note.id].map(buildCustomKey)]],
  ])
  expect(await valuesOf(first.id)).toEqual(custom_fields)
  const done = await bring(file)
  expect(done).toMatchObject({ new: 1, changed: 2, refused: 0 })
  const wear = cause.choices[1]?.id
  expect(await valuesOf(first.id)).toEqual({
    ...{ [cause.id]: wear, [cost.id]: -12.125, [day.id]: '2026-12-04', [who.id]: owner.id },
  })
  expect(await valuesOf(second.id)).toEqual({
    ...{ [cost.id]: 7, [day.id]: '2027-01-02', [who.id]: owner.id, [insured.id]: true },
  })
  const { items } = await client.call(listTimeline, { params: { ...params, issueId: first.id }, query: {} })
  expect(items.flatMap(({ changes }) => changes ?? [])).toContainEqual({
    ...{ field: buildCustomKey(note.id), from: '=1+1', to: null },
  })
  const again = await bring(await take('format=csv&language=en'))
  expect(again).toMatchObject({ same: 3, changed: 0, refused: 0 })
})

test('Cells that do not fit are refused, as are an emptied required value and a choice that is no longer offered', async () => {
  const { client, params, fields, take, bring } = await start()
  const { cause } = fields
  const offered = [{ id: cause.choices[0]?.id ?? '', name: 'Design' }]
  const at = { ...params, customFieldId: cause.id }
  await client.call(updateCustomField, { params: at, body: { choices: offered } })
  const head = '#,Title,Type,Cause,Cost,Inspected,Surveyor,Insured\n'
  const lines = [
    ['1,Wall,Defect,,,,,', 'Cause is required'],
    ['2,Wall,Task,Wear,,,,', 'Cause: "Wear" is not valid'],
    [',New,Task,,"1,234",,,', 'Cost: "1,234" is not valid'],
    [',New,Task,,,31.31.2026,,', 'Inspected: "31.31.2026" is not valid'],
    [',New,Task,,,,Nobody,', 'Surveyor: "Nobody" is not valid'],
    [',New,Task,,,,,perhaps', 'Insured: "perhaps" is not valid'],
    [',New,Task,,1e300,,,', 'Cost: "1e300" is not valid'],
  ] as const
  const preview = await bring(head + lines.map(([line]) => line).join('\n'), true)
  expect(preview.rows.map(({ outcome }) => outcome)).toEqual(lines.map(() => 'REFUSED'))
  expect(preview.rows.slice(1).map(({ message }) => message)).toEqual(
    lines.slice(1).map(([, message]) => message),
  )
  expect(preview.rows[0]?.reason?.code).toBe('custom_value_missing')
  expect(await bring(await take('format=csv&language=en'))).toMatchObject({ same: 2 })
})

test('An edit of a value that others changed since is refused, and the name of a former member still refers to that person', async () => {
  const { owner, client, params, fields, second, take, bring, valuesOf } = await start()
  const { cost, who } = fields
  const leaving = await makeMember(app, owner.project.id, 'CONTRIBUTOR', 'Grace Hopper')
  const set = (values: Record<string, string | number>) =>
    client.call(updateIssue, {
      params: { ...params, issueId: second.id },
      body: { custom_fields: values },
    })
  await set({ [who.id]: leaving.id, [cost.id]: 1 })
  const file = await take('format=xlsx&language=en')
  await set({ [cost.id]: 2 })
  const mine = await edit(file, [{}, { Cost: 3 }])
  const preview = await bring(mine, true)
  expect(preview.rows[1]).toMatchObject({
    outcome: 'REFUSED',
    reason: { code: 'changed_since_export', values: { columns: 'Cost' } },
  })
  expect(await refusal(bring(mine))).toMatchObject({ status: 412 })
  expect(await bring(await edit(file, [{}, { Cost: 2 }]))).toMatchObject({ same: 2, refused: 0 })
  // the value changed here, the cell did not
  await set({ [who.id]: owner.id })
  expect(await bring(file)).toMatchObject({ same: 2, refused: 0 })
  expect(await valuesOf(second.id)).toEqual({ [cost.id]: 2, [who.id]: owner.id })
})
