import type { BimSnippet, DocumentReference, HeaderFile } from '../model.ts'
import { allOf, attributeOf, firstOf, textOf, type XmlElement } from '../xml/read.ts'
import { isElsewhere } from '../zip/names.ts'
import type { Reading } from './reading.ts'
import { readBoolean } from './values.ts'

/** Reads the references of a topic: models, documents, a snippet. */

const IFC_GUID = /^[0-9A-Za-z_$]{22}$/
const ifcGuid = (text: string | undefined) => (text && IFC_GUID.test(text) ? text : undefined)

function readFile(reading: Reading, folder: string, element: XmlElement): HeaderFile {
  const reference = textOf(element, 'Reference')
  const said = {
    ifc_project: ifcGuid(attributeOf(element, 'IfcProject')),
    ifc_spatial_structure_element: ifcGuid(attributeOf(element, 'IfcSpatialStructureElement')),
    filename: textOf(element, 'Filename'),
    date: reading.date(textOf(element, 'Date')),
  }
  const isExternal = readBoolean(attributeOf(element, 'IsExternal')) ?? true
  if (isExternal || reference === undefined || isElsewhere(reference))
    return { ...said, reference, is_external: true }
  const entry = reading.find(folder, reference)
  if (entry !== undefined) return { ...said, reference: entry, is_external: false }
  reading.warn('MISSING_FILE', reference)
  return { ...said, is_external: true }
}

export function readFiles(reading: Reading, folder: string, markup: XmlElement): HeaderFile[] {
  const header = firstOf(markup, 'Header')
  const elements = [...allOf(header, 'File'), ...allOf(firstOf(header, 'Files'), 'File')]
  return reading
    .atMost('File', reading.limits.items, elements)
    .map((element) => readFile(reading, folder, element))
    .filter(({ is_external, ...said }) => Object.values(said).some((value) => value !== undefined))
}

export function readSnippet(reading: Reading, folder: string, topic: XmlElement): BimSnippet | undefined {
  const element = firstOf(topic, 'BimSnippet')
  const text = textOf(element, 'Reference')
  if (!element || text === undefined) return undefined
  const said = {
    snippet_type: attributeOf(element, 'SnippetType') ?? '',
    reference_schema: textOf(element, 'ReferenceSchema') ?? '',
  }
  if (readBoolean(attributeOf(element, 'IsExternal')) || isElsewhere(text))
    return { ...said, is_external: true, reference: text }
  const reference = reading.find(folder, text)
  if (reference !== undefined) return { ...said, is_external: false, reference }
  reading.warn('MISSING_FILE', text)
  return undefined
}

/** Reads a 3.0 reference: a project document or a URL. */
function readReference(reading: Reading, element: XmlElement): Omit<DocumentReference, 'guid'> {
  const description = textOf(element, 'Description')
  const url = textOf(element, 'Url')
  const text = textOf(element, 'DocumentGuid')
  const document_guid = reading.guid(text)
  if (document_guid === undefined) return { url, description }
  if (reading.hasDocument(document_guid)) return { document_guid, description }
  reading.warn('MISSING_FILE', text ?? '')
  return { url, description: description ?? text }
}

/** Reads a 2.x reference: an archive entry or a URL. */
function readPath(reading: Reading, folder: string, element: XmlElement): Omit<DocumentReference, 'guid'> {
  const description = textOf(element, 'Description')
  const text = textOf(element, 'ReferencedDocument')
  if (text === undefined) return { description }
  if (readBoolean(attributeOf(element, 'IsExternal')) || isElsewhere(text)) return { url: text, description }
  const entry = reading.find(folder, text)
  if (entry !== undefined) return { document_guid: reading.ownDocument(entry), description }
  reading.warn('MISSING_FILE', text)
  return { description: description ?? text }
}

export function readDocumentReferences(
  reading: Reading,
  folder: string,
  topic: XmlElement,
): DocumentReference[] {
  const lists = allOf(topic, 'DocumentReferences')
  const elements = [
    ...lists.filter((element) => !firstOf(element, 'DocumentReference')),
    ...allOf(topic, 'DocumentReference'),
    ...lists.flatMap((element) => allOf(element, 'DocumentReference')),
  ]
  return reading
    .atMost('DocumentReference', reading.limits.items, elements)
    .map((element, index) => ({
      guid:
        reading.guid(attributeOf(element, 'Guid')) ??
        reading.guidOf('reference', attributeOf(topic, 'Guid') ?? folder, index),
      ...(firstOf(element, 'ReferencedDocument')
        ? readPath(reading, folder, element)
        : readReference(reading, element)),
    }))
    .filter(({ guid, ...said }) => Object.values(said).some((value) => value !== undefined))
}
