import { bcfLimits } from '../limits.ts'
import type { BcfVersion } from '../model.ts'
import { parseXml, type XmlElement } from '../xml/read.ts'
import {
  type DocumentKind,
  type ElementSchema,
  listParticles,
  type Particle,
  type SimpleType,
} from './structure.ts'
import { simpleTypeTests } from './types.ts'
import { findDocumentSchema } from './versions.ts'

function checkText(text: string, type: SimpleType, path: string, problems: string[]): void {
  if (!simpleTypeTests[type](text)) problems.push(`${path}: '${text.slice(0, 60)}' is not ${type}`)
}

/** Schema location hints are allowed in every document. */
const isSchemaHint = (name: string) => name.startsWith('xsi:') || name.startsWith('xmlns:')

function checkAttributes(
  element: XmlElement,
  types: Record<string, SimpleType>,
  path: string,
  problems: string[],
) {
  const known = new Map(Object.entries(types).map(([name, type]) => [name.replace('!', ''), type]))
  for (const [name, value] of Object.entries(element.attributes)) {
    const type = known.get(name)
    if (type) checkText(value, type, `${path}/@${name}`, problems)
    else if (!isSchemaHint(name)) problems.push(`${path}: unexpected attribute ${name}`)
  }
  for (const name of Object.keys(types))
    if (name.endsWith('!') && !(name.slice(0, -1) in element.attributes))
      problems.push(`${path}: attribute ${name.slice(0, -1)} is missing`)
}

function checkOrder(element: XmlElement, particles: Particle[], path: string, problems: string[]): void {
  let at = 0
  let count = 0
  const next = () => {
    const particle = particles[at]
    if (particle && count < particle.least)
      problems.push(`${path}: ${[...particle.elements.keys()].join(' or ')} is missing`)
    at++
    count = 0
  }
  element.children.forEach((child, index) => {
    const takes = (particle: Particle, place: number) =>
      particle.elements.has(child.name) && (place > at || count < particle.most)
    if (!particles.some((particle, place) => place >= at && takes(particle, place))) {
      problems.push(`${path}: unexpected element ${child.name}`)
      return
    }
    const isHere = () => takes(particles[at] as Particle, at)
    while (!isHere()) next()
    const type = particles[at]?.elements.get(child.name)
    if (type === undefined) return
    count++
    checkElement(child, type, `${path}/${child.name}[${index + 1}]`, problems)
  })
  while (at < particles.length) next()
}

function checkElement(element: XmlElement, type: ElementSchema, path: string, problems: string[]): void {
  if (typeof type === 'string') {
    checkAttributes(element, {}, path, problems)
    for (const child of element.children) problems.push(`${path}: unexpected element ${child.name}`)
    checkText(element.text, type, path, problems)
    return
  }
  checkAttributes(element, type.attributes ?? {}, path, problems)
  if (element.text.trim() !== '') problems.push(`${path}: unexpected text`)
  checkOrder(element, listParticles(type), path, problems)
}

/**
 * Validates a document against its version's schema and returns the problems.
 * @throws BcfError on malformed XML
 */
export async function validateDocument(
  version: BcfVersion,
  kind: DocumentKind,
  xml: Buffer,
): Promise<string[]> {
  const document = findDocumentSchema(version, kind)
  if (!document) return [`${version} has no ${kind}`]
  const root = await parseXml(parts(xml), kind, undefined, bcfLimits)
  if (root.name !== document.root) return [`the root element is ${root.name} instead of ${document.root}`]
  const problems: string[] = []
  checkElement(root, document.content, root.name, problems)
  return problems
}

async function* parts(xml: Buffer): AsyncGenerator<Buffer> {
  yield xml
}
