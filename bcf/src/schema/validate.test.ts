import { describe, expect, test } from 'vitest'
import type { BcfVersion } from '../model.ts'
import type { DocumentKind } from './structure.ts'
import { validateDocument } from './validate.ts'

const GUID = '739579ab-6e10-4891-a372-59d89f1befe3'
const said = '<CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>a</CreationAuthor>'
const problems = (version: BcfVersion, kind: DocumentKind, xml: string) =>
  validateDocument(version, kind, Buffer.from(xml))

describe('schema validation', () => {
  test.each<[BcfVersion, DocumentKind, string]>([
    ['2.0', 'version', '<Version VersionId="2.0"/>'],
    ['3.0', 'version', '<Version xmlns:xsi="urn:x" xsi:schemaLocation="version.xsd" VersionId="3.0"/>'],
    ['2.1', 'markup', `<Markup><Topic Guid="${GUID.toUpperCase()}"><Title/>${said}</Topic></Markup>`],
    ['2.0', 'markup', `<Markup><Header><File/></Header><Topic Guid="${GUID}"><Title/></Topic></Markup>`],
    [
      '3.0',
      'markup',
      `<Markup><Header><Files/></Header><Topic Guid="${GUID}" TopicType="a" TopicStatus="b"><Title>a</Title>${said}<Labels/><Viewpoints/></Topic></Markup>`.replace(
        `${said}<Labels/>`,
        `<Labels/>${said}`,
      ),
    ],
    [
      '3.0',
      'extensions',
      '<Extensions><TopicTypes><TopicType>a</TopicType></TopicTypes><Stages/></Extensions>',
    ],
  ])('accepts a valid %s document: %s %s', async (version, kind, xml) => {
    expect(await problems(version, kind, xml)).toEqual([])
  })

  test.each<[BcfVersion, DocumentKind, string, string]>([
    ['3.0', 'version', '<Version/>', 'Version: attribute VersionId is missing'],
    ['3.0', 'version', '<Version VersionId="3.0" Other="1"/>', 'Version: unexpected attribute Other'],
    ['3.0', 'version', '<Version VersionId="3.0">a</Version>', 'Version: unexpected text'],
    ['3.0', 'project', '<Project/>', 'the root element is Project instead of ProjectInfo'],
    ['2.1', 'extensions', '<Extensions/>', '2.1 has no extensions'],
    [
      '2.1',
      'markup',
      `<Markup><Topic Guid="${GUID}"><Title/>${said.replace(/<CreationDate>.*<.CreationDate>/, '')}</Topic></Markup>`,
      'Markup/Topic[1]: CreationDate is missing',
    ],
    [
      '2.1',
      'markup',
      `<Markup><Topic Guid="1"><Title/>${said}</Topic></Markup>`,
      "Markup/Topic[1]/@Guid: '1' is not guid",
    ],
    [
      '2.1',
      'markup',
      `<Markup><Topic Guid="${GUID}"><Title/>${said.replace('05Z', '05')}<Title/></Topic></Markup>`,
      'Markup/Topic[1]: unexpected element Title',
    ],
    [
      '2.1',
      'markup',
      `<Markup><Topic Guid="${GUID}"><Title/>${said.replace('2026', '26')}</Topic></Markup>`,
      "Markup/Topic[1]/CreationDate[2]: '26-01-02T03:04:05Z' is not dateTime",
    ],
    [
      '3.0',
      'markup',
      `<Markup><Topic Guid="${GUID.toUpperCase()}" TopicType="a" TopicStatus="b"><Title>a</Title>${said}</Topic></Markup>`,
      `Markup/Topic[1]/@Guid: '${GUID.toUpperCase()}' is not lowerGuid`,
    ],
    [
      '3.0',
      'markup',
      `<Markup><Topic Guid="${GUID}" TopicType="a" TopicStatus="b"><Title> </Title>${said}</Topic></Markup>`,
      "Markup/Topic[1]/Title[1]: ' ' is not filled",
    ],
    [
      '2.1',
      'markup',
      `<Markup><Topic Guid="${GUID}"><Title/><Title/>${said}</Topic></Markup>`,
      'Markup/Topic[1]: unexpected element Title',
    ],
    [
      '3.0',
      'visinfo',
      `<VisualizationInfo Guid="${GUID}"/>`,
      'VisualizationInfo: OrthogonalCamera or PerspectiveCamera is missing',
    ],
    [
      '2.1',
      'visinfo',
      `<VisualizationInfo Guid="${GUID}"><Components/></VisualizationInfo>`,
      'VisualizationInfo/Components[1]: Visibility is missing',
    ],
  ])('rejects a %s document: %s %s with %s', async (version, kind, xml, problem) => {
    expect(await problems(version, kind, xml)).toEqual([problem])
  })

  test('rejects a namespace', async () => {
    expect(await problems('3.0', 'version', '<Version xmlns="urn:bcf" VersionId="3.0"/>')).toHaveLength(1)
    expect(await problems('3.0', 'version', '<b:Version xmlns:b="urn:bcf" VersionId="3.0"/>')).toHaveLength(1)
  })

  test('throws on malformed XML', async () => {
    await expect(problems('3.0', 'version', '<Version')).rejects.toMatchObject({ code: 'NOT_XML' })
  })
})
