import { describe, expect, test } from 'vitest'
import {
  buildMarkupEntry,
  buildMarkupXml,
  buildVersionEntry,
  OTHER_GUID,
  TOPIC_FOLDER,
  TOPIC_GUID,
} from '../generate/small.ts'
import { buildRawZip, type RawEntry } from '../generate/zip.ts'
import { readWholeArchive } from '../test/archives.ts'

/** Archives as real tools write them, including common deviations from the specification. */

const read = (...entries: RawEntry[]) => readWholeArchive(buildRawZip(entries))
const readMarkup = async (text: string | Buffer, version = '2.1', ...beside: RawEntry[]) => {
  const { archive, topics } = await read(buildVersionEntry(version), buildMarkupEntry(text), ...beside)
  return { archive, topic: topics[0]!, codes: archive.warnings.map(({ code }) => code) }
}

/** A topic as Tekla BIMsight wrote them: no file of the version, one view of a fixed name. */
const markupOf1 = (inTopic = '') => `<?xml version="1.0" encoding="UTF-8"?>
<Markup><Header><File IfcProject="1DJXcA$ej1dfHG2jKtzGLQ"><Filename>tower.ifc</Filename></File></Header>
<Topic Guid="${TOPIC_GUID}"><ReferenceLink>http://example.invalid/1</ReferenceLink><Title>Duct in beam</Title>${inTopic}</Topic>
<Comment Guid="${OTHER_GUID}"><VerbalStatus>Active</VerbalStatus><Status>Error</Status>
<Date>2011-05-04T10:20:30Z</Date><Author>ana@example.com</Author><Comment>Move it</Comment><Topic Guid="${TOPIC_GUID}"/></Comment></Markup>`
const VIEW_OF_1 = `<?xml version="1.0" encoding="UTF-8"?>
<VisualizationInfo><Components><Component IfcGuid="0fRXcA$ej1dfHG2jKtzGLQ"><OriginatingSystem>Tekla</OriginatingSystem>
<AuthoringToolId>BIMsight</AuthoringToolId></Component></Components>
<PerspectiveCamera><CameraViewPoint><X>1</X><Y>2</Y><Z>3</Z></CameraViewPoint><CameraDirection><X>0</X><Y>1</Y><Z>0</Z></CameraDirection>
<CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector><FieldOfView>60</FieldOfView></PerspectiveCamera></VisualizationInfo>`

