/** A value of a STEP statement: `$` and `*` are null, lists are arrays. */
export type Value =
  | null
  | Value[]
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: number; text: string }
  | { kind: 'word'; word: string }
  | { kind: 'ref'; id: number }
  | { kind: 'typed'; type: string; value: Value }

export interface Statement {
  id: number
  entity: string
  values: Value[]
}

/** A whole STEP file, read plainly and slowly: the whole text in memory, recursive descent, one object per value. */
export class ReferenceFile {
  readonly schema: string
  readonly statements = new Map<number, Statement>()

  constructor(bytes: Uint8Array) {
    const text = new TextDecoder('latin1').decode(bytes)
    const reader = new Reader(text)
    this.schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(text)?.[1]?.toUpperCase() ?? ''
    reader.at = text.search(/\bDATA\s*;/) + 4
    reader.expect(';')
    while (reader.peek() === '#') {
      const statement = reader.statement()
      if (!this.statements.has(statement.id)) this.statements.set(statement.id, statement)
    }
  }

  all(entity: string): Statement[] {
    return [...this.statements.values()].filter((each) => each.entity === entity)
  }
}

class Reader {
  at = 0
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  peek(): string {
    for (;;) {
      while (this.#text.charCodeAt(this.at) <= 0x20) this.at++
      if (!this.#text.startsWith('/*', this.at)) return this.#text[this.at] ?? ''
      this.at = this.#text.indexOf('*/', this.at) + 2
    }
  }

  expect(mark: string): void {
    if (this.peek() !== mark) throw new Error(`expected ${mark} at ${this.at}`)
    this.at++
  }

  statement(): Statement {
    this.expect('#')
    const id = Number(this.#take(/\d+/y))
    this.expect('=')
    this.peek()
    const entity = this.#take(/\w+/y).toUpperCase()
    const values = this.#list()
    this.expect(';')
    return { id, entity, values }
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (!found) throw new Error(`unreadable at ${this.at}: ${this.#text.slice(this.at, this.at + 40)}`)
    this.at += found[0].length
    return found[0]
  }

  #list(): Value[] {
    this.expect('(')
    const values: Value[] = []
    if (this.peek() !== ')') values.push(this.#value())
    while (this.peek() === ',') {
      this.at++
      values.push(this.#value())
    }
    this.expect(')')
    return values
  }

  #value(): Value {
    const mark = this.peek()
    if (mark === '(') return this.#list()
    if (mark === '$' || mark === '*') {
      this.at++
      return null
    }
    if (mark === "'") {
      const raw = this.#take(/'(?:[^']|'')*'/y)
      return { kind: 'text', text: decodeText(raw.slice(1, -1)) }
    }
    if (mark === '#') {
      this.at++
      return { kind: 'ref', id: Number(this.#take(/\d+/y)) }
    }
    if (mark === '.') return { kind: 'word', word: this.#take(/\.\w+\./y).slice(1, -1) }
    if (/[A-Za-z]/.test(mark)) {
      const type = this.#take(/\w+/y).toUpperCase()
      return { kind: 'typed', type, value: this.#list()[0] ?? null }
    }
    const text = this.#take(/[-+.\dEe]+/y)
    return { kind: 'number', number: Number(text), text }
  }
}

/** Decodes ISO 10303-21 text, read as Latin-1: the directives first, then raw UTF-8 or Windows-1252 bytes. */
function decodeText(raw: string): string {
  let page = 1
  const directives =
    /''|\\\\|\\P([A-I])\\|\\S\\([\s\S])|\\X\\([0-9A-Fa-f]{2})|\\X2\\((?:[0-9A-Fa-f]{4})*)\\X0\\|\\X4\\((?:[0-9A-Fa-f]{8})*)\\X0\\|[\u0080-\u00ff]+/g
  return raw.replace(directives, (whole, part, upper, byte, wide, widest) => {
    if (whole === "''") return "'"
    if (whole === '\\\\') return '\\'
    if (part !== undefined) {
      page = part.charCodeAt(0) - 0x40
      return ''
    }
    if (upper !== undefined) {
      const bytes = Uint8Array.of(upper.charCodeAt(0) | 0x80)
      return page === 1
        ? String.fromCharCode(bytes[0] ?? 0)
        : new TextDecoder(`iso-8859-${page}`).decode(bytes)
    }
    if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
    if (wide !== undefined) return Buffer.from(wide, 'hex').swap16().toString('utf16le')
    if (widest !== undefined)
      return widest.replace(/.{8}/g, (code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    const bytes = Buffer.from(whole, 'latin1')
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return new TextDecoder('windows-1252').decode(bytes)
    }
  })
}
