import { SaxesParser } from 'saxes'

class XmlProblem extends Error {}

export interface XmlReader {
  open: (name: string, attributes: Map<string, string>) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Characters of a text, tag or comment: a cell holds 32,767. */
const MAX_TOKEN_LENGTH = 1_000_000
/** A workbook nests about ten elements. */
const MAX_DEPTH = 100

/** The name without its namespace prefix. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Streams XML to a reader within bounds of depth and token length; stops early if `isDone` is true. @throws XmlProblem */
export async function readXml(
  pieces: AsyncIterable<string>,
  reader: XmlReader,
  isDone = () => false,
): Promise<void> {
  // XML 1.1 would allow control characters
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  let tokenLength = 0
  let depth = 0
  const endToken = () => {
    tokenLength = 0
  }
  parser.on('error', (error) => {
    throw new XmlProblem(error.message)
  })
  parser.on('doctype', () => {
    throw new XmlProblem('a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    endToken()
    if (++depth > MAX_DEPTH) throw new XmlProblem('elements nested too deep')
    reader.open(
      localName(name),
      new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value])),
    )
  })
  parser.on('closetag', ({ name }) => {
    endToken()
    depth--
    reader.close(localName(name))
  })
  for (const type of ['text', 'cdata'] as const)
    parser.on(type, (text) => {
      endToken()
      reader.text(text)
    })
  parser.on('comment', endToken)
  parser.on('processinginstruction', endToken)
  for await (const piece of pieces) {
    tokenLength += piece.length
    parser.write(piece)
    if (isDone()) return
    if (tokenLength > MAX_TOKEN_LENGTH) throw new XmlProblem('a piece that does not end')
  }
  parser.close()
}
