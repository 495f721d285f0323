/** The kind of a value after resolving all type names. */
export type ValueKind =
  | 'text'
  | 'binary'
  | 'real'
  | 'integer'
  | 'boolean'
  | 'enumeration'
  | 'entity'
  | 'select'

export interface AttributeType {
  kind: ValueKind
  /** the declared type in capitals: an entity, a select or a simple type */
  name: string
  /** number of lists in each other */
  depth: number
}
export interface Attribute extends AttributeType {
  attribute: string
  /** position among the arguments of a STEP statement */
  at: number
}
export interface XmlEntity {
  /** in capitals */
  name: string
  /** number of arguments of its STEP statement */
  count: number
  attributes: Map<string, Attribute>
  /** positions that STEP writes as `*` */
  derived: number[]
}
/** A relation that XML writes inside the object that it belongs to. */
export interface Inverse {
  /** the relation in capitals, and which of its arguments refers to the object */
  entity: string
  at: number
}

/** Arguments that are derived: their position, and how many follow each other. The declarations leave them out. */
const DERIVED: Record<string, [at: number, count: number]> = {
  IFCSIUNIT: [0, 1],
  IFCORIENTEDEDGE: [0, 2],
  IFCGEOMETRICREPRESENTATIONSUBCONTEXT: [2, 4],
}
const INTEGER =
  /^IFC(\w*INTEGER|DIMENSIONCOUNT|\w+INMONTHNUMBER|\w+INWEEKNUMBER|\w+INYEARNUMBER|TIMESTAMP|CARDINALPOINTREFERENCE)$/

/** Names, order and types of the attributes of IFC4, from web-ifc's TypeScript declarations of the EXPRESS schema. */
export class Ifc4Schema {
  readonly #entities = new Map<string, XmlEntity>()
  readonly #types = new Map<string, Omit<AttributeType, 'name'>>()
  readonly #supertypes = new Map<string, string>()
  readonly #inverses: (entity: string) => Map<string, Inverse>

  /**
   * @param declarations the text of web-ifc's ifc-schema.d.ts
   * @param inverses the inverse attributes of an entity (in capitals) by name
   */
  constructor(declarations: string, inverses: (entity: string) => Map<string, Inverse>) {
    this.#inverses = inverses
    const begin = declarations.indexOf('export declare namespace IFC4 {')
    const end = declarations.indexOf('export declare namespace', begin + 1)
    const text = declarations.slice(begin, end < 0 ? undefined : end)
    const written: [entity: string, parameters: string][] = []
    for (const [, name = '', supertype = '', body = ''] of text.matchAll(
      /class (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n {4}\}/g,
    )) {
      const parameters = /constructor\((.*)\);/.exec(body)?.[1] ?? ''
      const isEntity = supertype.startsWith('Ifc')
      if (isEntity) {
        this.#supertypes.set(name.toUpperCase(), supertype.toUpperCase())
        written.push([name.toUpperCase(), parameters])
      } else this.#types.set(name.toUpperCase(), simpleType(name.toUpperCase(), supertype, body))
    }
    for (const [, name = ''] of text.matchAll(/ type (\w+) = /g))
      this.#types.set(name.toUpperCase(), { kind: 'select', depth: 0 })
    for (const [entity, parameters] of written) this.#entities.set(entity, this.#entity(entity, parameters))
  }

  entity(name: string): XmlEntity | undefined {
    return this.#entities.get(name.toUpperCase())
  }

  /** A type other than an entity. */
  type(name: string): AttributeType | undefined {
    const found = this.#types.get(name.toUpperCase())
    return found && { ...found, name: name.toUpperCase() }
  }

  inverse(entity: string, name: string): Inverse | undefined {
    return this.#inverses(entity).get(name)
  }

  #entity(name: string, parameters: string): XmlEntity {
    const [from, gap] = DERIVED[name] ?? [0, 0]
    const attributes = new Map<string, Attribute>()
    let at = 0
    for (const [, attribute = '', type = ''] of parameters.matchAll(
      /(?:^|, )(\w+): ((?:[^,(]|\([^)]*\))*)/g,
    )) {
      if (at === from) at += gap
      attributes.set(attribute, { attribute, at: at++, ...this.#typeOf(type) })
    }
    const derived = Array.from({ length: gap }, (_, each) => from + each)
    return { name, count: at, attributes, derived }
  }

  #typeOf(written: string): AttributeType {
    const plain = written.replace(/ \| null$/, '').trim()
    const depth = plain.split('[]').length - 1
    const base = plain.replaceAll('[]', '')
    const name = (/Handle<(\w+)>/.exec(base)?.[1] ?? base).toUpperCase()
    const known = this.#types.get(name)
    if (known) return { ...known, name, depth: depth + known.depth }
    return { kind: 'entity', name, depth }
  }
}

function simpleType(name: string, supertype: string, body: string): Omit<AttributeType, 'name'> {
  const list = /value: Array<(\w+)>/.exec(body)?.[1]?.toUpperCase()
  if (list === 'NUMBER') return { kind: name === 'IFCCOMPLEXNUMBER' ? 'real' : 'integer', depth: 1 }
  if (list) return { kind: INTEGER.test(list) ? 'integer' : 'entity', depth: 1 }
  if (supertype === 'NumberHandle') return { kind: INTEGER.test(name) ? 'integer' : 'real', depth: 0 }
  if (body.includes('static ')) return { kind: 'enumeration', depth: 0 }
  if (/value: (boolean|logical)/.test(body)) return { kind: 'boolean', depth: 0 }
  return { kind: name === 'IFCBINARY' ? 'binary' : 'text', depth: 0 }
}
