import { buildRawZip, type RawEntry } from './zip.ts'

/** Minimal archives with one topic, as a base for tests of deviations. */

export const TOPIC_GUID = '739579ab-6e10-4891-a372-59d89f1befe3'
export const TOPIC_FOLDER = `${TOPIC_GUID}/`
export const OTHER_GUID = '0a4a1d5c-8a4c-4a39-9a53-5d1f9b0e6c02'

export const buildVersionEntry = (version = '2.1'): RawEntry => ({
  name: 'bcf.version',
  data: `<Version VersionId="${version}"><DetailedVersion>${version}</DetailedVersion></Version>`,
})

const CREATION =
  '<CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>a@example.com</CreationAuthor>'

/** A markup with additional elements in and after its topic. */
export const buildMarkupXml = (within = '', after = '', guid = TOPIC_GUID): string =>
  `<Markup><Topic Guid="${guid}" TopicType="Clash" TopicStatus="Open"><Title>Control</Title>${CREATION}${within}</Topic>${after}</Markup>`

export const buildMarkupEntry = (data: string | Buffer = buildMarkupXml()): RawEntry => ({
  name: `${TOPIC_FOLDER}markup.bcf`,
  data,
})

export const buildVisualizationInfoXml = (within: string): string =>
  `<VisualizationInfo Guid="${OTHER_GUID}">${within}</VisualizationInfo>`

/** An archive with one topic and one viewpoint; `viewpoint` is the content of its file. */
export const buildArchiveWithView = (version: string, viewpoint: string, ...beside: RawEntry[]): Buffer =>
  buildRawZip([
    buildVersionEntry(version),
    buildMarkupEntry(
      buildMarkupXml(
        '',
        `<Viewpoints Guid="${OTHER_GUID}"><Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot></Viewpoints>`,
      ),
    ),
    { name: `${TOPIC_FOLDER}v.bcfv`, data: buildVisualizationInfoXml(viewpoint) },
    ...beside,
  ])
