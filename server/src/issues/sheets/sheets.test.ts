import { importIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, getIssueByNumber, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { createLevel, createSection } from '@plumbline/contract/projects/projects'
import { locales } from '@plumbline/contract/users/users'
import fc from 'fast-check'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { guardCsvText } from '../../http/csv.ts'
import { codedColumns, type SheetCell, sheetColumns } from './columns.ts'
import { parseCsv, writeCsv } from './csv.ts'
import { normalizeName } from './normalize-name.ts'
import { sheetTexts } from './texts/texts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Caller = Pick<User, 'client'>
type Owner = Awaited<ReturnType<typeof makeOwner>>

async function take({ client }: Caller, id: string, query: string): Promise<Buffer> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `/api/project/${id}/issue/export?${query}`
  const answer = await app.fastify.inject({ method: 'GET', url, headers: { cookie } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const bring = ({ client }: Caller, id: string, bytes: Uint8Array | string, preview = false) =>
  client.call(importIssues, {
    params: { id },
    query: preview ? { preview: 'true' } : {},
    file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  })

const file = (by: Caller, id: string, body: Record<string, unknown>) =>
  by.client.call(createIssue, { params: { id }, body: body as never })

const list = async (by: Caller, id: string) =>
  (await by.client.call(listIssues, { params: { id }, query: { sort: 'number', limit: 200 } as never })).items

/** Opens, edits and saves a workbook with another spreadsheet library. */
async function edited(
  bytes: Uint8Array,
  edit: (cell: (row: number, head: string) => Edit, rows: unknown[][]) => void,
) {
  const workbook = await openXlsx(bytes)
  const { rows } = workbook.sheets[0] as { rows: unknown[][] }
  const column = (head: string) => {
    const index = (rows[0] ?? []).indexOf(head)
    expect(index, head).toBeGreaterThanOrEqual(0)
    return index
  }
  edit(
    (row, head) => ({
      get: () => rows[row]?.[column(head)],
      set: (value) => {
        ;(rows[row] as unknown[])[column(head)] = value
      },
    }),
    rows,
  )
  return saveXlsx(workbook)
}
interface Edit {
  get: () => unknown
  set: (value: unknown) => void
}

const odd = [
  '=1+1',
  "'=1+1",
  '-5 °C at the door',
  '+49 30 1234',
  '@home',
  'a "quoted", part; and\u00a0more',
  '_x0041_ & <b>bold</b> ]]>',
  'Tür, 漢字 and 🏗',
  '007',
  '2026-12-01',
]

/** A project whose issues have a value in every column. */
async function furnished(): Promise<Owner & { worker: User; numbers: number }> {
  const owner = await makeOwner(app, 'Ada Mason')
  const { id } = owner.project
  const worker = await makeMember(app, id, 'CONTRIBUTOR', 'Zoë Worker')
  await makeMember(app, id, 'CONTRIBUTOR', 'Twin Person')
  const twin = await makeMember(app, id, 'CONTRIBUTOR', 'twin person')
  const level = await owner.client.call(createLevel, { params: { id }, body: { name: 'L1', elevation_m: 3 } })
  await owner.client.call(createLevel, { params: { id }, body: { name: 'L2', elevation_m: 6 } })
  const section = await owner.client.call(createSection, { params: { id }, body: { name: 'Core' } })
  for (const [index, name] of odd.entries())
    await file(owner, id, {
      name,
      description: index % 2 ? `${name}\r\nsecond line\n\tthird` : '',
      labels: index % 3 ? ['Fire', 'a;b', 'say "x"'] : [],
      due_date: index % 2 ? '2026-12-24' : null,
      level_id: index % 2 ? level.id : null,
      section_id: index % 3 ? section.id : null,
      assignee_id: [worker.id, twin.id, null][index % 3],
      stage: index % 4 ? 'Shell' : null,
      visibility: index === 5 ? 'COMPANY' : 'ALL',
    })
  return { ...owner, worker, numbers: odd.length }
}

test('Heads and values are unambiguous over all languages', () => {
  const meanings = (pairs: [word: string, meaning: string][]) => {
    const found = new Map<string, Set<string>>()
    for (const [word, meaning] of pairs)
      found.set(normalizeName(word), (found.get(normalizeName(word)) ?? new Set()).add(meaning))
    return [...found].filter(([, all]) => all.size > 1)
  }
  const each = <T>(of: (language: (typeof sheetTexts)['en']) => T[]) =>
    locales.flatMap((locale) => of(sheetTexts[locale]))
  expect(meanings(each(({ columns }) => sheetColumns.map((name) => [columns[name], name])))).toEqual([])
  for (const column of codedColumns)
    expect(
      meanings(each((language) => Object.entries(language[column]).map(([value, word]) => [word, value]))),
    ).toEqual([])
})

test('Any text survives a CSV round trip, and no cell is a formula', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      ...odd,
      "''=x",
      '\t=x',
      '-1',
      "'",
      'a\nb',
      'a;=1+1',
      "a;'=1",
      'a;"=1',
      '- a\n- b',
      'a\t@b',
    ),
  )
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      // as the contract allows: without a lone carriage return
      const clean = cells.map((row) => row.map((text) => text.replace(/\r|\0/g, '')))
      const batches = (async function* () {
        yield clean as SheetCell[][]
      })()
      let text = ''
      for await (const part of writeCsv(['a', 'b', 'c'], batches)) text += part
      const parsed = parseCsv(text.slice(1), 100)
      const filled = clean.filter((row) => row.some((value) => value !== ''))
      expect(parsed?.slice(1).map(({ values }) => values)).toEqual(filled)
      expect(text).not.toMatch(/(^|[,\n])"?[=+\-@\t]/)
      // as programs read it that separate by semicolons, to which a quote within a cell is a character
      expect(text).not.toMatch(/[;\n\t]"*[=+\-@]/)
    }),
    { numRuns: 300, seed: 5 },
  )
})

