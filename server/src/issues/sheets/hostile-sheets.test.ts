import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { importIssues } from '@plumbline/contract/issues/bulk'
import { listIssues } from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeOwner, type User } from '../../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Caller = Pick<User, 'client'>

const bring = ({ client }: Caller, id: string, bytes: Uint8Array) =>
  client.call(importIssues, {
    params: { id },
    query: {},
    file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  })

const list = async (by: Caller, id: string) =>
  (await by.client.call(listIssues, { params: { id }, query: { sort: 'number' } as never })).items

async function zipped(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const workbook = (sheet: string | Buffer, more: Record<string, string> = {}, properties = '') =>
  zipped({
    'xl/workbook.xml': `<workbook ${main} xmlns:r="r">${properties}<sheets><sheet name="a" r:id="x"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="x" Target="/xl/s.xml"/></Relationships>',
    'xl/s.xml': sheet,
    ...more,
  })

test('A workbook of another program is read: shared and rich text, formula results, the 1904 date system', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>Due</x:t></x:is></x:c><x:c t="str"><x:f>"Sta"&amp;"ge"</x:f><x:v>Stage</x:v></x:c></x:row>
    <x:row r="5"><x:c r="A5" t="s"><x:v>1</x:v></x:c><x:c r="B5"><x:v>44919.25</x:v></x:c><x:c r="C5" t="str"><x:f>HYPERLINK("http://x")</x:f><x:v>Shell</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  const strings = `<?xml version="1.0"?><!-- a <remark> --><sst><si><t>Title</t></si><si><r><t xml:space="preserve">Rich </t></r><r><rPr><b/></rPr><t>te&#xe9;xt &lt;1&gt;</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si></sst>`
  const bytes = await workbook(sheet, { 'xl/sharedStrings.xml': strings }, '<workbookPr date1904="1"/>')
  expect((await bring(owner, id, bytes)).rows).toMatchObject([{ row: 5, outcome: 'NEW' }])
  expect(await list(owner, id)).toMatchObject([
    { name: 'Rich teéxt <1>', due_date: '2026-12-25', stage: 'Shell' },
  ])
})

test('Files that are no workbook, truncated, ZIP bombs or with XML entities are refused, and nothing is imported', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const row = (name: string) => `<row><c t="inlineStr"><is><t>${name}</t></is></c></row>`
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
  const hostile: [string, Buffer | Promise<Buffer>, number][] = [
    ['empty', Buffer.alloc(0), 415],
    ['bytes', randomBytes(2000), 415],
    ['a broken archive', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]), 415],
    ['another archive', zipped({ 'a.txt': 'x' }), 415],
    ['no head that is known', Buffer.from('Colour,Shape\nred,round'), 415],
    [
      'a document type',
      workbook(`${entity}<worksheet><sheetData>${row('Title')}${row('&b;')}</sheetData></worksheet>`),
      415,
    ],
    [
      'an unknown entity',
      workbook(`<worksheet><sheetData>${row('Title')}${row('&b;')}</sheetData></worksheet>`),
      415,
    ],
    ['a sheet that breaks off', workbook(`<worksheet><sheetData>${row('Title')}<row><c t="inline`), 415],
    ['elements without end', workbook(`<worksheet>${'<a>'.repeat(100_000)}`), 415],
    ['a tag without end', workbook(`<worksheet><a ${'b="" '.repeat(500_000)}`), 415],
    ['a long piece', workbook(`<worksheet><sheetData>${row('x'.repeat(3_000_000))}`), 415],
    [
      'a bomb',
      workbook(
        Buffer.concat([
          Buffer.from(`<worksheet><sheetData>${row('Title')}`),
          Buffer.alloc(70_000_000, '<row/>'),
        ]),
      ),
      413,
    ],
    [
      'a long text that all cells share',
      workbook(
        `<worksheet><sheetData>${row('Title')}${'<row><c t="s"><v>0</v></c></row>'.repeat(100)}</sheetData></worksheet>`,
        { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(900_000)}</t></si></sst>` },
      ),
      413,
    ],
    ['many rows', Buffer.from(`Title\n${'x\n'.repeat(10_001)}`), 413],
    [
      'many rows in a workbook',
      workbook(`<worksheet><sheetData>${row('Title')}${row('x').repeat(10_001)}`),
      413,
    ],
  ]
  for (const [what, bytes, status] of hostile)
    expect([what, (await refusal(bring(owner, id, await bytes))).status]).toEqual([what, status])
  expect(await list(owner, id)).toEqual([])
})

test('The error of a formula is refused and becomes no title; in a column that is not read it does not matter', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const error = (value: string) => `<c t="e"><f>A1</f><v>${value}</v></c>`
  const sheet = (rows: string[]) =>
    workbook(
      `<worksheet><sheetData>${[[text('#'), text('Title'), text('Created by')].join(''), ...rows]
        .map((row) => `<row>${row}</row>`)
        .join('')}</sheetData></worksheet>`,
    )
  const named = await sheet([text('') + text('Crack') + error('#N/A')])
  expect((await bring(owner, id, named)).rows).toMatchObject([{ outcome: 'NEW' }])
  const broken = await sheet([text('1') + error('#REF!'), text('') + error('#N/A')])
  const preview = await owner.client.call(importIssues, {
    params: { id },
    query: { preview: 'true' },
    file: new Blob([broken as Uint8Array<ArrayBuffer>]),
  })
  expect(preview.rows).toMatchObject([
    { row: 2, outcome: 'REFUSED', reason: { code: 'bad_cell', values: { column: 'Title', value: '#REF!' } } },
    { row: 3, outcome: 'REFUSED', reason: { code: 'bad_cell', values: { column: 'Title', value: '#N/A' } } },
  ])
  expect((await refusal(bring(owner, id, broken))).status).toBe(400)
  expect(await list(owner, id)).toMatchObject([{ name: 'Crack' }])
})

test('Merged cells, where only the first has the shown value, are refused and do not clear fields', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const line = (number: number, ...cells: string[]) =>
    `<row r="${number}">${cells.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`
  const sheet = (rows: string[], ranges: string) =>
    workbook(
      `<worksheet><sheetData>${[line(1, '#', 'Title', 'Stage', 'Created by'), ...rows].join('')}</sheetData>
        <mergeCells>${ranges}</mergeCells></worksheet>`,
    )
  const rows = [line(2, '', 'Crack', 'Shell', 'Ada'), line(3, '', 'Leak', 'Shell', '')]
  // cells of a column that is not read may be merged
  await bring(owner, id, await sheet(rows, '<mergeCell ref="D2:D3"/>'))
  const merged = await sheet(
    [line(2, '1', 'Crack', 'Shell'), line(3, '2', 'Leak', '')],
    '<mergeCell ref="C2:C3"/>',
  )
  const refused = await refusal(bring(owner, id, merged))
  expect(refused.status).toBe(400)
  const { rows: previewed } = await owner.client.call(importIssues, {
    params: { id },
    query: { preview: 'true' },
    file: new Blob([merged as Uint8Array<ArrayBuffer>]),
  })
  expect(previewed).toMatchObject([
    { row: 2, outcome: 'SAME' },
    { row: 3, outcome: 'REFUSED', reason: { code: 'merged_cells', values: { column: 'Stage' } } },
  ])
  expect((await list(owner, id)).map(({ stage }) => stage)).toEqual(['Shell', 'Shell'])
})

test('Text in UTF-16, as spreadsheets save it under the name of Unicode, is read', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const little = Buffer.from('\ufeffTitle\tStage\r\nRiß Ω\tRohbau\r\n', 'utf16le')
  const big = Buffer.from('\ufeffTitle\tStage\r\nŁuk\tStan surowy\r\n', 'utf16le').swap16()
  for (const bytes of [little, big]) await bring(owner, id, bytes)
  expect(await list(owner, id)).toMatchObject([
    { name: 'Riß Ω', stage: 'Rohbau' },
    { name: 'Łuk', stage: 'Stan surowy' },
  ])
})
