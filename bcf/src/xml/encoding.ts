import { TextDecoder } from 'node:util'
import { BcfError } from '../errors.ts'

/** Maximum length of an XML declaration. */
const PEEK_BYTES = 200

const startsWith = (bytes: Uint8Array, ...begin: number[]) => begin.every((byte, at) => bytes[at] === byte)

/** Detects the encoding from the byte order mark, the pattern of zero bytes, or the XML declaration. */
function detectEncoding(bytes: Buffer): string {
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff)) return 'utf-32'
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0x3c, 0)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff) || startsWith(bytes, 0, 0x3c)) return 'utf-16be'
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']{1,40})["']/.exec(
    bytes.toString('latin1', 0, PEEK_BYTES),
  )?.[1]
  // common in tools that serialise in memory: a document readable as ASCII up to here cannot be UTF-16
  if (declared === undefined || /^(utf-?16|ucs-?2|unicode)/i.test(declared)) return 'utf-8'
  return declared
}

function createTextDecoder(encoding: string, entry: string): TextDecoder {
  // ASCII is validated as UTF-8, of which it is a subset
  const label = /^(us-)?ascii$/i.test(encoding) ? 'utf-8' : encoding
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    if (decoder.encoding !== 'replacement' && decoder.encoding !== 'x-user-defined') return decoder
  } catch {
    // unsupported encoding
  }
  throw BcfError.of('ENCODING', { entry, encoding })
}

/** @throws BcfError ENCODING */
export async function* decodeXml(parts: AsyncIterable<Buffer>, entry: string): AsyncGenerator<string> {
  let first: Buffer = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  let encoding = 'utf-8'
  const text = (bytes: Uint8Array | undefined): string => {
    encoding = decoder ? encoding : detectEncoding(first)
    decoder ??= createTextDecoder(encoding, entry)
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw BcfError.of('ENCODING', { entry, encoding })
    }
  }
  for await (const part of parts) {
    if (decoder) {
      yield text(part)
      continue
    }
    first = Buffer.concat([first, part])
    if (first.length >= PEEK_BYTES) yield text(first)
  }
  if (!decoder) yield text(first)
  yield text(undefined)
}
