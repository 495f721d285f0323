import type { BimSnippet, DocumentReference, HeaderFile } from '../model.ts'
import { findChild, getAttribute, getChildText, listChildren, type XmlElement } from '../xml/read.ts'
import { isExternalReference } from '../zip/names.ts'
import type { ReadContext } from './read-context.ts'
import { parseBoolean } from './values.ts'

/** Reads the references of a topic: models, documents, a snippet. */

const IFC_GUID = /^[0-9A-Za-z_$]{22}$/
const ifcGuid = (text: string | undefined) => (text && IFC_GUID.test(text) ? text : undefined)

function readFile(context: ReadContext, folder: string, element: XmlElement): HeaderFile {
  const reference = getChildText(element, 'Reference')
  const fields = {
    ifc_project: ifcGuid(getAttribute(element, 'IfcProject')),
    ifc_spatial_structure_element: ifcGuid(getAttribute(element, 'IfcSpatialStructureElement')),
    filename: getChildText(element, 'Filename'),
    date: context.parseDate(getChildText(element, 'Date')),
  }
  const isExternal = parseBoolean(getAttribute(element, 'IsExternal')) ?? true
  if (isExternal || reference === undefined || isExternalReference(reference))
    return { ...fields, reference, is_external: true }
  const entry = context.findEntry(folder, reference)
  if (entry !== undefined) return { ...fields, reference: entry, is_external: false }
  context.warn('MISSING_FILE', reference)
  return { ...fields, is_external: true }
}

export function readHeaderFiles(context: ReadContext, folder: string, markup: XmlElement): HeaderFile[] {
  const header = findChild(markup, 'Header')
  const elements = [...listChildren(header, 'File'), ...listChildren(findChild(header, 'Files'), 'File')]
  return context
    .checkCount('File', context.limits.items, elements)
    .map((element) => readFile(context, folder, element))
    .filter(({ is_external, ...said }) => Object.values(said).some((value) => value !== undefined))
}

export function readBimSnippet(
  context: ReadContext,
  folder: string,
  topic: XmlElement,
): BimSnippet | undefined {
  const element = findChild(topic, 'BimSnippet')
  const text = getChildText(element, 'Reference')
  if (!element || text === undefined) return undefined
  const fields = {
    snippet_type: getAttribute(element, 'SnippetType') ?? '',
    reference_schema: getChildText(element, 'ReferenceSchema') ?? '',
  }
  if (parseBoolean(getAttribute(element, 'IsExternal')) || isExternalReference(text))
    return { ...fields, is_external: true, reference: text }
  const reference = context.findEntry(folder, text)
  if (reference !== undefined) return { ...fields, is_external: false, reference }
  context.warn('MISSING_FILE', text)
  return undefined
}

/** Reads a 3.0 reference: a project document or a URL. */
function readReference(context: ReadContext, element: XmlElement): Omit<DocumentReference, 'guid'> {
  const description = getChildText(element, 'Description')
  const url = getChildText(element, 'Url')
  const text = getChildText(element, 'DocumentGuid')
  const document_guid = context.parseGuid(text)
  if (document_guid === undefined) return { url, description }
  if (context.hasDocument(document_guid)) return { document_guid, description }
  context.warn('MISSING_FILE', text ?? '')
  return { url, description: description ?? text }
}

/** Reads a 2.x reference: an archive entry or a URL. */
function readPathReference(
  context: ReadContext,
  folder: string,
  element: XmlElement,
): Omit<DocumentReference, 'guid'> {
  const description = getChildText(element, 'Description')
  const text = getChildText(element, 'ReferencedDocument')
  if (text === undefined) return { description }
  if (parseBoolean(getAttribute(element, 'IsExternal')) || isExternalReference(text))
    return { url: text, description }
  const entry = context.findEntry(folder, text)
  if (entry !== undefined) return { document_guid: context.addTopicDocument(entry), description }
  context.warn('MISSING_FILE', text)
  return { description: description ?? text }
}

export function readDocumentReferences(
  context: ReadContext,
  folder: string,
  topic: XmlElement,
  topicGuid: string,
): DocumentReference[] {
  const lists = listChildren(topic, 'DocumentReferences')
  const elements = [
    ...lists.filter((element) => !findChild(element, 'DocumentReference')),
    ...listChildren(topic, 'DocumentReference'),
    ...lists.flatMap((element) => listChildren(element, 'DocumentReference')),
  ]
  const deriveGuid = context.createPartGuids('reference', topicGuid)
  const targets = ['ReferencedDocument', 'DocumentGuid', 'Url', 'Description']
  return context
    .checkCount('DocumentReference', context.limits.items, elements)
    .map((element) => ({
      guid:
        context.parseGuid(getAttribute(element, 'Guid')) ??
        deriveGuid(
          targets.map((name) => getChildText(element, name)).find((text) => text !== undefined) ?? '',
        ),
      ...(findChild(element, 'ReferencedDocument')
        ? readPathReference(context, folder, element)
        : readReference(context, element)),
    }))
    .filter(({ guid, ...said }) => Object.values(said).some((value) => value !== undefined))
}
