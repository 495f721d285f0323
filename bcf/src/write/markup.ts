import type {
  BcfComment,
  BimSnippet,
  DocumentReference,
  HeaderFile,
  Topic,
  WritableBcfVersion,
} from '../model.ts'
import { UNKNOWN_VALUE } from '../read/comments.ts'
import { parseDueInstant } from '../read/values.ts'
import { buildTextElement, type XmlElementToWrite } from '../xml/write.ts'

/** The names of a topic's files in its folder. */
export interface TopicFileNames {
  viewpoints: { view?: string; snapshot?: string }[]
  /** name of a header file or snippet, by archive entry */
  entryName: (entry: string) => string
  /** name of a document by GUID; undefined if it does not exist */
  documentName: (guid: string) => string | undefined
}

export const formatDate = (date: string | undefined): string | undefined =>
  date === undefined ? undefined : new Date(date).toISOString()

/** Value for fields that 3.0 requires. */
const trimOrUnknown = (text: string | undefined): string => text?.trim() || UNKNOWN_VALUE
const trimToUndefined = (text: string | undefined): string | undefined => text?.trim() || undefined

const trimmedElement = (name: string, text: string | undefined) =>
  buildTextElement(name, trimToUndefined(text))
const integerElement = (name: string, value: number | undefined) =>
  buildTextElement(name, value !== undefined && (value | 0) === value ? value : undefined)

/** Writes a list: in its own container element in 3.0, as repeated elements in 2.1. */
const buildList = (
  version: WritableBcfVersion,
  name: string,
  items: XmlElementToWrite[],
): (XmlElementToWrite | undefined)[] => {
  if (version === '2.1') return items
  return items.length > 0 ? [{ name, children: items }] : []
}

const isExternalAttribute = (version: WritableBcfVersion, value: boolean) =>
  version === '3.0' ? { IsExternal: String(value) } : { isExternal: String(value) }

function buildHeader(
  version: WritableBcfVersion,
  files: HeaderFile[],
  names: TopicFileNames,
): XmlElementToWrite | undefined {
  if (files.length === 0) return undefined
  const elements = files.map((file) => ({
    name: 'File',
    attributes: {
      IfcProject: file.ifc_project,
      IfcSpatialStructureElement: file.ifc_spatial_structure_element,
      ...isExternalAttribute(version, file.is_external),
    },
    children: [
      trimmedElement('Filename', file.filename),
      buildTextElement('Date', formatDate(file.date)),
      trimmedElement(
        'Reference',
        file.is_external || file.reference === undefined ? file.reference : names.entryName(file.reference),
      ),
    ],
  }))
  return { name: 'Header', children: buildList(version, 'Files', elements) }
}

function buildSnippet(
  version: WritableBcfVersion,
  value: BimSnippet | undefined,
  names: TopicFileNames,
): XmlElementToWrite | undefined {
  if (!value) return undefined
  return {
    name: 'BimSnippet',
    attributes: {
      SnippetType: trimOrUnknown(value.snippet_type),
      ...isExternalAttribute(version, value.is_external),
    },
    children: [
      trimmedElement('Reference', value.is_external ? value.reference : names.entryName(value.reference)),
      trimmedElement('ReferenceSchema', trimOrUnknown(value.reference_schema)),
    ],
  }
}

function buildDocumentReference(
  version: WritableBcfVersion,
  { guid, document_guid, url, description }: DocumentReference,
  names: TopicFileNames,
): XmlElementToWrite {
  const document = document_guid === undefined ? undefined : names.documentName(document_guid)
  const words = trimmedElement('Description', description)
  const Guid = guid.toLowerCase()
  if (version === '3.0') {
    const target =
      document === undefined ? trimmedElement('Url', url) : buildTextElement('DocumentGuid', document)
    return { name: 'DocumentReference', attributes: { Guid }, children: [target, words] }
  }
  return {
    name: 'DocumentReference',
    attributes: { Guid, isExternal: String(document === undefined) },
    children: [trimmedElement('ReferencedDocument', document ?? url), words],
  }
}