describe('an archive', () => {
  test('of BCF 1.0 has no version file, and its view selects the elements that it lists', async () => {
    const { archive, topics } = await read(
      buildMarkupEntry(markupOf1()),
      { name: `${TOPIC_FOLDER}viewpoint.bcfv`, data: VIEW_OF_1 },
      { name: `${TOPIC_FOLDER}snapshot.png`, data: 'picture' },
    )
    expect(archive.version).toBe('1.0')
    expect(archive.warnings.map(({ code }) => code)).toEqual([])
    expect(topics).toMatchObject([
      {
        ...{ guid: TOPIC_GUID, title: 'Duct in beam', topic_status: 'Active', topic_type: 'Error' },
        ...{ creation_date: '2011-05-04T10:20:30.000Z', reference_links: ['http://example.invalid/1'] },
        comments: [{ comment: 'Move it', author: 'ana@example.com' }],
      },
    ])
    const [viewpoint] = topics[0]?.viewpoints ?? []
    expect(viewpoint?.snapshot).toBe(`${TOPIC_FOLDER}snapshot.png`)
    expect(viewpoint?.view).toMatchObject({
      components: {
        selection: [{ ifc_guid: '0fRXcA$ej1dfHG2jKtzGLQ' }],
        visibility: { default_visibility: true },
      },
      perspective_camera: { camera_view_point: { x: 1, y: 2, z: 3 } },
    })
  })

  test('without a version file and with topics that use more than BCF 1.0 is rejected', async () => {
    const later = markupOf1('<CreationDate>2026-01-02T03:04:05Z</CreationDate>')
    await expect(read(buildMarkupEntry(later))).rejects.toMatchObject({ code: 'NO_VERSION' })
  })

  test('may be in a folder, with macOS resource forks next to it', async () => {
    const { topics } = await read(
      { ...buildVersionEntry(), name: 'export/bcf.version' },
      { ...buildMarkupEntry(), name: `export/${TOPIC_FOLDER}markup.bcf` },
      { name: 'export/extensions.xsd', data: '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>' },
      { name: `__MACOSX/export/${TOPIC_FOLDER}._markup.bcf`, data: 'shadow' },
      { name: '__MACOSX/export/._bcf.version', data: 'shadow' },
    )
    expect(topics.map(({ guid }) => guid)).toEqual([TOPIC_GUID])
  })

  test('may have names with backslashes, a leading dot and other case', async () => {
    const after = `<Viewpoints Guid="${OTHER_GUID}"><Snapshot>Snapshot.PNG</Snapshot></Viewpoints>`
    const { topics, archive } = await read(
      { ...buildVersionEntry(), name: './BCF.VERSION' },
      { name: `.\\${TOPIC_GUID}\\Markup.bcf`, data: buildMarkupXml('', after) },
      { name: `${TOPIC_GUID}\\snapshot.png`, data: 'picture' },
    )
    expect(topics[0]?.viewpoints[0]?.snapshot).toBe(`${TOPIC_FOLDER}snapshot.png`)
    expect(archive.warnings).toEqual([])
  })

  test('may have UTF-8 names without the UTF-8 flag', async () => {
    const after = `<Viewpoints Guid="${OTHER_GUID}"><Snapshot>Übersicht.png</Snapshot></Viewpoints>`
    const { topic } = await readMarkup(buildMarkupXml('', after), '2.1', {
      name: `${TOPIC_FOLDER}Übersicht.png`,
      data: 'picture',
      flags: 0,
    })
    expect(topic.viewpoints[0]?.snapshot).toBe(`${TOPIC_FOLDER}Übersicht.png`)
  })

  test.each([
    ['2.0', 'VersionId="2.0"', '2.0 RC'],
    ['2.1', 'VersionId="2.1"', '2.1 KUBUS BV'],
    ['2.0', 'VersionId="2.0"', '2.1'],
    ['2.1', '', '2.1'],
    ['3.0', 'VersionId="3.0.0"', ''],
    ['3.0', 'VersionId="3"', ''],
    ['2.1', 'VersionId="final"', '2.1'],
  ])('has version %s for the attributes %s and detailed version %s', async (version, said, detailed) => {
    const data = `<Version ${said}><DetailedVersion>${detailed}</DetailedVersion></Version>`
    const { archive } = await read({ name: 'bcf.version', data }, buildMarkupEntry())
    expect(archive.version).toBe(version)
  })

  test('without topics is empty and has no warnings', async () => {
    const { archive, topics } = await read(buildVersionEntry('3.0'), {
      name: 'extensions.xml',
      data: '<Extensions/>',
    })
    expect([archive.topicCount, topics, archive.warnings]).toEqual([0, [], []])
  })
})

describe('XML parsing', () => {
  const text = buildMarkupXml('<Description>Tür 3 €</Description>')
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${text}`
  const latin = (encoding: string) => Buffer.from(declared(encoding).replace('€', '\u0080'), 'latin1')
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${declared('utf-8')}`)],
    ['UTF-8 that says UTF-16, as made from a text in memory', Buffer.from(declared('utf-16'))],
    ['UTF-16', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(declared('UTF-16'), 'utf16le')],
    ['windows-1252', latin('windows-1252')],
    ['ISO-8859-1 with the signs of windows-1252', latin('ISO-8859-1')],
  ])('reads %s', async (_, bytes) => {
    expect((await readMarkup(bytes)).topic.description).toBe('Tür 3 €')
  })

  test('ignores foreign namespaces, extensions and comments', async () => {
    const more = `<x:Stage xmlns:x="urn:x">Theirs</x:Stage><Extra><Title>Theirs</Title></Extra><!-- no -->`
    const plain = buildMarkupXml(more).replace(
      '<Markup>',
      '<Markup xmlns="urn:bcf" xmlns:xsi="urn:xsi" xsi:nil="0">',
    )
    expect((await readMarkup(plain)).topic).toMatchObject({ title: 'Control', stage: undefined })
    const prefixed = plain.replaceAll(/<(\/?)(Markup|Topic|Title|Creation\w+)/g, '<$1b:$2')
    expect((await readMarkup(prefixed)).topic).toMatchObject({ title: 'Control', stage: undefined })
  })

  test('accepts any element order, character references and CDATA', async () => {
    const title = `<Title><![CDATA[<A & B>]]> &#x1F6A7; &lt;&amp;&gt;</Title>`
    const turned = `<Markup><Topic Guid="${TOPIC_GUID}"><CreationAuthor>a</CreationAuthor>${title}<CreationDate>2026-01-02T03:04:05Z</CreationDate></Topic></Markup>`
    expect((await readMarkup(turned)).topic).toMatchObject({ title: '<A & B> 🚧 <&>', creation_author: 'a' })
  })
})

