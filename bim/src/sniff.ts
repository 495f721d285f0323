import { ModelError } from './model.ts'
import { matchesAt, STEP_COMMENT, skipComments, XML_COMMENT } from './skip-comments.ts'
import { Cursor } from './step/cursor.ts'
import { StepFile } from './step/step-file.ts'
import { decodeXml } from './xml/encoding.ts'
import { isIfc4Xml } from './xml/flavour.ts'

/** Schema names shown to users, newest last. Their release candidates and addenda are accepted as well. */
export const SUPPORTED_SCHEMAS = ['IFC2X3', 'IFC4', 'IFC4X3']
/** as Latin-1 */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'
const KNOWN_SCHEMA = /^IFC(2X3|4|4X[123])(_\w+)?$|^IFC2X_FINAL$|^IFC4X2SCGL$/

export interface SniffResult {
  kind: 'ifc' | 'ifczip' | 'ifcxml'
  /** schema name from the file, in capitals; null for an archive */
  schema: string | null
}

/**
 * Validates the first and last bytes of a file (64 KB each are enough) when its upload ends.
 * @throws ModelError EMPTY, NOT_IFC, TRUNCATED, UNKNOWN_SCHEMA, DOCTYPE, ENCODING
 */
export function sniffModel(head: Uint8Array, tail: Uint8Array, size: number, fileName: string): SniffResult {
  if (size === 0 || head.length === 0)
    throw new ModelError('EMPTY', 'The file is empty.', 'Export the model again and upload the new file.')
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04)
    return { kind: 'ifczip', schema: null }
  const xml = decodeXml(head)
  if (isIfc4Xml(xml)) {
    if (!isXmlEnd(decodeXml(tail, head))) throw truncated()
    return { kind: 'ifcxml', schema: 'IFC4' }
  }
  const text = new TextDecoder('latin1').decode(head)
  const begin = skipComments(
    text,
    STEP_COMMENT,
    text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0,
  )
  if (!matchesAt(/ISO-10303-21\s*;/iy, text, begin)) throw notIfc(text, fileName)
  const schema = readSchema(text)
  if (schema === null) throw notIfc(text, fileName)
  checkSchema(schema)
  if (!/END-ISO-10303-21/i.test(new TextDecoder('latin1').decode(tail))) throw truncated()
  return { kind: 'ifc', schema }
}

/** Whether nothing but comments follows the last closing tag. */
function isXmlEnd(text: string): boolean {
  const last = [...text.matchAll(/<\/(\w+:)?ifcXML\s*>/g)].at(-1)
  return last !== undefined && skipComments(text, XML_COMMENT, last.index + last[0].length) === text.length
}

function truncated(): ModelError {
  return new ModelError(
    'TRUNCATED',
    'The file is cut off: its closing line is missing.',
    'Export the model again, or upload the file once more if the transfer was interrupted.',
  )
}

/** @throws ModelError UNKNOWN_SCHEMA with the schema found and the supported ones */
export function checkSchema(schema: string): void {
  if (KNOWN_SCHEMA.test(schema)) return
  throw new ModelError(
    'UNKNOWN_SCHEMA',
    `The file uses ${schema.slice(0, 40) || 'an unnamed schema'}, which is not supported. Supported versions: ${SUPPORTED_SCHEMAS.join(', ')}.`,
    'Choose a supported version when you export the model.',
  )
}

/**
 * The schema of a FILE_SCHEMA statement, from the bytes between its parentheses: the first known name, in capitals, with
 * underscores as in IFC4_ADD2. Programs also write IFC2X3 TC1, and append object identifiers: IFC4 {1 0 16739 1}.
 */
export function parseSchemaName(fileSchema: Uint8Array): string {
  const values = new Cursor(new StepFile()).openBytes(fileSchema).values()
  const names = values.map(({ text }) =>
    text
      .replace(/\{.*/s, '')
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, '_'),
  )
  return names.find((name) => KNOWN_SCHEMA.test(name)) ?? names[0] ?? ''
}

function readSchema(head: string): string | null {
  const found = /FILE_SCHEMA\s*\(([^;]{0,500})\)\s*;/i.exec(head)
  if (found?.[1] !== undefined) return parseSchemaName(new TextEncoder().encode(found[1]))
  // The header is longer than the bytes read here; the conversion will check the schema.
  return /HEADER\s*;/i.test(head) && !/\bDATA\s*;/i.test(head) ? (SUPPORTED_SCHEMAS[1] ?? null) : null
}

const IFC_NOT_XML = 'Export the model as IFC (.ifc), or as ifcXML of IFC4.'

/** Formats that programs save under any name, by their first bytes, with the way to a model. */
const OTHER_FORMATS: [begin: RegExp, what: string, hint: string][] = [
  [
    /^\xd0\xcf.\xe0\xa1\xb1/,
    'a file of Revit or of an old Office program',
    'In Revit, choose File, Export, IFC, and upload the .ifc file.',
  ],
  [/^AC10\d\d/, 'an AutoCAD drawing (DWG)', 'Save a drawing as .dxf or .pdf; export a model as .ifc.'],
  [
    /^(\xef\xbb\xbf)?\s*\{[\s\S]*"ifcx|^(\xef\xbb\xbf)?\s*\{[\s\S]*"data"[\s\S]*bsi::ifc/i,
    'an IFC 5 file (IFCX), which is not supported yet',
    'Export the model as IFC4 or IFC4X3 (.ifc).',
  ],
  [/^(\xef\xbb\xbf)?\s*[{[]/, 'a JSON file', 'Export the model as IFC (.ifc) from your design program.'],
  [/^(\xef\xbb\xbf)?\s*<\?xml/i, 'an XML file, which is not supported', IFC_NOT_XML],
]

function notIfc(text: string, fileName: string): ModelError {
  const head = text.slice(0, 4000)
  for (const [begin, what, hint] of OTHER_FORMATS)
    if (begin.test(head)) return new ModelError('NOT_IFC', `The file is ${what}.`, hint)
  const despiteName = /\.ifc(zip)?$/i.test(fileName) ? ', despite its name' : ''
  const hint = 'Export the model as IFC from your design program and upload that file.'
  return new ModelError('NOT_IFC', `The file is not an IFC file${despiteName}.`, hint)
}
