import { expect, test } from 'vitest'
import { ModelError } from './model.ts'
import { sniffModel } from './sniff.ts'

function refusalOf(head: string): { code: string; message: string; hint: string } {
  const bytes = Uint8Array.from(head, (char) => char.charCodeAt(0))
  try {
    sniffModel(bytes, bytes, bytes.length, 'house.ifc')
  } catch (error) {
    if (error instanceof ModelError) return error
  }
  throw new Error('The file was accepted')
}

test.each([
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'Revit', 'File, Export, IFC'],
  ['AC1032\0\0\0', 'AutoCAD', '.dxf'],
  ['<?xml version="1.0"?><kml>', 'an XML file', 'Export the model as IFC'],
  ['{"header":{"ifcxVersion":"ifcx_alpha"},"data":[]}', 'IFC 5', 'IFC4X3'],
  ['{"type":"FeatureCollection"}', 'JSON', 'Export the model as IFC'],
  ['hello', 'not an IFC file, despite its name', 'Export the model as IFC'],
])('A file that begins with %j is refused with its kind and a way out', (head, words, hint) => {
  const refusal = refusalOf(head)
  expect(refusal.code).toBe('NOT_IFC')
  expect(refusal.message).toContain(words)
  expect(refusal.hint).toContain(hint)
})

const XML =
  '<?xml version="1.0"?>\n<ifcXML xmlns="http://www.buildingsmart-tech.org/ifcXML/IFC4/Add2"></ifcXML>\n'
const sniff = (bytes: Uint8Array) => sniffModel(bytes, bytes, bytes.length, 'house.ifcxml')

test('ifcXML of IFC4 is accepted in UTF-8 and UTF-16, and refused when it is cut off', () => {
  const utf8 = new TextEncoder().encode(XML)
  expect(sniff(utf8)).toEqual({ kind: 'ifcxml', schema: 'IFC4' })
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${XML}`, 'utf16le'))
  expect(sniff(utf16).kind).toBe('ifcxml')
  expect(() => sniff(utf8.subarray(0, -5))).toThrow(expect.objectContaining({ code: 'TRUNCATED' }))
})

test('XML in an unknown encoding is refused', () => {
  const xml = XML.replace('"1.0"', '"1.0" encoding="klingon"')
  expect(() => sniff(new TextEncoder().encode(xml))).toThrow(expect.objectContaining({ code: 'ENCODING' }))
})