describe('a topic', () => {
  test.each([
    [`{${TOPIC_GUID.toUpperCase()}}`, TOPIC_GUID, 0],
    [TOPIC_GUID.replaceAll('-', ''), TOPIC_GUID, 0],
    [`urn:uuid:${TOPIC_GUID}`, TOPIC_GUID, 0],
  ])('has the normalised GUID of %s', async (said, guid, warnings) => {
    const { topic, codes } = await readMarkup(buildMarkupXml('', '', said))
    expect([topic.guid, codes.length]).toEqual([guid, warnings])
  })

  test('with a number instead of a GUID is found by related topics, and differs between projects', async () => {
    const related = buildMarkupXml('<RelatedTopic Guid="17"/>', '', '16')
    const project = (id: string) => ({
      name: 'project.bcfp',
      data: `<ProjectExtension><Project ProjectId="${id}"/><ExtensionSchema/></ProjectExtension>`,
    })
    const both = async (id: string) =>
      await read(
        buildVersionEntry(),
        project(id),
        { name: '16/markup.bcf', data: related },
        { name: '17/markup.bcf', data: buildMarkupXml('', '', '17') },
      )
    const { archive, topics } = await both('a')
    expect(topics[0]!.related_topics).toEqual([topics[1]!.guid])
    expect(archive.warnings.map(({ code }) => code)).toEqual(['BAD_GUID', 'BAD_GUID'])
    expect((await both('a')).topics[0]!.guid).toBe(topics[0]!.guid)
    expect((await both('b')).topics[0]!.guid).not.toBe(topics[0]!.guid)
  })

  test('without a GUID gets one derived from its folder', async () => {
    const { topic, codes } = await readMarkup(buildMarkupXml().replace(`Guid="${TOPIC_GUID}"`, ''))
    expect([topic.guid, codes]).toEqual([TOPIC_GUID, []])
  })

  test.each([
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.1234567+02:00', '2026-01-02T01:04:05.123Z'],
    ['2026-01-02T03:04:05-0530', '2026-01-02T08:34:05.000Z'],
    ['2026-01-02 03:04', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-01T24:00:00Z', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T00:00:00+01:00', '2026-01-02T00:00:00.000+01:00'],
    ['2026-01-02T00:00:00.0000000-0500', '2026-01-02T00:00:00.000-05:00'],
    ['2026-01-02T00:00:00+00:00', '2026-01-02T00:00:00.000Z'],
  ])('parses the due date %s as an instant', async (said, instant) => {
    const { topic, codes } = await readMarkup(buildMarkupXml(`<DueDate>${said}</DueDate>`))
    expect([topic.due_date, codes]).toEqual([instant, []])
  })

  test.each([
    '02.01.2026',
    '2026-02-30T00:00:00Z',
    'soon',
    '2026-01-02T25:00:00Z',
    // the year 10000 in UTC
    '9999-12-31T23:59:59.9999999-05:00',
  ])('with the due date %s has none, with a warning', async (said) => {
    const { topic, archive } = await readMarkup(buildMarkupXml(`<DueDate>${said}</DueDate>`))
    expect(topic.due_date).toBe(undefined)
    expect(archive.warnings).toEqual([{ topic: TOPIC_GUID, code: 'BAD_DATE', detail: said }])
  })

  test('with the .NET default date has no due date', async () => {
    const { topic, codes } = await readMarkup(buildMarkupXml('<DueDate>0001-01-01T00:00:00</DueDate>'))
    expect([topic.due_date, codes]).toEqual([undefined, []])
  })

  test('with missing required values gets defaults', async () => {
    const bare = `<Markup><Topic><Description>Door is missing\nin room 3</Description></Topic><Comment Guid="${OTHER_GUID}"><Date>2026-03-01T00:00:00Z</Date><Comment>Where?</Comment></Comment></Markup>`
    const { topic, codes } = await readMarkup(bare)
    expect(topic).toMatchObject({
      guid: TOPIC_GUID,
      title: 'Door is missing',
      creation_date: '2026-03-01T00:00:00.000Z',
      creation_author: 'Unknown',
      comments: [{ guid: OTHER_GUID, author: 'Unknown', comment: 'Where?' }],
    })
    expect(codes.filter((code) => code === 'MISSING_VALUE').length).toBe(4)
  })

  test('of 2.0 without a status takes it from its latest comment', async () => {
    const comment = (day: number, status: string) =>
      `<Comment Guid="${TOPIC_GUID.slice(0, -1)}${day}"><VerbalStatus>${status}</VerbalStatus><Status>Error</Status><Date>2026-01-0${day}T00:00:00Z</Date><Author>a</Author><Comment>b</Comment></Comment>`
    const text = buildMarkupXml('', comment(1, 'New') + comment(3, 'Solved') + comment(2, 'Open'))
    const silent = text.replace(/ TopicType="[^"]*" TopicStatus="[^"]*"/, '')
    expect((await readMarkup(silent, '2.0')).topic).toMatchObject({
      topic_type: 'Error',
      topic_status: 'Solved',
    })
    expect((await readMarkup(text, '2.0')).topic).toMatchObject({ topic_type: 'Clash', topic_status: 'Open' })
  })

  test('gives comments and viewpoints with duplicate GUIDs new ones', async () => {
    const comment = (words: string) =>
      `<Comment Guid="${OTHER_GUID}"><Date>2026-01-02T03:04:05Z</Date><Author>a</Author><Comment>${words}</Comment></Comment>`
    const { topic, codes } = await readMarkup(buildMarkupXml('', comment('One') + comment('Two')))
    const [one, two] = topic.comments
    expect([one?.comment, two?.comment, one?.guid]).toEqual(['One', 'Two', OTHER_GUID])
    expect(two?.guid).not.toBe(OTHER_GUID)
    expect(codes).toEqual(['SAME_GUID'])
  })
})

