/**
 * Compact notation of BCF's XML schemas: an element is either the type of its text, or its attributes and its
 * children in order. The suffix of a child's name is its cardinality: `?` at most once, `*` any number, `+` at
 * least once, none: exactly once. The suffix `!` marks a required attribute.
 */
export type SimpleType =
  | 'string'
  | 'filled'
  | 'guid'
  | 'lowerGuid'
  | 'ifcGuid'
  | 'commaIfcGuid'
  | 'dateTime'
  | 'boolean'
  | 'int'
  | 'integer'
  | 'double'
  | 'positive'
  | 'fieldOfView'
  | 'fieldOfView2'
  | 'hexBinary'
  | 'color'
  | 'color2'
  | 'bitmap'
  | 'bitmap2'

export interface ContentSchema {
  attributes?: Record<string, SimpleType>
  children?: Record<string, ElementSchema | ChoiceSchema>
}
export type ElementSchema = SimpleType | ContentSchema
/** A choice between several elements; the key that contains it is only a label. */
export interface ChoiceSchema {
  oneOf: Record<string, ElementSchema>
}

export const isChoiceSchema = (element: ElementSchema | ChoiceSchema): element is ChoiceSchema =>
  typeof element === 'object' && 'oneOf' in element

export const documentKinds = ['version', 'project', 'markup', 'visinfo', 'extensions', 'documents'] as const
export type DocumentKind = (typeof documentKinds)[number]

export interface DocumentSchema {
  root: string
  content: ContentSchema
}
export type DocumentSchemas = Partial<Record<DocumentKind, DocumentSchema>>

const bare = (name: string) => name.replace(/[?*+]$/, '')

export interface Particle {
  /** the elements allowed at this position, by name */
  elements: Map<string, ElementSchema>
  least: 0 | 1
  most: 1 | typeof Number.POSITIVE_INFINITY
}

/** The children of an element as an ordered list of particles. */
export function listParticles(content: ContentSchema): Particle[] {
  return Object.entries(content.children ?? {}).map(([name, element]) => {
    const sign = name.at(-1) ?? ''
    const elements = isChoiceSchema(element)
      ? Object.entries(element.oneOf)
      : [[bare(name), element] as const]
    return {
      elements: new Map(elements.map(([key, value]) => [bare(key), value])),
      least: sign === '?' || sign === '*' ? 0 : 1,
      most: sign === '*' || sign === '+' ? Number.POSITIVE_INFINITY : 1,
    }
  })
}
