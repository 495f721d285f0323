import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Ifc4Schema } from '../src/xml/ifc4-schema.ts'
import { loadInverses } from '../src/xml/inverses.ts'
import { XmlToStep } from '../src/xml/xml-to-step.ts'
import { type ExpressSchema, isKindOf, loadExpressSchemas } from './reference/express.ts'
import { ReferenceFile, type Statement, type Value } from './reference/step.ts'

const NAMESPACE = 'http://www.buildingsmart-tech.org/ifcXML/IFC4/Add2'
const DERIVED: Record<string, number[]> = {
  IFCSIUNIT: [0],
  IFCORIENTEDEDGE: [0, 1],
  IFCGEOMETRICREPRESENTATIONSUBCONTEXT: [2, 3, 4, 5],
}
/** Relations that are written inside the object that this argument refers to. */
const INSIDE: Record<string, [at: number, inverse: string]> = {
  IFCRELAGGREGATES: [4, 'IsDecomposedBy'],
  IFCSTYLEDITEM: [0, 'StyledByItem'],
}

let schema: Ifc4Schema | null = null
function loadIfc4Schema(): Ifc4Schema {
  const folder = path.dirname(createRequire(import.meta.url).resolve('web-ifc'))
  schema ??= new Ifc4Schema(readFileSync(path.join(folder, 'ifc-schema.d.ts'), 'utf8'), loadInverses())
  return schema
}

/** An ifcXML text of the given elements. */
export const wrapXml = (elements: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ifcXML xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} IFC4_ADD2.xsd">
<header><name>model.ifc</name><time_stamp>2026-01-02T03:04:05</time_stamp></header>
${elements}
</ifcXML>
`

export const startRewriter = () => new XmlToStep(loadIfc4Schema(), () => {})

/** Rewrites an ifcXML text as STEP, in parts of some length. */
export function rewriteXml(xml: string, part = 4096) {
  let step = ''
  const rewriter = new XmlToStep(loadIfc4Schema(), (text) => {
    step += text
  })
  for (let at = 0; at < xml.length; at += part) rewriter.write(xml.slice(at, at + part))
  const warnings = rewriter.close()
  return { step, warnings }
}

/**
 * Writes an IFC4 file as ifcXML. An object with a single reference is written inside of the referring object, and some
 * relations inside of the related object.
 */
export function writeXml(bytes: Uint8Array): string {
  return wrapXml(new XmlWriter(new ReferenceFile(bytes)).write())
}

class XmlWriter {
  readonly #file: ReferenceFile
  readonly #express: ExpressSchema
  readonly #uses = new Map<number, number>()
  readonly #inside = new Map<number, Statement[]>()

  constructor(file: ReferenceFile) {
    this.#file = file
    this.#express = loadExpressSchemas().get('IFC4') as ExpressSchema
    for (const statement of file.statements.values()) {
      this.#count(statement.values)
      const [at = -1] = INSIDE[statement.entity] ?? []
      const host = statement.values[at]
      if (host && !Array.isArray(host) && host.kind === 'ref') {
        this.#inside.set(host.id, [...(this.#inside.get(host.id) ?? []), statement])
        this.#uses.set(host.id, (this.#uses.get(host.id) ?? 0) - 1)
      }
    }
  }

  write(): string {
    const parts: string[] = []
    for (const statement of this.#file.statements.values())
      if (!INSIDE[statement.entity] && !this.#isNested(statement))
        parts.push(this.#object(statement, this.#express.get(statement.entity)?.name ?? '', ''))
    return parts.join('\n')
  }

  #count(value: Value): void {
    if (Array.isArray(value)) for (const each of value) this.#count(each)
    else if (value?.kind === 'typed') this.#count(value.value)
    else if (value?.kind === 'ref') this.#uses.set(value.id, (this.#uses.get(value.id) ?? 0) + 1)
  }

  #isNested({ id, entity }: Statement): boolean {
    return this.#uses.get(id) === 1 && !isKindOf(this.#express, entity, 'IFCROOT')
  }

  #object(statement: Statement, tag: string, more: string): string {
    const { entity, id } = statement
    const skipped = DERIVED[entity] ?? []
    const values = statement.values.filter((_, at) => !skipped.includes(at))
    const hosted = INSIDE[entity]?.[0]
    let given = ''
    let content = ''
    for (const [at, { name, type }] of (this.#express.get(entity)?.attributes ?? []).entries()) {
      const value = values[at] ?? null
      if (value === null || at === hosted) continue
      const plain = asPlain(value)
      if (plain === null) content += this.#element(name, type, value)
      else given += ` ${name}="${escapeXml(plain)}"`
    }
    for (const relation of this.#inside.get(id) ?? []) {
      const inverse = INSIDE[relation.entity]?.[1] ?? ''
      content += `<${inverse}>${this.#object(relation, this.#express.get(relation.entity)?.name ?? '', '')}</${inverse}>`
    }
    return `<${tag} id="i${id}"${more}${given}>${content}</${tag}>`
  }

  #element(name: string, type: string, value: Value): string {
    if (Array.isArray(value))
      return `<${name}>${value.map((each) => this.#entry(each, type)).join('')}</${name}>`
    if (value?.kind === 'ref' && type.startsWith('(Handle<')) return this.#reference(value.id, name)
    return `<${name}>${this.#entry(value, type)}</${name}>`
  }

  #entry(value: Value, type: string): string {
    if (Array.isArray(value))
      return `<Seq-Any-wrapper>${value.map((each) => this.#entry(each, type)).join('')}</Seq-Any-wrapper>`.replaceAll(
        'Seq-Any',
        'Seq-IfcCartesianPoint',
      )
    if (value === null) return ''
    if (value.kind === 'ref') return this.#reference(value.id, '')
    const kind = value.kind === 'typed' ? value.type : type.replace(/\[\]| \| null/g, '').toUpperCase()
    const spelt = `Ifc${kind.slice(3, 4)}${kind.slice(4).toLowerCase()}`
    return `<${spelt}-wrapper>${escapeXml(asPlain(value.kind === 'typed' ? value.value : value) ?? '')}</${spelt}-wrapper>`
  }

  #reference(id: number, tag: string): string {
    const statement = this.#file.statements.get(id)
    const entity = this.#express.get(statement?.entity ?? '')?.name ?? 'IfcRoot'
    const kind = tag ? ` xsi:type="${entity}"` : ''
    if (statement && this.#isNested(statement)) return this.#object(statement, tag || entity, kind)
    return `<${tag || entity}${kind} ref="i${id}" xsi:nil="true"/>`
  }
}

/** Formats a simple value or a list of numbers; null for values that cannot be XML attributes. */
function asPlain(value: Value): string | null {
  if (Array.isArray(value)) {
    const parts = value.map((each) => (Array.isArray(each) || each?.kind === 'number' ? asPlain(each) : null))
    return value.length > 0 && parts.every((part) => part !== null) ? parts.join(' ') : null
  }
  if (value?.kind === 'text' || value?.kind === 'number') return value.text
  if (value?.kind !== 'word') return null
  return { T: 'true', F: 'false', U: 'unknown' }[value.word] ?? value.word.toLowerCase()
}

const escapeXml = (text: string) =>
  text
    .replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(/[\n\r\t]/g, (mark) => `&#${mark.charCodeAt(0)};`)
