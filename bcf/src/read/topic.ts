import { BcfError } from '../errors.ts'
import { readGuid } from '../guid.ts'
import type { BcfComment, BcfViewpoint, Topic } from '../model.ts'
import { allOf, attributeOf, firstOf, textOf, type XmlElement } from '../xml/read.ts'
import { fileOf, folderOf } from '../zip/names.ts'
import { commentElements, readComments, stateOf, UNKNOWN } from './comments.ts'
import type { Reading } from './reading.ts'
import { readDocumentReferences, readFiles, readSnippet } from './references.ts'
import { instantOf, readInt } from './values.ts'
import { readViewpoints } from './viewpoints.ts'

const LONGEST_TITLE = 255

function guidOf(reading: Reading, folder: string, topic: XmlElement): string {
  const said = attributeOf(topic, 'Guid')
  const name = fileOf(folder.slice(0, -1))
  const guid = readGuid(said) ?? (said === undefined ? readGuid(name) : undefined)
  reading.isAbout(guid ?? reading.guidOf('topic', said ?? name))
  if (guid === undefined) reading.warn('BAD_GUID', said ?? name)
  return guid ?? reading.guidOf('topic', said ?? name)
}

const texts = (elements: XmlElement[]) =>
  elements.map((element) => element.text.trim()).filter((text) => text !== '')

/** Reads the texts of a repeated element (2.x) or of a list element (3.0). */
function readTexts(
  reading: Reading,
  topic: XmlElement,
  single: string,
  list: string,
  item: string,
): string[] {
  const elements = [...allOf(topic, single), ...allOf(topic, list).flatMap((element) => allOf(element, item))]
  return [...new Set(texts(reading.atMost(item, reading.limits.items, elements)))]
}

function readRelated(reading: Reading, topic: XmlElement): string[] {
  const lists = allOf(topic, 'RelatedTopics')
  const elements = [
    ...lists,
    ...lists.flatMap((list) => allOf(list, 'RelatedTopic')),
    ...allOf(topic, 'RelatedTopic'),
  ]
  const guids = reading
    .atMost('RelatedTopic', reading.limits.items, elements)
    // an invalid GUID refers to the topic that has the same invalid GUID
    .map((element) => attributeOf(element, 'Guid'))
    .filter((text) => text !== undefined)
    .map((text) => readGuid(text) ?? reading.guidOf('topic', text))
  return [...new Set(guids)]
}

function readTitle(reading: Reading, topic: XmlElement, guid: string): string {
  const title = textOf(topic, 'Title')
  if (title !== undefined) return title
  reading.warn('MISSING_VALUE', 'Title')
  return textOf(topic, 'Description')?.split('\n')[0]?.slice(0, LONGEST_TITLE).toWellFormed() || guid
}

function readDates(reading: Reading, markup: XmlElement, topic: XmlElement, entry: string) {
  const modified_date = reading.date(textOf(topic, 'ModifiedDate'))
  const said = reading.date(textOf(topic, 'CreationDate'))
  const commented = commentElements(markup, topic)
    .map((element) => instantOf(textOf(element, 'Date')))
    .filter((date) => date !== undefined)
    .sort()[0]
  const creation_author = textOf(topic, 'CreationAuthor')
  const isDemanded = reading.version !== '2.0'
  if (isDemanded && said === undefined) reading.warn('MISSING_VALUE', 'CreationDate')
  if (isDemanded && creation_author === undefined) reading.warn('MISSING_VALUE', 'CreationAuthor')
  return {
    creation_date: said ?? modified_date ?? commented ?? reading.archive.dateOf(entry).toISOString(),
    creation_author: creation_author ?? UNKNOWN,
    modified_date,
    modified_author: textOf(topic, 'ModifiedAuthor'),
    due_date: reading.date(textOf(topic, 'DueDate')),
  }
}

/** Replaces duplicate GUIDs within a topic's comments or viewpoints. */
function distinct<T extends { guid: string }>(reading: Reading, items: T[]): T[] {
  const seen = new Set<string>()
  return items.map((item, index) => {
    const guid = seen.has(item.guid) ? reading.guidOf('again', item.guid, index) : item.guid
    if (guid !== item.guid) reading.warn('SAME_GUID', item.guid)
    seen.add(guid)
    return { ...item, guid }
  })
}

function linked(reading: Reading, comments: BcfComment[], viewpoints: BcfViewpoint[]): BcfComment[] {
  const guids = new Set(viewpoints.map((viewpoint) => viewpoint.guid))
  return comments.map((comment) => {
    const { viewpoint_guid, ...rest } = comment
    if (viewpoint_guid === undefined || guids.has(viewpoint_guid)) return comment
    reading.warn('MISSING_VIEWPOINT', viewpoint_guid)
    return rest
  })
}

/** @throws BcfError */
export async function readTopic(reading: Reading, entry: string): Promise<Topic> {
  reading.beginTopic()
  const markup = await reading.xml(entry, 'markup')
  const topic = firstOf(markup, 'Topic')
  if (!topic) throw BcfError.of('OTHER_CONTENT', { entry, found: 'Markup' })
  const folder = folderOf(entry)
  const guid = guidOf(reading, folder, topic)
  const dates = readDates(reading, markup, topic, entry)
  const state = stateOf(markup, topic)
  const viewpoints = distinct(reading, await readViewpoints(reading, folder, markup, topic))
  const comments = distinct(reading, readComments(reading, markup, topic, dates.creation_date))
  return {
    guid,
    server_assigned_id: attributeOf(topic, 'ServerAssignedId'),
    topic_type: attributeOf(topic, 'TopicType') ?? state.type,
    topic_status: attributeOf(topic, 'TopicStatus') ?? state.status,
    title: readTitle(reading, topic, guid),
    priority: textOf(topic, 'Priority'),
    index: readInt(textOf(topic, 'Index')),
    labels: readTexts(reading, topic, 'Labels', 'Labels', 'Label'),
    reference_links: readTexts(reading, topic, 'ReferenceLink', 'ReferenceLinks', 'ReferenceLink'),
    ...dates,
    assigned_to: textOf(topic, 'AssignedTo'),
    stage: textOf(topic, 'Stage'),
    description: textOf(topic, 'Description'),
    bim_snippet: readSnippet(reading, folder, topic),
    files: readFiles(reading, folder, markup),
    document_references: readDocumentReferences(reading, folder, topic),
    related_topics: readRelated(reading, topic),
    comments: linked(reading, comments, viewpoints),
    viewpoints,
  }
}