test('A workbook has typed cells, a frozen head, a filter, drop-down lists and a hidden version column', async () => {
  const owner = await furnished()
  const book = await openXlsx(await take(owner, owner.project.id, 'format=xlsx&sort=number&language=en'))
  const [issues, values] = book.sheets
  expect(book.sheets.map(({ name }) => name)).toEqual(['Issues', 'Values'])
  const [head = [], ...rows] = issues?.rows ?? []
  expect(head).toEqual(sheetColumns.map((column) => sheetTexts.en.columns[column]))
  expect(rows.map((row) => row[1])).toEqual(odd)
  const at = (row: number, name: string) => rows[row]?.[head.indexOf(name)]
  expect(at(1, 'Due')).toEqual(new Date('2026-12-24T00:00:00Z'))
  expect(at(0, '#')).toBe(1)
  expect(at(1, 'Labels')).toBe('Fire; "a;b"; "say ""x"""')
  expect(Math.abs(Number(at(0, 'Created')) - Date.now())).toBeLessThan(3_600_000)
  expect(issues?.freezePane).toMatchObject({ rows: 1 })
  expect(issues?.autoFilter?.range).toBe(`A1:X${odd.length + 1}`)
  expect(issues?.columns?.map(({ hidden }) => hidden ?? false).indexOf(true)).toBe(head.indexOf('Version'))
  const statuses = values?.rows.map((row) => row[0])
  expect(statuses?.slice(0, 3)).toEqual(['Status', 'Open', 'In progress'])
  expect(issues?.dataValidations?.length).toBe(values?.rows[0]?.length)
  expect(values?.rows.map((row) => row[values.rows[0]?.indexOf('Level') ?? 0]).slice(1, 3)).toEqual([
    'L1',
    'L2',
  ])
})

test.each(locales)('Importing an unedited export changes nothing (%s)', async (locale) => {
  const owner = await furnished()
  const { id } = owner.project
  const before = await list(owner, id)
  for (const format of ['xlsx', 'csv'] as const) {
    const bytes = await take(owner, id, `format=${format}&language=${locale}`)
    const saved = format === 'xlsx' ? await edited(bytes, () => {}) : bytes
    const answer = await bring(owner, id, saved)
    expect(answer).toMatchObject({ new: 0, changed: 0, same: odd.length, refused: 0, ignored: [] })
  }
  expect(await list(owner, id)).toEqual(before)
})

