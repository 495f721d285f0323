import { uuidOf } from '../guid.ts'
import type { BcfDocument, BcfProject, Extensions, WrittenVersion } from '../model.ts'
import { wordLists } from '../read/project.ts'
import { type NewElement, textElement } from '../xml/write.ts'

/** The project files: name, extensions, documents. */

export const EXTENSION_SCHEMA = 'extensions.xsd'

/** Namespace of the derived ids of projects that have a name but no id, where the file requires one. */
const NAMED_PROJECTS = '0f7e6f5c-63c5-4a3b-8f0a-7c0fb9d0a6d1'

const said = (text: string | undefined) => text?.trim() || undefined

export function versionElement(version: WrittenVersion): NewElement {
  const children = version === '2.1' ? [textElement('DetailedVersion', version)] : []
  return { name: 'Version', attributes: { VersionId: version }, children }
}

/** Undefined when the project has neither name nor id. */
export function projectElement(version: WrittenVersion, project: BcfProject): NewElement | undefined {
  const name = said(project.name)
  const id = said(project.project_id) ?? (name === undefined ? undefined : uuidOf(NAMED_PROJECTS, name))
  const element =
    id === undefined
      ? undefined
      : { name: 'Project', attributes: { ProjectId: id }, children: [textElement('Name', name)] }
  if (version === '2.1')
    return { name: 'ProjectExtension', children: [element, textElement('ExtensionSchema', EXTENSION_SCHEMA)] }
  return element && { name: 'ProjectInfo', children: [element] }
}

const distinct = (words: string[]) => [
  ...new Set(words.map((word) => word.trim()).filter((word) => word !== '')),
]

export function extensionsElement(extensions: Extensions): NewElement {
  return {
    name: 'Extensions',
    children: wordLists.map(({ words, list, item }) => ({
      name: list,
      children: distinct(extensions[words]).map((word) => textElement(item, word)),
    })),
  }
}

/** Extension lists in 2.1, as an XML schema that restricts the types of the markup schema. */
export function extensionSchema(extensions: Extensions): NewElement {
  const types = wordLists
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

export function documentsElement(documents: BcfDocument[]): NewElement {
  const elements = documents.map((document) => ({
    name: 'Document',
    attributes: { Guid: document.guid.toLowerCase() },
    children: [
      textElement('Filename', said(document.filename) ?? document.guid),
      textElement('Description', said(document.description)),
    ],
  }))
  return { name: 'DocumentInfo', children: [{ name: 'Documents', children: elements }] }
}
