import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { formatPdf, listPrintedTexts, type TextPicture } from '@plumbline/viewer/plan-pdf'
import type { PlanSheet } from '@plumbline/viewer/plan-sheet'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSheetFonts } from './sheet-texts.ts'

const fetched: string[] = []

beforeEach(() => {
  fetched.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const name = url.split('/').at(-1) ?? ''
    fetched.push(/inter-(.*)-400/.exec(name)?.[1] ?? '')
    const file = fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`))
    return new Response(await readFile(file))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const PICTURE: TextPicture = { width: 2, height: 1, above: 1, per_mm: 1, alpha: Uint8Array.of(0, 255) }

/** A sheet with a text around its middle, at x = 100 mm. */
async function write(text: string) {
  const pictures: string[] = []
  const sheet: PlanSheet = {
    width_mm: 297,
    height_mm: 210,
    scale: 50,
    area: [12, 12, 273, 168],
    shapes: [{ kind: 'text', at: [100, 50], text, size_mm: 5, align: 'middle' }],
  }
  const drawText = (part: string) => {
    pictures.push(part)
    return PICTURE
  }
  const bytes = await formatPdf(sheet, { fonts: await loadSheetFonts(listPrintedTexts(sheet)), drawText })
  return { bytes, pictures }
}

async function read(bytes: Uint8Array) {
  const pdf = await getDocument({ data: bytes, useSystemFonts: false }).promise
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const { fnArray } = await page.getOperatorList()
  const found = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? item : []))
  return { text: found.map(({ str }) => str).join(''), found, operators: fnArray }
}

test.each([
  ['Polish', 'Łazienka główna', ['latin', 'latin-ext']],
  ['Czech', 'Ložnice č. 3, šířka', ['latin', 'latin-ext']],
  ['Romanian', 'Baie țșăî', ['latin', 'latin-ext']],
  ['Turkish', 'Çalışma Odası İğ', ['latin', 'latin-ext']],
  ['Greek', 'Κουζίνα ώ', ['latin', 'greek']],
  ['Russian', 'Кухня 12', ['latin', 'cyrillic']],
  ['Vietnamese', 'Phòng ngủ', ['latin', 'latin-ext', 'vietnamese']],
  ['French', 'Café “a” – 3 €', ['latin']],
])('A plan as PDF has %s names with the font files that they need', async (_, text, files) => {
  const { bytes, pictures } = await write(text)
  expect((await read(bytes)).text).toBe(text)
  expect(pictures).toEqual([])
  expect(fetched).toEqual(files)
})

test('Names around a point are centred by the widths of their letters', async () => {
  for (const text of ['iiiiiiii', 'MMMMMMMM']) {
    const [item] = (await read((await write(text)).bytes)).found
    const left = item?.transform[4] as number
    expect(left + (item?.width ?? 0) / 2).toBeCloseTo((100 * 72) / 25.4, 0)
  }
})

test('Names with characters that Inter does not have are pictures', async () => {
  const { bytes, pictures } = await write('台所 2')
  expect(pictures).toEqual(['台所 2'])
  const { text, operators } = await read(bytes)
  expect(text).toBe('')
  expect(operators).toContain(OPS.paintImageXObject)
})

test('Control characters and line breaks of names are left out', async () => {
  const { bytes, pictures } = await write('Room\u0007\n1\ufeff')
  expect((await read(bytes)).text).toBe('Room 1')
  expect(pictures).toEqual([])
})