test('A CSV export saved as a workbook, with its guards against formulas as text, changes nothing', async () => {
  const owner = await furnished()
  const { id } = owner.project
  const before = await list(owner, id)
  const bytes = await take(owner, id, 'format=xlsx&sort=number&language=en')
  const saved = await edited(bytes, (cell) => {
    for (const [index, name] of odd.entries()) cell(index + 1, 'Title').set(guardCsvText(name))
  })
  expect(await bring(owner, id, saved)).toMatchObject({ changed: 0, same: odd.length, refused: 0 })
  expect(await list(owner, id)).toEqual(before)
})

test('Levels with names that differ only in the encoding of an accent keep their issues in an export and import', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const names = ['Étage 1', 'Étage 1'.normalize('NFD')]
  for (const [index, name] of names.entries()) {
    const body = { name, elevation_m: 3 * index }
    const level = await owner.client.call(createLevel, { params: { id }, body })
    await file(owner, id, { name: `Crack ${index}`, level_id: level.id })
  }
  for (const format of ['xlsx', 'csv']) {
    const bytes = await take(owner, id, `format=${format}&sort=number&language=fr`)
    expect(await bring(owner, id, bytes, true)).toMatchObject({ same: 2, changed: 0, refused: 0 })
  }
})

test('Importing an edited export changes only the edited fields', async () => {
  const owner = await furnished()
  const { id } = owner.project
  const before = await list(owner, id)
  const german = sheetTexts.de
  const bytes = await edited(await take(owner, id, 'format=xlsx&sort=number&language=de'), (cell, rows) => {
    cell(1, 'Titel').set('Renamed = 2')
    cell(2, 'Fällig').set(new Date('2027-01-15T00:00:00Z'))
    cell(3, 'Priorität').set(german.priority.CRITICAL)
    cell(4, 'Zuständig').set('zoë worker')
    cell(5, 'Etiketten').set('New; "a;b"')
    cell(6, 'Geschoss').set('L2')
    cell(7, 'Status').set(german.status.RESOLVED)
    cell(7, 'Neuer Kommentar').set('Repaired\non Tuesday')
    cell(8, 'Fällig').set(null)
    rows.push(['', 'Filed in a spreadsheet', '', '', '', german.priority.HIGH])
    // the order of rows does not matter
    rows.splice(1, 0, ...rows.splice(5, 3))
  })
  const preview = await bring(owner, id, bytes, true)
  expect(await list(owner, id)).toEqual(before)
  const answer = await bring(owner, id, bytes)
  expect(answer).toMatchObject({ new: 1, changed: 7, same: 3, refused: 0 })
  expect({
    ...answer,
    rows: answer.rows.map((row) => ({ ...row, number: row.outcome === 'NEW' ? null : row.number })),
  }).toEqual(preview)
  const after = await list(owner, id)
  const changed = (index: number) => {
    const [was, is] = [before[index] as Record<string, unknown>, after[index] as Record<string, unknown>]
    const names = Object.keys(is).filter((name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]))
    return Object.fromEntries(
      names.filter((name) => !/^(updated|version)/.test(name)).map((name) => [name, is[name]]),
    )
  }
  expect(changed(0)).toEqual({ name: 'Renamed = 2' })
  expect(changed(1)).toEqual({ due_date: '2027-01-15' })
  expect(changed(2)).toEqual({ priority: 'CRITICAL' })
  expect(changed(3)).toEqual({})
  expect(changed(4)).toEqual({ labels: ['New', 'a;b'] })
  expect(Object.keys(changed(5))).toEqual(['level_id'])
  expect(changed(6)).toMatchObject({ status: 'RESOLVED', resolved_by: owner.id, comments: 1 })
  expect(changed(7)).toEqual({ due_date: null })
  expect(changed(8)).toEqual({})
  expect(after[10]).toMatchObject({
    ...{ number: 11, name: 'Filed in a spreadsheet', priority: 'HIGH', status: 'OPEN', created_by: owner.id },
  })
  const { items } = await owner.client.call(listTimeline, {
    params: { id, issueId: after[6]?.id ?? '' },
    query: {},
  })
  expect(items.at(-1)?.comment?.text).toBe('Repaired\non Tuesday')
})

