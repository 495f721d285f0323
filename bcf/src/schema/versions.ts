import type { BcfVersion } from '../model.ts'
import type { Shape } from '../xml/read.ts'
import { type Document, type DocumentKind, type Documents, type Element, particlesOf } from './structure.ts'
import { documents20 } from './v2.0.ts'
import { documents21 } from './v2.1.ts'
import { documents30 } from './v3.0.ts'

const documents: Record<BcfVersion, Documents> = {
  '2.0': documents20,
  '2.1': documents21,
  '3.0': documents30,
}

export const documentOf = (version: BcfVersion, kind: DocumentKind): Document | undefined =>
  documents[version][kind]

/** The union of all names allowed in these elements. */
function shapeOf(elements: Element[]): Shape {
  const within = new Map<string, Element[]>()
  for (const element of elements) {
    if (typeof element === 'string') continue
    for (const particle of particlesOf(element))
      for (const [name, child] of particle.elements) within.set(name, [...(within.get(name) ?? []), child])
  }
  const children = new Map([...within].map(([name, found]) => [name, shapeOf(found)]))
  return { children, hasText: elements.some((element) => typeof element === 'string') }
}

/**
 * The XML shape for reading a document: the union of all versions, because the declared version is not always
 * correct.
 */
export function readShape(kind: DocumentKind): Shape {
  const versions = Object.values(documents).map((each) => each[kind]?.content)
  return shapeOf(versions.filter((content) => content !== undefined))
}
