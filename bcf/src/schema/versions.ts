import type { BcfVersion } from '../model.ts'
import type { ElementFilter } from '../xml/read.ts'
import {
  type DocumentKind,
  type DocumentSchema,
  type DocumentSchemas,
  type ElementSchema,
  listParticles,
} from './structure.ts'
import { documentSchemas20 } from './v2.0.ts'
import { documentSchemas21 } from './v2.1.ts'
import { documentSchemas30 } from './v3.0.ts'

const documents: Record<BcfVersion, DocumentSchemas> = {
  // a part of 2.0: neither dates nor authors in topics, one view of a fixed name, no flags of components
  '1.0': documentSchemas20,
  '2.0': documentSchemas20,
  '2.1': documentSchemas21,
  '3.0': documentSchemas30,
}

export const findDocumentSchema = (version: BcfVersion, kind: DocumentKind): DocumentSchema | undefined =>
  documents[version][kind]

/** The union of all names allowed in these elements. */
function mergeFilters(elements: ElementSchema[]): ElementFilter {
  const within = new Map<string, ElementSchema[]>()
  for (const element of elements) {
    if (typeof element === 'string') continue
    for (const particle of listParticles(element))
      for (const [name, child] of particle.elements) within.set(name, [...(within.get(name) ?? []), child])
  }
  const children = new Map([...within].map(([name, found]) => [name, mergeFilters(found)]))
  return { children, hasText: elements.some((element) => typeof element === 'string') }
}

/**
 * The XML shape for reading a document: the union of all versions, because the declared version is not always
 * correct.
 */
export function buildElementFilter(kind: DocumentKind): ElementFilter {
  const versions = Object.values(documents).map((each) => each[kind]?.content)
  return mergeFilters(versions.filter((content) => content !== undefined))
}
