import { ModelError } from '../model.ts'

/**
 * The name of the encoding of an XML file, by its byte order mark or its declaration; UTF-8 without either.
 * @throws ModelError ENCODING for a name that is not known
 */
export function findXmlEncoding(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const declared = /^(\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)["']/.exec(
    new TextDecoder('latin1').decode(head.subarray(0, 1000)),
  )?.[2]
  // UTF-16 without a mark could not have been read as letters up to here.
  const name = declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new ModelError(
      'ENCODING',
      `The XML is written in an unknown encoding (${name.slice(0, 40)}).`,
      'Export the model again in UTF-8, or as IFC (.ifc).',
    )
  }
}

/** @param head the start of the file, if `bytes` begin later */
export function decodeXml(bytes: Uint8Array, head = bytes): string {
  const encoding = findXmlEncoding(head)
  // The end of a file in UTF-16 may begin between the bytes of a character.
  const odd = encoding.startsWith('utf-16') && bytes.length % 2 === 1 ? 1 : 0
  return new TextDecoder(encoding).decode(bytes.subarray(odd))
}
