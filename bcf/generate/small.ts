import { type RawEntry, rawZip } from './zip.ts'

/** Minimal archives with one topic, as a base for tests of deviations. */

export const GUID = '739579ab-6e10-4891-a372-59d89f1befe3'
export const FOLDER = `${GUID}/`
export const OTHER = '0a4a1d5c-8a4c-4a39-9a53-5d1f9b0e6c02'

export const versionFile = (version = '2.1'): RawEntry => ({
  name: 'bcf.version',
  data: `<Version VersionId="${version}"><DetailedVersion>${version}</DetailedVersion></Version>`,
})

const said = '<CreationDate>2026-01-02T03:04:05Z</CreationDate><CreationAuthor>a@example.com</CreationAuthor>'

/** A markup with additional elements in and after its topic. */
export const markup = (within = '', after = '', guid = GUID): string =>
  `<Markup><Topic Guid="${guid}" TopicType="Clash" TopicStatus="Open"><Title>Control</Title>${said}${within}</Topic>${after}</Markup>`

export const markupFile = (data: string | Buffer = markup()): RawEntry => ({
  name: `${FOLDER}markup.bcf`,
  data,
})

export const visinfo = (within: string): string =>
  `<VisualizationInfo Guid="${OTHER}">${within}</VisualizationInfo>`

/** An archive with one topic and one viewpoint; `viewpoint` is the content of its file. */
export const withView = (version: string, viewpoint: string, ...beside: RawEntry[]): Buffer =>
  rawZip([
    versionFile(version),
    markupFile(
      markup(
        '',
        `<Viewpoints Guid="${OTHER}"><Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot></Viewpoints>`,
      ),
    ),
    { name: `${FOLDER}v.bcfv`, data: visinfo(viewpoint) },
    ...beside,
  ])
