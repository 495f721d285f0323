import { readGuid } from '../guid.ts'
import type { Extensions } from '../model.ts'
import { allOf, attributeOf, firstOf, type Shape, textOf, type XmlElement } from '../xml/read.ts'
import { isElsewhere } from '../zip/names.ts'
import type { Reading } from './reading.ts'

/**
 * Extension lists with their element in 3.0's `extensions.xml` and their simple type in 2.x' `extensions.xsd`.
 */
export const wordLists = [
  { words: 'topic_type', list: 'TopicTypes', item: 'TopicType', type: 'TopicType' },
  { words: 'topic_status', list: 'TopicStatuses', item: 'TopicStatus', type: 'TopicStatus' },
  { words: 'priority', list: 'Priorities', item: 'Priority', type: 'Priority' },
  { words: 'topic_label', list: 'TopicLabels', item: 'TopicLabel', type: 'TopicLabel' },
  { words: 'users', list: 'Users', item: 'User', type: 'UserIdType' },
  { words: 'snippet_type', list: 'SnippetTypes', item: 'SnippetType', type: 'SnippetType' },
  { words: 'stage', list: 'Stages', item: 'Stage', type: 'Stage' },
] as const satisfies { words: keyof Extensions; list: string; item: string; type: string }[]

export const noExtensions = (): Extensions => ({
  topic_type: [],
  topic_status: [],
  priority: [],
  topic_label: [],
  stage: [],
  snippet_type: [],
  users: [],
})

const distinct = (words: (string | undefined)[]) =>
  [...new Set(words.filter((word) => word !== undefined && word !== ''))] as string[]

/** XML shape of an extension schema whose lists are enumerations, for any prefix of XML Schema. */
const enumerations: Shape = (() => {
  const within = (name: string, shape: Shape): Shape => ({
    children: new Map([[name, shape]]),
    hasText: false,
  })
  const leaf: Shape = { children: new Map(), hasText: false }
  const simpleType = within('simpleType', within('restriction', within('enumeration', leaf)))
  return {
    children: new Map([...simpleType.children, ['redefine', simpleType], ['override', simpleType]]),
    hasText: false,
  }
})()

async function readSchemaWords(reading: Reading, entry: string, extensions: Extensions): Promise<void> {
  const root = await reading.readXml(entry, enumerations)
  const places = [root, ...allOf(root, 'redefine'), ...allOf(root, 'override')]
  const types = places.flatMap((place) => allOf(place, 'simpleType'))
  for (const { words, type } of wordLists) {
    const values = types
      .filter((each) => attributeOf(each, 'Name') === type)
      .flatMap((each) => allOf(firstOf(each, 'restriction'), 'enumeration'))
      .map((each) => attributeOf(each, 'Value'))
    extensions[words] = reading.atMost(type, reading.limits.items, distinct(values))
  }
}

async function readExtensions(reading: Reading, project: XmlElement | undefined): Promise<void> {
  const { extensions } = reading.project
  const document = reading.find(reading.root, 'extensions.xml')
  if (document) {
    const root = await reading.xml(document, 'extensions')
    for (const { words, list, item } of wordLists) {
      const values = allOf(firstOf(root, list), item).map((each) => each.text.trim())
      extensions[words] = reading.atMost(item, reading.limits.items, distinct(values))
    }
    return
  }
  const named = textOf(project, 'ExtensionSchema')
  const schema = [named, 'extensions.xsd', 'extension.xsd']
    .filter((name) => name !== undefined && !isElsewhere(name))
    .map((name) => reading.find(reading.root, name as string))
    .find((name) => name !== undefined)
  if (schema) await readSchemaWords(reading, schema, extensions)
  else if (named !== undefined || reading.version === '3.0')
    reading.warn('MISSING_FILE', named ?? 'extensions.xml')
}

async function readDocuments(reading: Reading): Promise<void> {
  const entry = reading.find(reading.root, 'documents.xml')
  if (!entry) return
  const root = await reading.xml(entry, 'documents')
  const found = allOf(firstOf(root, 'Documents'), 'Document')
  for (const element of reading.atMost('Document', reading.limits.entries, found)) {
    const text = attributeOf(element, 'Guid')
    const guid = reading.guid(text)
    const filename = textOf(element, 'Filename') ?? text
    if (text === undefined || guid === undefined || filename === undefined) continue
    const bytes = reading.archive.find(
      [text, guid, filename].map((name) => `${reading.root}Documents/${name}`),
    )
    if (bytes)
      reading.addDocument({ guid, filename, description: textOf(element, 'Description'), entry: bytes })
    else reading.warn('MISSING_FILE', filename)
  }
}

/** Reads the project with its extensions and documents. */
export async function readProject(reading: Reading): Promise<void> {
  const entry = reading.find(reading.root, 'project.bcfp')
  const root = entry ? await reading.xml(entry, 'project') : undefined
  const project = firstOf(root, 'Project')
  const id = attributeOf(project, 'ProjectId')
  reading.project.project_id = readGuid(id) ?? id
  reading.project.name = textOf(project, 'Name')
  reading.namespaceFrom(reading.project.project_id ?? reading.project.name ?? '')
  await readExtensions(reading, root)
  await readDocuments(reading)
}
