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

test('Comments may stand before a model and behind the end of ifcXML', () => {
  const step = "\u00ef\u00bb\u00bf /* a */\n/* b */ ISO-10303-21; FILE_SCHEMA(('IFC4')); END-ISO-10303-21;"
  expect(sniff(Uint8Array.from(step, (char) => char.charCodeAt(0)))).toEqual({ kind: 'ifc', schema: 'IFC4' })
  const xml = `<?xml version="1.0"?><!-- <a> --> <!-- b -->${XML.slice(XML.indexOf('<ifcXML'))}<!-- c -->\n<!-- d -->\n`
  expect(sniff(new TextEncoder().encode(xml)).kind).toBe('ifcxml')
})

test.each([
  ['comments before a model', `${'/**/'.repeat(5000)}x`, 'NOT_IFC'],
  ['comments behind the end of ifcXML', `${XML.trim()}${'<!---->'.repeat(5000)}x`, 'TRUNCATED'],
  ['comments of XML that do not end', `<${'<!--'.repeat(10_000)}`, 'NOT_IFC'],
])('A file of many %s is refused at once', (_, text, code) => {
  expect(() => sniff(new TextEncoder().encode(text))).toThrow(expect.objectContaining({ code }))
})

const step = (schema: string, end = 'END-ISO-10303-21;') =>
  new TextEncoder().encode(`ISO-10303-21;HEADER;FILE_SCHEMA((${schema}));ENDSEC;DATA;ENDSEC;${end}`)

test('A frame in small letters is accepted', () => {
  const small = new TextDecoder().decode(step("'ifc4'")).toLowerCase()
  expect(sniff(new TextEncoder().encode(small))).toEqual({ kind: 'ifc', schema: 'IFC4' })
  expect(() => sniff(step("'IFC4'", ''))).toThrow(expect.objectContaining({ code: 'TRUNCATED' }))
})

test.each([
  ["'IFC2X3 TC1'", 'IFC2X3_TC1'],
  ["'ifc4 add2'", 'IFC4_ADD2'],
  ["'IFC4 { 1 0 16739 1 }'", 'IFC4'],
  ["'CONFIG_CONTROL_DESIGN', 'IFC2X3'", 'IFC2X3'],
])('The schema of FILE_SCHEMA((%s)) is %s', (written, schema) => {
  expect(sniff(step(written)).schema).toBe(schema)
})