function buildComment(version: WritableBcfVersion, value: BcfComment): XmlElementToWrite {
  // 2.1 requires the element even if it is empty
  const words =
    trimmedElement('Comment', value.comment) ?? (version === '2.1' ? { name: 'Comment' } : undefined)
  return {
    name: 'Comment',
    attributes: { Guid: value.guid.toLowerCase() },
    children: [
      buildTextElement('Date', formatDate(value.date)),
      trimmedElement('Author', trimOrUnknown(value.author)),
      words,
      value.viewpoint_guid === undefined
        ? undefined
        : { name: 'Viewpoint', attributes: { Guid: value.viewpoint_guid.toLowerCase() } },
      buildTextElement('ModifiedDate', formatDate(value.modified_date)),
      trimmedElement('ModifiedAuthor', value.modified_author),
    ],
  }
}

const buildViewpoints = (
  version: WritableBcfVersion,
  topic: Topic,
  names: TopicFileNames,
): XmlElementToWrite[] =>
  topic.viewpoints.map(({ guid, index }, at) => ({
    name: version === '3.0' ? 'ViewPoint' : 'Viewpoints',
    attributes: { Guid: guid.toLowerCase() },
    children: [
      buildTextElement('Viewpoint', names.viewpoints[at]?.view),
      buildTextElement('Snapshot', names.viewpoints[at]?.snapshot),
      integerElement('Index', index),
    ],
  }))

function topicAttributes(version: WritableBcfVersion, topic: Topic) {
  const Guid = topic.guid.toLowerCase()
  if (version === '2.1')
    return {
      Guid,
      TopicType: trimToUndefined(topic.topic_type),
      TopicStatus: trimToUndefined(topic.topic_status),
    }
  return {
    Guid,
    ServerAssignedId: trimToUndefined(topic.server_assigned_id),
    TopicType: trimOrUnknown(topic.topic_type),
    TopicStatus: trimOrUnknown(topic.topic_status),
  }
}

const texts = (name: string, values: string[]) =>
  values.map((value) => trimmedElement(name, value)).filter((value) => value !== undefined)

export function buildMarkup(
  version: WritableBcfVersion,
  topic: Topic,
  names: TopicFileNames,
): XmlElementToWrite {
  const isNew = version === '3.0'
  const comments = topic.comments.map((value) => buildComment(version, value))
  const views = buildViewpoints(version, topic, names)
  const references = topic.document_references.map((value) => buildDocumentReference(version, value, names))
  const related = topic.related_topics.map((guid) => ({
    name: 'RelatedTopic',
    attributes: { Guid: guid.toLowerCase() },
  }))
  const topicElement: XmlElementToWrite = {
    name: 'Topic',
    attributes: topicAttributes(version, topic),
    children: [
      ...buildList(version, 'ReferenceLinks', texts('ReferenceLink', topic.reference_links)),
      trimmedElement('Title', trimOrUnknown(topic.title)),
      trimmedElement('Priority', topic.priority),
      integerElement('Index', topic.index),
      ...buildList(version, 'Labels', texts(isNew ? 'Label' : 'Labels', topic.labels)),
      buildTextElement('CreationDate', formatDate(topic.creation_date)),
      trimmedElement('CreationAuthor', trimOrUnknown(topic.creation_author)),
      buildTextElement('ModifiedDate', formatDate(topic.modified_date)),
      trimmedElement('ModifiedAuthor', topic.modified_author),
      buildTextElement('DueDate', parseDueInstant(topic.due_date)),
      trimmedElement('AssignedTo', topic.assigned_to),
      trimmedElement('Stage', topic.stage),
      trimmedElement('Description', topic.description),
      buildSnippet(version, topic.bim_snippet, names),
      ...buildList(version, 'DocumentReferences', references),
      ...buildList(version, 'RelatedTopics', related),
      ...(isNew
        ? [...buildList(version, 'Comments', comments), ...buildList(version, 'Viewpoints', views)]
        : []),
    ],
  }
  return {
    name: 'Markup',
    children: [
      buildHeader(version, topic.files, names),
      topicElement,
      ...(isNew ? [] : [...comments, ...views]),
    ],
  }
}
