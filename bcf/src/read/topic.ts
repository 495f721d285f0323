import { BcfError } from '../errors.ts'
import { parseGuid } from '../guid.ts'
import type { BcfComment, BcfViewpoint, Topic } from '../model.ts'
import { findChild, getAttribute, getChildText, listChildren, type XmlElement } from '../xml/read.ts'
import { getFileName, getFolderPath } from '../zip/names.ts'
import { findCommentElements, readComments, readStateOfLatestComment, UNKNOWN_VALUE } from './comments.ts'
import type { ReadContext } from './read-context.ts'
import { readBimSnippet, readDocumentReferences, readHeaderFiles } from './references.ts'
import { parseDueInstant, parseInstant, parseInteger } from './values.ts'
import { readViewpoints } from './viewpoints.ts'

const LONGEST_TITLE = 255

function readTopicGuid(context: ReadContext, folder: string, topic: XmlElement): string {
  const attribute = getAttribute(topic, 'Guid')
  const name = getFileName(folder.slice(0, -1))
  const guid = parseGuid(attribute) ?? (attribute === undefined ? parseGuid(name) : undefined)
  context.setTopic(guid ?? context.deriveGuid('topic', attribute ?? name))
  if (guid === undefined) context.warn('BAD_GUID', attribute ?? name)
  return guid ?? context.deriveGuid('topic', attribute ?? name)
}

const texts = (elements: XmlElement[]) =>
  elements.map((element) => element.text.trim()).filter((text) => text !== '')

/** Reads the texts of a repeated element (2.x) or of a list element (3.0). */
function readTexts(
  context: ReadContext,
  topic: XmlElement,
  single: string,
  list: string,
  item: string,
): string[] {
  const elements = [
    ...listChildren(topic, single),
    ...listChildren(topic, list).flatMap((element) => listChildren(element, item)),
  ]
  return [...new Set(texts(context.checkCount(item, context.limits.items, elements)))]
}

function readRelated(context: ReadContext, topic: XmlElement): string[] {
  const lists = listChildren(topic, 'RelatedTopics')
  const elements = [
    ...lists,
    ...lists.flatMap((list) => listChildren(list, 'RelatedTopic')),
    ...listChildren(topic, 'RelatedTopic'),
  ]
  const guids = context
    .checkCount('RelatedTopic', context.limits.items, elements)
    // an invalid GUID refers to the topic that has the same invalid GUID
    .map((element) => getAttribute(element, 'Guid'))
    .filter((text) => text !== undefined)
    .map((text) => parseGuid(text) ?? context.deriveGuid('topic', text))
  return [...new Set(guids)]
}

function readTitle(context: ReadContext, topic: XmlElement, guid: string): string {
  const title = getChildText(topic, 'Title')
  if (title !== undefined) return title
  context.warn('MISSING_VALUE', 'Title')
  return getChildText(topic, 'Description')?.split('\n')[0]?.slice(0, LONGEST_TITLE).toWellFormed() || guid
}

function readDates(context: ReadContext, markup: XmlElement, topic: XmlElement, entry: string) {
  const modified_date = context.parseDate(getChildText(topic, 'ModifiedDate'))
  const creationDate = context.parseDate(getChildText(topic, 'CreationDate'))
  const dueDate = getChildText(topic, 'DueDate')
  const firstCommentDate = findCommentElements(markup, topic)
    .map((element) => parseInstant(getChildText(element, 'Date')))
    .filter((date) => date !== undefined)
    .sort()[0]
  const creation_author = getChildText(topic, 'CreationAuthor')
  const isRequired = context.version !== '1.0' && context.version !== '2.0'
  if (isRequired && creationDate === undefined) context.warn('MISSING_VALUE', 'CreationDate')
  if (isRequired && creation_author === undefined) context.warn('MISSING_VALUE', 'CreationAuthor')
  return {
    creation_date:
      creationDate ?? modified_date ?? firstCommentDate ?? context.archive.dateOf(entry).toISOString(),
    creation_author: creation_author ?? UNKNOWN_VALUE,
    modified_date,
    modified_author: getChildText(topic, 'ModifiedAuthor'),
    due_date: context.parseDate(dueDate) && parseDueInstant(dueDate),
  }
}

/** Replaces duplicate GUIDs within a topic's comments or viewpoints. */
function replaceDuplicateGuids<T extends { guid: string }>(context: ReadContext, items: T[]): T[] {
  const seen = new Set<string>()
  return items.map((item, index) => {
    const guid = seen.has(item.guid) ? context.deriveGuid('again', item.guid, index) : item.guid
    if (guid !== item.guid) context.warn('SAME_GUID', item.guid)
    seen.add(guid)
    return { ...item, guid }
  })
}

function dropMissingViewpoints(
  context: ReadContext,
  comments: BcfComment[],
  viewpoints: BcfViewpoint[],
): BcfComment[] {
  const guids = new Set(viewpoints.map((viewpoint) => viewpoint.guid))
  return comments.map((comment) => {
    const { viewpoint_guid, ...rest } = comment
    if (viewpoint_guid === undefined || guids.has(viewpoint_guid)) return comment
    context.warn('MISSING_VIEWPOINT', viewpoint_guid)
    return rest
  })
}

/** @throws BcfError */
export async function readBcfTopic(context: ReadContext, entry: string): Promise<Topic> {
  context.startTopic()
  const markup = await context.readDocument(entry, 'markup')
  const topic = findChild(markup, 'Topic')
  if (!topic) throw BcfError.of('OTHER_CONTENT', { entry, found: 'Markup' })
  const folder = getFolderPath(entry)
  const guid = readTopicGuid(context, folder, topic)
  const dates = readDates(context, markup, topic, entry)
  const state = readStateOfLatestComment(markup, topic)
  const viewpoints = replaceDuplicateGuids(context, await readViewpoints(context, folder, markup, topic))
  const comments = replaceDuplicateGuids(
    context,
    readComments(context, markup, topic, { guid, date: dates.creation_date }),
  )
  return {
    guid,
    server_assigned_id: getAttribute(topic, 'ServerAssignedId'),
    topic_type: getAttribute(topic, 'TopicType') ?? state.type,
    topic_status: getAttribute(topic, 'TopicStatus') ?? state.status,
    title: readTitle(context, topic, guid),
    priority: getChildText(topic, 'Priority'),
    index: parseInteger(getChildText(topic, 'Index')),
    labels: readTexts(context, topic, 'Labels', 'Labels', 'Label'),
    reference_links: readTexts(context, topic, 'ReferenceLink', 'ReferenceLinks', 'ReferenceLink'),
    ...dates,
    assigned_to: getChildText(topic, 'AssignedTo'),
    stage: getChildText(topic, 'Stage'),
    description: getChildText(topic, 'Description'),
    bim_snippet: readBimSnippet(context, folder, topic),
    files: readHeaderFiles(context, folder, markup),
    document_references: readDocumentReferences(context, folder, topic, guid),
    related_topics: readRelated(context, topic),
    comments: dropMissingViewpoints(context, comments, viewpoints),
    viewpoints,
  }
}
