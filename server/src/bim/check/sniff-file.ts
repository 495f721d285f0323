import { ModelError } from '@plumbline/bim/model'
import { matchesAt, skipComments, XML_COMMENT } from '@plumbline/bim/skip-comments'
import { sniffModel } from '@plumbline/bim/sniff'
import type { Ending } from '@plumbline/contract/bim/bim.rules'

/** Checks a file against its extension by its first and last 64 KB when the upload ends. */

const latin1 = new TextDecoder('latin1')
const startsWith = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)

/** Before the first element of an SVG: byte order mark and XML declaration; comments may follow. */
const SVG_BEGIN = /^(\u00ef\u00bb\u00bf)?\s*(<\?xml[^>]*\?>)?/
const DXF = /^(\u00ef\u00bb\u00bf)?\s*(999\r?\n[^\n]*\n\s*)*0\r?\n\s*SECTION\s/
const BINARY_DXF = 'AutoCAD Binary DXF\r\n'
const OBJ_LINE = /^[^\S\r\n]*(v|vn|vt|vp|f|o|g|s|l|p|mtllib|usemtl)\s/m

type ModelEnding = 'ifc' | 'ifcxml' | 'ifczip'
const isModelEnding = (ending: Ending): ending is ModelEnding => /^ifc(xml|zip)?$/.test(ending)

type FormatTest = (head: Uint8Array, tail: Uint8Array, size: number) => boolean

/** An E57 header contains the length of the file. */
function isE57(head: Uint8Array, _tail: Uint8Array, size: number): boolean {
  if (!latin1.decode(head.subarray(0, 8)).startsWith('ASTM-E57') || head.length < 48) return false
  return Number(new DataView(head.buffer, head.byteOffset).getBigUint64(16, true)) === size
}

function isSvg(text: string): boolean {
  const begin = SVG_BEGIN.exec(text)?.[0].length ?? 0
  return matchesAt(/<(\w+:)?svg[\s>]/y, text, skipComments(text, XML_COMMENT, begin))
}

function isLas(head: Uint8Array): boolean {
  return startsWith(head, 0x4c, 0x41, 0x53, 0x46) && head[24] === 1 && (head[25] ?? 9) <= 4
}

const formatTests: Record<Exclude<Ending, ModelEnding>, FormatTest> = {
  pdf: (head, tail) =>
    latin1.decode(head.subarray(0, 5)) === '%PDF-' && /startxref\s+\d+\s+%%EOF/.test(latin1.decode(tail)),
  png: (head) => startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpg: (head) => startsWith(head, 0xff, 0xd8, 0xff),
  jpeg: (head) => startsWith(head, 0xff, 0xd8, 0xff),
  svg: (head) => isSvg(latin1.decode(head)),
  dxf: (head, tail) => {
    const text = latin1.decode(head)
    return text.startsWith(BINARY_DXF) || (DXF.test(text) && /\bEOF\s*$/.test(latin1.decode(tail)))
  },
  las: isLas,
  laz: isLas,
  e57: isE57,
  ply: (head) => /^ply\r?\n/.test(latin1.decode(head)) && latin1.decode(head).includes('end_header'),
  glb: (head, _tail, size) => {
    if (!startsWith(head, 0x67, 0x6c, 0x54, 0x46) || head.length < 12) return false
    const view = new DataView(head.buffer, head.byteOffset)
    return view.getUint32(4, true) === 2 && view.getUint32(8, true) === size
  },
  obj: (head) => !head.includes(0) && OBJ_LINE.test(latin1.decode(head)),
}

const formatNames: Record<Exclude<Ending, ModelEnding>, string> = {
  pdf: 'a whole PDF',
  png: 'a PNG image',
  jpg: 'a JPEG image',
  jpeg: 'a JPEG image',
  svg: 'an SVG drawing',
  dxf: 'a whole DXF drawing',
  las: 'a LAS point cloud',
  laz: 'a LAZ point cloud',
  e57: 'a whole E57 point cloud',
  ply: 'a PLY point cloud',
  glb: 'a whole GLB mesh (glTF 2.0)',
  obj: 'an OBJ mesh',
}

/** @throws ModelError with a message for the uploader */
export function sniffFile(
  ending: Ending,
  head: Uint8Array,
  tail: Uint8Array,
  size: number,
  fileName: string,
): void {
  if (isModelEnding(ending)) {
    sniffModel(head, tail, size, fileName)
    return
  }
  if (formatTests[ending](head, tail, size)) return
  const hint = `Export it again as .${ending}, or upload it once more if the transfer was interrupted.`
  throw new ModelError(
    'WRONG_CONTENT',
    `The file is not ${formatNames[ending]}, though its name says so.`,
    hint,
  )
}
