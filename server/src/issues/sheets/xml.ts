/** Reads XML as it comes, piece by piece, for what is in a workbook: no document type, no entities of its own. */

export class XmlProblem extends Error {}

export interface XmlReader {
  open: (name: string, attributes: Map<string, string>) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** A longer text, tag or comment is nobody's: a cell holds 32,767 characters. */
const MOST_PIECE = 1_000_000
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const TAG = /<(\/?)([^\s/>"'=<]+)((?:\s+[^\s=>/"'<]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([^\s=>/"'<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** What is passed over, by how it begins and ends. */
const passed = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{1,10})?;?/g, (whole, name: string | undefined) => {
    const code = name?.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name?.slice(1))
    const sign = name?.startsWith('#')
      ? code <= 0x10ffff
        ? String.fromCodePoint(code)
        : undefined
      : named[name ?? '']
    if (sign === undefined || !whole.endsWith(';')) throw new XmlProblem('an entity that is not known')
    return sign
  })
}

/** The name without its namespace's prefix. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE))
    found.set(local(name), decoded(double ?? single ?? ''))
  return found
}

/** Reads what is in `rest` as far as it is whole; answers what is left. */
function consume(rest: string, reader: XmlReader): string {
  let at = 0
  while (at < rest.length) {
    if (rest[at] !== '<') {
      const next = rest.indexOf('<', at)
      // an entity may be cut in two by the end of the piece
      if (next < 0) return rest.slice(at)
      reader.text(decoded(rest.slice(at, next)))
      at = next
      continue
    }
    const skipped = passed.find(([begin]) => rest.startsWith(begin, at))
    if (skipped || rest.startsWith('<![CDATA[', at)) {
      const [begin, close] = skipped ?? (['<![CDATA[', ']]>'] as const)
      const end = rest.indexOf(close, at + begin.length)
      if (end < 0) return rest.slice(at)
      if (!skipped) reader.text(rest.slice(at + begin.length, end))
      at = end + close.length
      continue
    }
    TAG.lastIndex = at
    const tag = TAG.exec(rest)
    if (!tag) {
      if (rest.startsWith('<!DOCTYPE', at)) throw new XmlProblem('a document type')
      return rest.slice(at)
    }
    const [whole, isEnd, name = '', attributes = '', isEmpty] = tag
    if (!isEnd) reader.open(local(name), attributesOf(attributes))
    if (isEnd || isEmpty) reader.close(local(name))
    at += whole.length
  }
  return ''
}

/** Reads a document; ends early when `isDone` says so. @throws XmlProblem */
export async function readXml(
  pieces: AsyncIterable<string>,
  reader: XmlReader,
  isDone = () => false,
): Promise<void> {
  let rest = ''
  for await (const piece of pieces) {
    rest = consume(rest + piece, reader)
    if (isDone()) return
    if (rest.length > MOST_PIECE) throw new XmlProblem('a piece that does not end')
  }
  if (rest.trim() !== '') throw new XmlProblem('the document breaks off')
}