describe('references of a topic', () => {
  const beside: RawEntry[] = [
    { name: 'Plans.pdf', data: 'plans' },
    { name: `${TOPIC_FOLDER}wall.ifc`, data: 'wall' },
  ]

  test('are archive entries or external links', async () => {
    const within = `<BimSnippet SnippetType="ifc"><Reference>wall.ifc</Reference><ReferenceSchema>ifc</ReferenceSchema></BimSnippet>
      <DocumentReference><ReferencedDocument>..\\Plans.pdf</ReferencedDocument><Description>Plans</Description></DocumentReference>
      <DocumentReference isExternal="true"><ReferencedDocument>https://example.com/a</ReferencedDocument></DocumentReference>
      <DocumentReference><ReferencedDocument>https://example.com/b</ReferencedDocument></DocumentReference>
      <DocumentReference><ReferencedDocument>../../etc/passwd</ReferencedDocument></DocumentReference>`
    const header =
      '<Header><File isExternal="false"><Filename>A.ifc</Filename><Reference>../A.ifc</Reference></File></Header>'
    const text = buildMarkupXml(within).replace('<Markup>', `<Markup>${header}`)
    const { topic, archive } = await readMarkup(text, '2.1', ...beside)
    expect(topic.bim_snippet).toMatchObject({ is_external: false, reference: `${TOPIC_FOLDER}wall.ifc` })
    const [document] = archive.project.documents
    expect(archive.project.documents).toMatchObject([{ filename: 'Plans.pdf', entry: 'Plans.pdf' }])
    expect(topic.document_references.map(({ guid, ...said }) => said)).toEqual([
      { document_guid: document!.guid, description: 'Plans' },
      { url: 'https://example.com/a' },
      { url: 'https://example.com/b' },
      { description: '../../etc/passwd' },
    ])
    expect(topic.files).toEqual([{ filename: 'A.ifc', is_external: true }])
    expect(archive.warnings.map(({ code, detail }) => [code, detail])).toEqual([
      ['MISSING_FILE', '../A.ifc'],
      ['MISSING_FILE', '../../etc/passwd'],
    ])
  })

  test('to missing files cause warnings only', async () => {
    const after = `<Comment Guid="${OTHER_GUID}"><Date>2026-01-02T03:04:05Z</Date><Author>a</Author><Comment>b</Comment><Viewpoint Guid="${OTHER_GUID}"/></Comment>
      <Viewpoints Guid="${OTHER_GUID}"><Viewpoint>v.bcfv</Viewpoint><Snapshot>s.png</Snapshot></Viewpoints>`
    const { topic, codes } = await readMarkup(buildMarkupXml('', after))
    expect(topic.viewpoints).toEqual([])
    expect(topic.comments).toMatchObject([{ comment: 'b' }])
    expect(topic.comments[0]?.viewpoint_guid).toBe(undefined)
    expect(codes).toEqual(['MISSING_FILE', 'MISSING_FILE', 'EMPTY', 'MISSING_VIEWPOINT'])
  })

  test('of 3.0 refer to project documents by GUID', async () => {
    const reference = (guid: string) =>
      `<DocumentReference Guid="${OTHER_GUID}"><DocumentGuid>${guid}</DocumentGuid><Description>Plans</Description></DocumentReference>`
    const text = buildMarkupXml(
      `<DocumentReferences>${reference(TOPIC_GUID)}${reference(OTHER_GUID)}</DocumentReferences>`,
    )
    const { topic, archive } = await readMarkup(
      text,
      '3.0',
      { name: 'extensions.xml', data: '<Extensions/>' },
      {
        name: 'documents.xml',
        data: `<DocumentInfo><Documents><Document Guid="${TOPIC_GUID}"><Filename>Plans.pdf</Filename><Description>All</Description></Document></Documents></DocumentInfo>`,
      },
      { name: `documents/${TOPIC_GUID}`, data: 'plans' },
    )
    expect(archive.project.documents).toEqual([
      { guid: TOPIC_GUID, filename: 'Plans.pdf', description: 'All', entry: `documents/${TOPIC_GUID}` },
    ])
    expect(topic.document_references).toEqual([
      { guid: OTHER_GUID, document_guid: TOPIC_GUID, description: 'Plans' },
      { guid: OTHER_GUID, description: 'Plans' },
    ])
    expect(archive.warnings).toMatchObject([{ code: 'MISSING_FILE', detail: OTHER_GUID }])
  })
})