test('An edit of a field that others changed since fails the import; unedited fields keep the others’ changes', async () => {
  const owner = await furnished()
  const { id } = owner.project
  const bytes = await take(owner, id, 'format=xlsx&sort=number&language=en')
  const [first, second] = await list(owner, id)
  const set = (issueId: string | undefined, body: object) =>
    owner.client.call(updateIssue, { params: { id, issueId: issueId ?? '' }, body })
  await set(first?.id, { priority: 'HIGH', stage: 'Finish' })
  await set(second?.id, { priority: 'LOW' })
  const merged = await edited(bytes, (cell) => cell(1, 'Title').set('Mine'))
  expect(await bring(owner, id, merged)).toMatchObject({ changed: 1, refused: 0 })
  expect((await list(owner, id))[0]).toMatchObject({ name: 'Mine', priority: 'HIGH', stage: 'Finish' })
  const before = await list(owner, id)
  const clashing = await edited(bytes, (cell) => {
    cell(1, 'Priority').set('Critical')
    cell(2, 'Priority').set('Low')
    cell(3, 'Title').set('Renamed as well')
  })
  const preview = await bring(owner, id, clashing, true)
  expect(preview).toMatchObject({ changed: 1, refused: 1 })
  expect(preview.rows[0]).toMatchObject({
    row: 2,
    number: 1,
    outcome: 'REFUSED',
    message: 'Somebody else has changed Priority since the export',
    reason: { code: 'changed_since_export', values: { columns: 'Priority' } },
  })
  // the same value that another user has set
  expect(preview.rows[1]?.outcome).toBe('SAME')
  const refused = await refusal(bring(owner, id, clashing))
  expect([refused.status, refused.body.message]).toEqual([412, 'Nothing was imported. Rows with problems: 1'])
  expect(await list(owner, id)).toEqual(before)
})

test('Columns are found by their heads in any language, and unknown ones are reported', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const worker = await makeMember(app, id, 'CONTRIBUTOR', 'Jürgen Maß')
  const text =
    'Fällig;Farbe;TITEL;Zuständig\r\n24.12.2026;rot;"Tür; klemmt";Jürgen Maß\r\n;;;\r\n2026-12-25;;Fenster;\r\n'
  const answer = await bring(owner, id, Buffer.from(text, 'latin1'))
  expect(answer).toMatchObject({ new: 2, refused: 0, ignored: ['Farbe'], rows: [{ row: 2 }, { row: 4 }] })
  expect(await list(owner, id)).toMatchObject([
    { name: 'Tür; klemmt', due_date: '2026-12-24', assignee_id: worker.id },
    { name: 'Fenster', due_date: '2026-12-25', assignee_id: null },
  ])
  const notes = await worker.client.call(listNotifications, { query: {} })
  expect(notes).toMatchObject([{ type: 'ISSUE_ASSIGNED', payload: { issue_name: 'Tür; klemmt' } }])
})

test('Dates with slashes, as spreadsheets write them in other countries, are read in the order that the file shows', async () => {
  const days = async (text: string) => {
    const owner = await makeOwner(app)
    const { id } = owner.project
    const { refused } = await bring(owner, id, Buffer.from(text), true)
    if (refused > 0) return 'refused'
    await bring(owner, id, Buffer.from(text))
    return (await list(owner, id)).map(({ due_date }) => due_date)
  }
  expect(await days('Title,Due\na,25/12/2026\nb,2/1/2027\n')).toEqual(['2026-12-25', '2027-01-02'])
  expect(await days('Title,Due\na,12/25/2026\nb,1/2/2027\n')).toEqual(['2026-12-25', '2027-01-02'])
  // French and Spanish have one order only
  expect(await days(`Titre;${sheetTexts.fr.columns.due_date}\na;02/01/2027\n`)).toEqual(['2027-01-02'])
  expect(await days(`Título;${sheetTexts.es.columns.due_date}\na;2/1/2027\n`)).toEqual(['2027-01-02'])
  expect(await days('Title,Due\na,2/1/2027\n')).toBe('refused')
  expect(await days('Title,Due\na,25/12/2026\nb,12/25/2026\n')).toBe('refused')
})

