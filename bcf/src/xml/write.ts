/** An element to write; undefined attributes and children are omitted. */
export interface XmlElementToWrite {
  name: string
  attributes?: Record<string, string | undefined>
  children?: (XmlElementToWrite | undefined)[]
  text?: string
}

/** Characters that XML 1.0 cannot represent (2.2 Char), and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

export const replaceForbidden = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd')

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // line breaks and tabs would be normalised by the parser
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}
const inText = (text: string) => replaceForbidden(text).replace(/[&<>\r]/g, (sign) => signs[sign] ?? sign)
const inAttribute = (text: string) =>
  replaceForbidden(text).replace(/[&<>"\r\n\t]/g, (sign) => signs[sign] ?? sign)

function write(element: XmlElementToWrite, indent: string, lines: string[]): void {
  const attributes = Object.entries(element.attributes ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${inAttribute(value ?? '')}"`)
  const begin = `${indent}<${element.name}${attributes.join('')}`
  const children = element.children?.filter((child) => child !== undefined) ?? []
  if (children.length > 0) {
    lines.push(`${begin}>`)
    for (const child of children) write(child, `${indent}  `, lines)
    lines.push(`${indent}</${element.name}>`)
  } else if (element.text) lines.push(`${begin}>${inText(element.text)}</${element.name}>`)
  else lines.push(`${begin}/>`)
}

export function formatXml(root: XmlElementToWrite): Buffer {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(root, '', lines)
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** An element with a text; undefined without one. */
export const buildTextElement = (
  name: string,
  text: string | number | undefined,
): XmlElementToWrite | undefined =>
  text === undefined || text === '' ? undefined : { name, text: String(text) }