describe('the extensions of a project', () => {
  const words = (prefix: string) =>
    `<${prefix}schema xmlns${prefix ? ':xs' : ''}="http://www.w3.org/2001/XMLSchema"><${prefix}redefine schemaLocation="markup.xsd">
      <${prefix}simpleType name="TopicStatus"><${prefix}restriction base="TopicStatus"><${prefix}enumeration value="Open"/><${prefix}enumeration value="Done &amp; seen"/></${prefix}restriction></${prefix}simpleType>
      <${prefix}simpleType name="UserIdType"><${prefix}restriction base="UserIdType"><${prefix}enumeration value="a@example.com"/></${prefix}restriction></${prefix}simpleType>
    </${prefix}redefine></${prefix}schema>`
  const project = (schema: string) => ({
    name: 'project.bcfp',
    data: `<ProjectExtension><Project ProjectId="p1"><Name>Tower</Name></Project><ExtensionSchema>${schema}</ExtensionSchema></ProjectExtension>`,
  })

  test.each([
    ['extensions.xsd', 'xs:', 'extensions.xsd'],
    ['lists/words.xsd', '', 'lists/words.xsd'],
    ['http://example.com/extensions.xsd', 'xs:', 'extensions.xsd'],
  ])('are read from the schema named %s', async (named, prefix, name) => {
    const { archive } = await read(buildVersionEntry(), project(named), { name, data: words(prefix) })
    expect(archive.project).toMatchObject({ project_id: 'p1', name: 'Tower' })
    expect(archive.project.extensions.topic_status).toEqual(['Open', 'Done & seen'])
    expect(archive.project.extensions.users).toEqual(['a@example.com'])
    expect(archive.project.extensions.priority).toEqual([])
  })

  test('are empty with a warning when their file is missing', async () => {
    const { archive } = await read(buildVersionEntry(), project('words.xsd'))
    expect(archive.project.extensions.topic_status).toEqual([])
    expect(archive.warnings).toEqual([{ code: 'MISSING_FILE', detail: 'words.xsd' }])
  })
})
