import type {
  BcfComment,
  BimSnippet,
  DocumentReference,
  HeaderFile,
  Topic,
  WrittenVersion,
} from '../model.ts'
import { UNKNOWN } from '../read/comments.ts'
import { type NewElement, textElement } from '../xml/write.ts'

/** The names of a topic's files in its folder. */
export interface FileNames {
  viewpoints: { view?: string; snapshot?: string }[]
  /** name of a header file or snippet, by archive entry */
  entryName: (entry: string) => string
  /** name of a document by GUID; undefined if it does not exist */
  documentName: (guid: string) => string | undefined
}

export const dateText = (date: string | undefined): string | undefined =>
  date === undefined ? undefined : new Date(date).toISOString()

/** Value for fields that 3.0 requires. */
const filled = (text: string | undefined): string => text?.trim() || UNKNOWN
const said = (text: string | undefined): string | undefined => text?.trim() || undefined

const element = (name: string, text: string | undefined) => textElement(name, said(text))
const number = (name: string, value: number | undefined) =>
  textElement(name, value !== undefined && (value | 0) === value ? value : undefined)

/** Writes a list: in its own container element in 3.0, as repeated elements in 2.1. */
const list = (version: WrittenVersion, name: string, items: NewElement[]): (NewElement | undefined)[] => {
  if (version === '2.1') return items
  return items.length > 0 ? [{ name, children: items }] : []
}

const external = (version: WrittenVersion, value: boolean) =>
  version === '3.0' ? { IsExternal: String(value) } : { isExternal: String(value) }

function header(version: WrittenVersion, files: HeaderFile[], names: FileNames): NewElement | undefined {
  if (files.length === 0) return undefined
  const elements = files.map((file) => ({
    name: 'File',
    attributes: {
      IfcProject: file.ifc_project,
      IfcSpatialStructureElement: file.ifc_spatial_structure_element,
      ...external(version, file.is_external),
    },
    children: [
      element('Filename', file.filename),
      textElement('Date', dateText(file.date)),
      element(
        'Reference',
        file.is_external || file.reference === undefined ? file.reference : names.entryName(file.reference),
      ),
    ],
  }))
  return { name: 'Header', children: list(version, 'Files', elements) }
}

function snippet(
  version: WrittenVersion,
  value: BimSnippet | undefined,
  names: FileNames,
): NewElement | undefined {
  if (!value) return undefined
  return {
    name: 'BimSnippet',
    attributes: { SnippetType: filled(value.snippet_type), ...external(version, value.is_external) },
    children: [
      element('Reference', value.is_external ? value.reference : names.entryName(value.reference)),
      element('ReferenceSchema', filled(value.reference_schema)),
    ],
  }
}

function documentReference(
  version: WrittenVersion,
  { guid, document_guid, url, description }: DocumentReference,
  names: FileNames,
): NewElement {
  const document = document_guid === undefined ? undefined : names.documentName(document_guid)
  const words = element('Description', description)
  const Guid = guid.toLowerCase()
  if (version === '3.0') {
    const target = document === undefined ? element('Url', url) : textElement('DocumentGuid', document)
    return { name: 'DocumentReference', attributes: { Guid }, children: [target, words] }
  }
  return {
    name: 'DocumentReference',
    attributes: { Guid, isExternal: String(document === undefined) },
    children: [element('ReferencedDocument', document ?? url), words],
  }
}

function comment(version: WrittenVersion, value: BcfComment): NewElement {
  // 2.1 requires the element even if it is empty
  const words = element('Comment', value.comment) ?? (version === '2.1' ? { name: 'Comment' } : undefined)
  return {
    name: 'Comment',
    attributes: { Guid: value.guid.toLowerCase() },
    children: [
      textElement('Date', dateText(value.date)),
      element('Author', filled(value.author)),
      words,
      value.viewpoint_guid === undefined
        ? undefined
        : { name: 'Viewpoint', attributes: { Guid: value.viewpoint_guid.toLowerCase() } },
      textElement('ModifiedDate', dateText(value.modified_date)),
      element('ModifiedAuthor', value.modified_author),
    ],
  }
}

const viewpoints = (version: WrittenVersion, topic: Topic, names: FileNames): NewElement[] =>
  topic.viewpoints.map(({ guid, index }, at) => ({
    name: version === '3.0' ? 'ViewPoint' : 'Viewpoints',
    attributes: { Guid: guid.toLowerCase() },
    children: [
      textElement('Viewpoint', names.viewpoints[at]?.view),
      textElement('Snapshot', names.viewpoints[at]?.snapshot),
      number('Index', index),
    ],
  }))

function topicAttributes(version: WrittenVersion, topic: Topic) {
  const Guid = topic.guid.toLowerCase()
  if (version === '2.1')
    return { Guid, TopicType: said(topic.topic_type), TopicStatus: said(topic.topic_status) }
  return {
    Guid,
    ServerAssignedId: said(topic.server_assigned_id),
    TopicType: filled(topic.topic_type),
    TopicStatus: filled(topic.topic_status),
  }
}

const texts = (name: string, values: string[]) =>
  values.map((value) => element(name, value)).filter((value) => value !== undefined)

export function markupOf(version: WrittenVersion, topic: Topic, names: FileNames): NewElement {
  const isNew = version === '3.0'
  const comments = topic.comments.map((value) => comment(version, value))
  const views = viewpoints(version, topic, names)
  const references = topic.document_references.map((value) => documentReference(version, value, names))
  const related = topic.related_topics.map((guid) => ({
    name: 'RelatedTopic',
    attributes: { Guid: guid.toLowerCase() },
  }))
  const topicElement: NewElement = {
    name: 'Topic',
    attributes: topicAttributes(version, topic),
    children: [
      ...list(version, 'ReferenceLinks', texts('ReferenceLink', topic.reference_links)),
      element('Title', filled(topic.title)),
      element('Priority', topic.priority),
      number('Index', topic.index),
      ...list(version, 'Labels', texts(isNew ? 'Label' : 'Labels', topic.labels)),
      textElement('CreationDate', dateText(topic.creation_date)),
      element('CreationAuthor', filled(topic.creation_author)),
      textElement('ModifiedDate', dateText(topic.modified_date)),
      element('ModifiedAuthor', topic.modified_author),
      textElement('DueDate', dateText(topic.due_date)),
      element('AssignedTo', topic.assigned_to),
      element('Stage', topic.stage),
      element('Description', topic.description),
      snippet(version, topic.bim_snippet, names),
      ...list(version, 'DocumentReferences', references),
      ...list(version, 'RelatedTopics', related),
      ...(isNew ? [...list(version, 'Comments', comments), ...list(version, 'Viewpoints', views)] : []),
    ],
  }
  return {
    name: 'Markup',
    children: [header(version, topic.files, names), topicElement, ...(isNew ? [] : [...comments, ...views])],
  }
}