test('Each invalid row has its reason, and then no row is imported', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  await file(owner, id, { name: 'First' })
  const rows = [
    ['#', 'Title', 'Status', 'Priority', 'Due', 'Assignee', 'Level'],
    ['1', '', '', '', '', '', ''],
    ['1', 'Again', '', '', '', '', ''],
    ['99', 'Nowhere', '', '', '', '', ''],
    ['one', 'No number', '', '', '', '', ''],
    ['', '', 'Open', '', '', '', ''],
    ['', 'Done already', 'Closed', '', '', '', ''],
    ['', 'Urgent', '', 'Very', '', '', ''],
    ['', 'Some day', '', '', '31.31.2026', '', ''],
    ['', 'For whom', '', '', '', 'Nobody here', ''],
    ['', 'Where', '', '', '', '', 'Cellar'],
  ]
  const csv = rows.map((row) => row.join(',')).join('\n')
  const preview = await bring(owner, id, csv, true)
  expect(preview.rows.map(({ row, message }) => [row, message])).toEqual([
    [2, 'Title: "" is not valid'],
    [3, 'This number appears twice in the file'],
    [4, 'There is no issue with this number'],
    [5, '#: "one" is not valid'],
    [6, 'A new issue needs a title'],
    [7, 'Status: "Closed" is not valid'],
    [8, 'Priority: "Very" is not valid'],
    [9, 'Due: "31.31.2026" is not valid'],
    [10, 'Assignee: "Nobody here" is not valid'],
    [11, 'Level: "Cellar" is not valid'],
  ])
  const refused = await refusal(bring(owner, id, `${csv}\n,Good,,,,,`))
  expect(refused.status).toBe(400)
  expect((await list(owner, id)).map(({ name }) => name)).toEqual(['First'])
})

test('Hidden and foreign issues are not exported, and importing their numbers is refused', async () => {
  const owner = await makeOwner(app)
  const other = await makeOwner(app)
  const { id } = owner.project
  const editor = await makeMember(app, id, 'EDITOR')
  await file(owner, id, { name: 'For all' })
  await file(owner, id, { name: 'Secret', visibility: 'PRIVATE' })
  await file(other, other.project.id, { name: 'Theirs' })
  for (const format of ['csv', 'xlsx'] as const) {
    const bytes = await take(editor, id, `format=${format}`)
    const text = format === 'csv' ? bytes.toString() : JSON.stringify((await openXlsx(bytes)).sheets[0]?.rows)
    expect(text).toContain('For all')
    expect(text).not.toMatch(/Secret|Theirs/)
  }
  const { rows } = await bring(editor, id, '#,Title\n2,Known\n3,Not there', true)
  expect(rows.map(({ message }) => message)).toEqual(Array(2).fill('There is no issue with this number'))
  expect(rows.map(({ name }) => name)).toEqual(['Known', 'Not there'])
})

test('An import of 10,000 rows creates issues numbered in row order', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const csv = `Title,Labels\n${Array.from({ length: 10_000 }, (_, index) => `Row ${index},Many`).join('\n')}`
  expect(await bring(owner, id, csv)).toMatchObject({ new: 10_000, refused: 0 })
  const last = await owner.client.call(getIssueByNumber, { params: { id, number: 10_000 } })
  expect(last).toMatchObject({ name: 'Row 9999', labels: ['Many'] })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from issue_log where project_id = ${id}`.execute(app.server.db)
  expect(rows[0]?.count).toBe(10_000)
  // PostgreSQL plans the following reads for this many rows
  const countEstimated = async () => {
    const {
      rows: [table],
    } = await sql<{ estimated: number }>`
      select reltuples::int as estimated from pg_class where oid = 'issue_log'::regclass`.execute(
      app.server.db,
    )
    return table?.estimated
  }
  await expect.poll(countEstimated, { timeout: 20_000 }).toBeGreaterThanOrEqual(10_000)
})
