import { expect, test } from 'vitest'
import { findZippedModel, nameAsIfczip } from './find-zipped-model.ts'

/** The end of a ZIP64 archive's directory: its wider record and the locator of that. */
function buildWideEnd(size: number, before: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(56 + 20))
  view.setUint32(0, 0x06064b50, true)
  view.setBigUint64(40, BigInt(size), true)
  view.setBigUint64(48, BigInt(before), true)
  view.setUint32(56, 0x07064b50, true)
  view.setBigUint64(56 + 8, BigInt(before + size), true)
  return new Uint8Array(view.buffer)
}

/** The directory of an archive with entries of these names; contents are omitted, since nothing reads them. */
function zipOf(names: string[], { comment = '', before = 40, isWide = false } = {}): Blob {
  const encoder = new TextEncoder()
  const entries = names.map((name) => {
    const text = encoder.encode(name)
    const entry = new Uint8Array(46 + text.length + 5)
    const view = new DataView(entry.buffer)
    view.setUint32(0, 0x02014b50, true)
    view.setUint16(28, text.length, true)
    view.setUint16(30, 5, true)
    entry.set(text, 46)
    return entry
  })
  const size = entries.reduce((sum, entry) => sum + entry.length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint32(12, isWide ? 0xffffffff : size, true)
  end.setUint32(16, isWide ? 0xffffffff : before, true)
  end.setUint16(20, comment.length, true)
  const wide = isWide ? [buildWideEnd(size, before)] : []
  return new Blob([new Uint8Array(before), ...entries, ...wide, end, comment])
}

test('The only model in an archive is found, whatever else is in it', async () => {
  const names = ['plans/', 'plans/house.IFC', '__MACOSX/plans/._house.IFC', 'readme.txt', 'Grün.pdf']
  expect(await findZippedModel(zipOf(names))).toBe('house.IFC')
  expect(await findZippedModel(zipOf(names, { comment: 'made by hand'.repeat(100) }))).toBe('house.IFC')
})

test('The model of a ZIP64 archive is found, and an archive with a damaged wide directory offers none', async () => {
  const names = ['house.ifc', 'plan.pdf']
  const archive = zipOf(names, { isWide: true, comment: 'large' })
  expect(await findZippedModel(archive)).toBe('house.ifc')
  const bytes = new Uint8Array(await archive.arrayBuffer())
  const locator = bytes.length - 5 - 22 - 20
  for (const [at, value] of [
    [locator, 0],
    [locator + 15, 0xff],
    [locator - 56, 0],
    [locator - 1, 0xff],
  ] as const) {
    const damaged = bytes.slice()
    damaged[at] = value
    expect(await findZippedModel(new Blob([damaged]))).toBeNull()
  }
})

test('Archives without a model, with several, and damaged ones offer none', async () => {
  expect(await findZippedModel(zipOf(['plan.pdf']))).toBeNull()
  expect(await findZippedModel(zipOf(['a.ifc', 'b.ifc']))).toBeNull()
  expect(await findZippedModel(new Blob(['no archive']))).toBeNull()
  expect(await findZippedModel(new Blob([]))).toBeNull()
  const whole = new Uint8Array(await zipOf(['house.ifc']).arrayBuffer())
  new DataView(whole.buffer).setUint32(whole.length - 6, 0xfffffff0, true)
  expect(await findZippedModel(new Blob([whole]))).toBeNull()
})

test('An archive keeps its bytes under the name of a model', async () => {
  const named = nameAsIfczip(new File(['abc'], 'House v2.ZIP', { lastModified: 7 }))
  expect([named.name, named.size, named.lastModified]).toEqual(['House v2.ifczip', 3, 7])
})
