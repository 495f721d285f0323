import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { BcfError } from '../errors.ts'
import type { BcfLimits } from '../limits.ts'
import { decodeXml } from './encoding.ts'

/** A parsed element with the requested child elements and texts. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** The child elements to keep; all others are skipped with their content. */
export interface ElementFilter {
  children: ReadonlyMap<string, ElementFilter>
  hasText: boolean
}

const prefixOf = (name: string) => name.slice(0, name.indexOf(':') + 1)

/**
 * Builds the tree of the requested elements; elements with a prefix other than the root's are foreign
 * extensions.
 */
class TreeReader {
  root: XmlElement | undefined
  private readonly open: { element: XmlElement; shape: ElementFilter | undefined }[] = []
  private readonly entry: string
  private readonly shape: ElementFilter | undefined
  private readonly limits: BcfLimits
  // XML 1.1 would allow control characters
  private readonly parser = new SaxesParser({ xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  private elements = 0
  private attributes = 0
  private prefix = ''
  /** depth below the last kept element */
  private skipped = 0

  /** Without a shape everything is kept, under its qualified name. */
  constructor(entry: string, shape: ElementFilter | undefined, limits: BcfLimits) {
    this.entry = entry
    this.shape = shape
    this.limits = limits
    this.parser.on('error', (error) => this.fail(error))
    this.parser.on('doctype', () => this.reject('DOCTYPE'))
    this.parser.on('opentagstart', () => this.begin())
    this.parser.on('attribute', ({ value }) => this.attribute(value))
    this.parser.on('opentag', (tag) => this.enter(tag))
    this.parser.on('closetag', () => this.leave())
    this.parser.on('text', (text) => this.text(text))
    this.parser.on('cdata', (text) => this.text(text))
  }

  write(text: string): void {
    this.parser.write(text)
  }

  end(): XmlElement {
    this.parser.close()
    if (!this.root) throw BcfError.of('NOT_XML', { entry: this.entry, line: 1 })
    return this.root
  }

  private reject(code: 'DOCTYPE' | 'ENTITY'): never {
    throw BcfError.of(code, { entry: this.entry })
  }

  private fail(error: Error): never {
    if (error.message.includes('undefined entity')) this.reject('ENTITY')
    // a misplaced doctype is rejected as well
    if (error.message.includes('doctype')) this.reject('DOCTYPE')
    throw BcfError.of('NOT_XML', { entry: this.entry, line: this.parser.line })
  }

  private begin(): void {
    const { entry, limits } = this
    this.attributes = 0
    if (++this.elements > limits.elements)
      throw BcfError.of('TOO_MANY_ELEMENTS', { entry, most: limits.elements })
    if (this.open.length + this.skipped >= limits.depth)
      throw BcfError.of('TOO_DEEP', { entry, most: limits.depth })
  }

  private attribute(value: string): void {
    const { entry, limits } = this
    if (++this.attributes > limits.attributes)
      throw BcfError.of('TOO_MANY_ATTRIBUTES', { entry, most: limits.attributes })
    if (value.length > limits.text_length)
      throw BcfError.of('TEXT_TOO_LONG', { entry, most: limits.text_length })
  }

  private enter(tag: SaxesTagPlain): void {
    const parent = this.open.at(-1)
    if (!parent) this.prefix = this.shape ? prefixOf(tag.name) : ''
    const name = tag.name.slice(this.prefix.length)
    const isOurs = !this.shape || prefixOf(tag.name) === this.prefix
    const shape = parent ? parent.shape?.children.get(name) : this.shape
    if (this.skipped > 0 || !isOurs || (this.shape && !shape)) {
      this.skipped++
      return
    }
    const element = { name, attributes: tag.attributes, children: [], text: '' }
    if (parent) parent.element.children.push(element)
    else this.root = element
    this.open.push({ element, shape })
  }

  private leave(): void {
    if (this.skipped > 0) this.skipped--
    else this.open.pop()
  }

  private text(text: string): void {
    const { entry, limits } = this
    const at = this.open.at(-1)
    if (!at || this.skipped > 0 || (this.shape && !at.shape?.hasText)) return
    at.element.text += text
    if (at.element.text.length > limits.text_length)
      throw BcfError.of('TEXT_TOO_LONG', { entry, most: limits.text_length })
  }
}

/** @throws BcfError and whatever the bytes throw */
export async function parseXml(
  parts: AsyncIterable<Buffer>,
  entry: string,
  shape: ElementFilter | undefined,
  limits: BcfLimits,
): Promise<XmlElement> {
  const reader = new TreeReader(entry, shape, limits)
  for await (const text of decodeXml(parts, entry)) reader.write(text)
  return reader.end()
}

export const findChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

export const listChildren = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Text of a child element; undefined if absent or empty. */
export const getChildText = (element: XmlElement | undefined, name: string): string | undefined =>
  findChild(element, name)?.text.trim() || undefined

/** Reads an attribute; some versions write its first letter in lower case. */
export const getAttribute = (element: XmlElement | undefined, name: string): string | undefined => {
  const small = name.charAt(0).toLowerCase() + name.slice(1)
  return (element?.attributes[name] ?? element?.attributes[small])?.trim() || undefined
}
