import { parseGuid } from '../guid.ts'
import type { BcfExtensions } from '../model.ts'
import {
  type ElementFilter,
  findChild,
  getAttribute,
  getChildText,
  listChildren,
  type XmlElement,
} from '../xml/read.ts'
import { isExternalReference } from '../zip/names.ts'
import type { ReadContext } from './read-context.ts'

/**
 * Extension lists with their element in 3.0's `extensions.xml` and their simple type in 2.x' `extensions.xsd`.
 */
export const extensionLists = [
  { words: 'topic_type', list: 'TopicTypes', item: 'TopicType', type: 'TopicType' },
  { words: 'topic_status', list: 'TopicStatuses', item: 'TopicStatus', type: 'TopicStatus' },
  { words: 'priority', list: 'Priorities', item: 'Priority', type: 'Priority' },
  { words: 'topic_label', list: 'TopicLabels', item: 'TopicLabel', type: 'TopicLabel' },
  { words: 'users', list: 'Users', item: 'User', type: 'UserIdType' },
  { words: 'snippet_type', list: 'SnippetTypes', item: 'SnippetType', type: 'SnippetType' },
  { words: 'stage', list: 'Stages', item: 'Stage', type: 'Stage' },
] as const satisfies { words: keyof BcfExtensions; list: string; item: string; type: string }[]

export const createEmptyExtensions = (): BcfExtensions => ({
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
const enumerations: ElementFilter = (() => {
  const within = (name: string, shape: ElementFilter): ElementFilter => ({
    children: new Map([[name, shape]]),
    hasText: false,
  })
  const leaf: ElementFilter = { children: new Map(), hasText: false }
  const simpleType = within('simpleType', within('restriction', within('enumeration', leaf)))
  return {
    children: new Map([...simpleType.children, ['redefine', simpleType], ['override', simpleType]]),
    hasText: false,
  }
})()

async function readExtensionSchema(
  context: ReadContext,
  entry: string,
  extensions: BcfExtensions,
): Promise<void> {
  const root = await context.readXml(entry, enumerations)
  const places = [root, ...listChildren(root, 'redefine'), ...listChildren(root, 'override')]
  const types = places.flatMap((place) => listChildren(place, 'simpleType'))
  for (const { words, type } of extensionLists) {
    const values = types
      .filter((each) => getAttribute(each, 'Name') === type)
      .flatMap((each) => listChildren(findChild(each, 'restriction'), 'enumeration'))
      .map((each) => getAttribute(each, 'Value'))
    extensions[words] = context.checkCount(type, context.limits.items, distinct(values))
  }
}

async function readExtensions(context: ReadContext, project: XmlElement | undefined): Promise<void> {
  const { extensions } = context.project
  const document = context.findEntry(context.root, 'extensions.xml')
  if (document) {
    const root = await context.readDocument(document, 'extensions')
    for (const { words, list, item } of extensionLists) {
      const values = listChildren(findChild(root, list), item).map((each) => each.text.trim())
      extensions[words] = context.checkCount(item, context.limits.items, distinct(values))
    }
    return
  }
  const named = getChildText(project, 'ExtensionSchema')
  const schema = [named, 'extensions.xsd', 'extension.xsd']
    .filter((name) => name !== undefined && !isExternalReference(name))
    .map((name) => context.findEntry(context.root, name as string))
    .find((name) => name !== undefined)
  if (schema) await readExtensionSchema(context, schema, extensions)
  else if (named !== undefined || context.version === '3.0')
    context.warn('MISSING_FILE', named ?? 'extensions.xml')
}

async function readDocuments(context: ReadContext): Promise<void> {
  const entry = context.findEntry(context.root, 'documents.xml')
  if (!entry) return
  const root = await context.readDocument(entry, 'documents')
  const found = listChildren(findChild(root, 'Documents'), 'Document')
  for (const element of context.checkCount('Document', context.limits.entries, found)) {
    const text = getAttribute(element, 'Guid')
    const guid = context.parseGuid(text)
    const filename = getChildText(element, 'Filename') ?? text
    if (text === undefined || guid === undefined || filename === undefined) continue
    const bytes = context.archive.find(
      [text, guid, filename].map((name) => `${context.root}Documents/${name}`),
    )
    if (bytes)
      context.addDocument({ guid, filename, description: getChildText(element, 'Description'), entry: bytes })
    else context.warn('MISSING_FILE', filename)
  }
}

/** Reads the project with its extensions and documents. */
export async function readBcfProject(context: ReadContext): Promise<void> {
  const entry = context.findEntry(context.root, 'project.bcfp')
  const root = entry ? await context.readDocument(entry, 'project') : undefined
  const project = findChild(root, 'Project')
  const id = getAttribute(project, 'ProjectId')
  context.project.project_id = parseGuid(id) ?? id
  context.project.name = getChildText(project, 'Name')
  context.setNamespace(context.project.project_id ?? context.project.name ?? '')
  await readExtensions(context, root)
  await readDocuments(context)
}
