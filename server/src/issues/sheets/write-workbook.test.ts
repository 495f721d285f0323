import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { SheetCell } from './columns.ts'
import { writeWorkbook } from './write-workbook.ts'

async function* batchesOf(rows: SheetCell[][]) {
  for (const row of rows) yield [row]
}

const names = { issues: 'Issues', values: 'Values' }
const head = { head: 'Name', width: 10 }

/** The XML of the first sheet, found by its local header: its sizes follow it in a descriptor. */
function readSheet(bytes: Buffer): string {
  const name = bytes.indexOf('xl/worksheets/sheet1.xml')
  return inflateRawSync(bytes.subarray(name + 'xl/worksheets/sheet1.xml'.length)).toString()
}

test('Texts keep their space and signs, and empty cells are left out', async () => {
  const texts = [
    'plain',
    ' ends ',
    'two  spaces',
    'line\nbreak',
    'a < b & "c"',
    '_x0041_',
    'bad\u0001\ud800',
    'pair 😀',
    '',
    null,
  ]
  const sheet = readSheet(
    await buffer(
      writeWorkbook(
        names,
        texts.map(() => head),
        batchesOf([texts]),
      ),
    ),
  )
  const cell = (at: string, text: string, keeps = false) =>
    `<c r="${at}" t="inlineStr" s="0"><is><t${keeps ? ' xml:space="preserve"' : ''}>${text}</t></is></c>`
  expect(sheet).toContain(
    `<row r="2">${[
      cell('A2', 'plain'),
      cell('B2', ' ends ', true),
      cell('C2', 'two  spaces', true),
      cell('D2', 'line\nbreak', true),
      cell('E2', 'a &lt; b &amp; &quot;c&quot;'),
      cell('F2', '_x005F_x0041_'),
      cell('G2', 'bad\ufffd\ufffd'),
      cell('H2', 'pair 😀'),
    ].join('')}</row>`,
  )
})

test('Columns beyond Z have two letters', async () => {
  const row = Array.from({ length: 54 }, (_, index) => index)
  const sheet = readSheet(
    await buffer(
      writeWorkbook(
        names,
        row.map(() => head),
        batchesOf([row, row]),
      ),
    ),
  )
  for (const [at, value] of [
    ['Z3', 25],
    ['AA3', 26],
    ['AZ2', 51],
    ['BB3', 53],
  ] as const)
    expect(sheet).toContain(`<c r="${at}" s="0"><v>${value}</v></c>`)
})

test('A workbook with rows that cannot be read fails, and reading stops when the receiver does', async () => {
  async function* failing() {
    yield [['first']]
    throw new Error('the database is away')
  }
  await expect(buffer(writeWorkbook(names, [head], failing()))).rejects.toThrow('the database is away')
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield [[crypto.randomUUID().repeat(1000)]]
    } finally {
      isEnded = true
    }
  }
  const book = writeWorkbook(names, [head], endless())
  let size = 0
  for await (const part of book as AsyncIterable<Buffer>) {
    size += part.length
    if (size > 20_000) break
  }
  await expect.poll(() => isEnded).toBe(true)
})
