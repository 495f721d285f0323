import { deriveUuid } from '../guid.ts'
import type { BcfArchiveProject, BcfDocument, BcfExtensions, WritableBcfVersion } from '../model.ts'
import { extensionLists } from '../read/project.ts'
import { buildTextElement, type XmlElementToWrite } from '../xml/write.ts'

/** The project files: name, extensions, documents. */

export const EXTENSION_SCHEMA_FILE = 'extensions.xsd'

/** Namespace of the derived ids of projects that have a name but no id, where the file requires one. */
const PROJECT_NAMESPACE = '0f7e6f5c-63c5-4a3b-8f0a-7c0fb9d0a6d1'

const trimToUndefined = (text: string | undefined) => text?.trim() || undefined

export function buildVersion(version: WritableBcfVersion): XmlElementToWrite {
  const children = version === '2.1' ? [buildTextElement('DetailedVersion', version)] : []
  return { name: 'Version', attributes: { VersionId: version }, children }
}

/** Undefined when the project has neither name nor id. */
export function buildProject(
  version: WritableBcfVersion,
  project: BcfArchiveProject,
): XmlElementToWrite | undefined {
  const name = trimToUndefined(project.name)
  const id =
    trimToUndefined(project.project_id) ??
    (name === undefined ? undefined : deriveUuid(PROJECT_NAMESPACE, name))
  const element =
    id === undefined
      ? undefined
      : { name: 'Project', attributes: { ProjectId: id }, children: [buildTextElement('Name', name)] }
  if (version === '2.1')
    return {
      name: 'ProjectExtension',
      children: [element, buildTextElement('ExtensionSchema', EXTENSION_SCHEMA_FILE)],
    }
  return element && { name: 'ProjectInfo', children: [element] }
}

const distinct = (words: string[]) => [
  ...new Set(words.map((word) => word.trim()).filter((word) => word !== '')),
]

export function buildExtensions(extensions: BcfExtensions): XmlElementToWrite {
  return {
    name: 'Extensions',
    children: extensionLists.map(({ words, list, item }) => ({
      name: list,
      children: distinct(extensions[words]).map((word) => buildTextElement(item, word)),
    })),
  }
}

/** Extension lists in 2.1, as an XML schema that restricts the types of the markup schema. */
export function buildExtensionSchema(extensions: BcfExtensions): XmlElementToWrite {
  const types = extensionLists
    .map(({ words, type }) => ({ type, values: distinct(extensions[words]) }))
    // an enumeration without values would allow nothing
    .filter(({ values }) => values.length > 0)
    .map(({ type, values }) => ({
      name: 'xs:simpleType',
      attributes: { name: type },
      children: [
        {
          name: 'xs:restriction',
          attributes: { base: type },
          children: values.map((value) => ({ name: 'xs:enumeration', attributes: { value } })),
        },
      ],
    }))
  return {
    name: 'xs:schema',
    attributes: { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema' },
    children: [{ name: 'xs:redefine', attributes: { schemaLocation: 'markup.xsd' }, children: types }],
  }
}

export function buildDocuments(documents: BcfDocument[]): XmlElementToWrite {
  const elements = documents.map((document) => ({
    name: 'Document',
    attributes: { Guid: document.guid.toLowerCase() },
    children: [
      buildTextElement('Filename', trimToUndefined(document.filename) ?? document.guid),
      buildTextElement('Description', trimToUndefined(document.description)),
    ],
  }))
  return { name: 'DocumentInfo', children: [{ name: 'Documents', children: elements }] }
}
