import type { BcfErrorCode } from '../src/errors.ts'
import { type BcfLimits, bcfLimits } from '../src/limits.ts'
import {
  buildMarkupEntry,
  buildMarkupXml,
  buildVersionEntry,
  OTHER_GUID,
  TOPIC_FOLDER,
  TOPIC_GUID,
} from './small.ts'
import { buildRawZip, type RawEntry, withDirectoryOffset } from './zip.ts'

/** One archive per class of malicious or broken file, with the expected error. */

export interface HostileArchive {
  name: string
  code: BcfErrorCode
  bytes: () => Buffer
  /** reduced limits, where the default ones would require a large archive */
  limits?: BcfLimits
}

/** A valid archive with additional entries. */
const withEntries = (...entries: RawEntry[]) =>
  buildRawZip([buildVersionEntry(), buildMarkupEntry(), ...entries])
const withMarkup = (data: string | Buffer) => buildRawZip([buildVersionEntry(), buildMarkupEntry(data)])
const hostile = (
  name: string,
  code: BcfErrorCode,
  bytes: () => Buffer,
  limits?: Partial<BcfLimits>,
): HostileArchive => ({
  name,
  code,
  bytes,
  limits: limits && { ...bcfLimits, ...limits },
})

const names: HostileArchive[] = [
  hostile('a name that leaves the archive', 'LEADS_OUT', () => withEntries({ name: '../../outside.txt' })),
  hostile('a name that leaves the archive with backslashes', 'LEADS_OUT', () =>
    withEntries({ name: 'a\\..\\..\\b' }),
  ),
  hostile('an absolute path', 'ABSOLUTE_NAME', () => withEntries({ name: '/etc/outside' })),
  hostile('a path with a drive letter', 'ABSOLUTE_NAME', () => withEntries({ name: 'C:\\outside' })),
  hostile('a name with a null character', 'BAD_NAME', () => withEntries({ name: 'a\0.png' })),
  hostile('an overlong name', 'BAD_NAME', () => withEntries({ name: 'a'.repeat(5000) })),
  hostile('an empty name', 'BAD_NAME', () => withEntries({ name: '' })),
]

const entries: HostileArchive[] = [
  hostile('a symbolic link', 'LINK', () =>
    withEntries({ name: 'link', data: '/etc/passwd', mode: 0o120777 }),
  ),
  hostile('a pipe', 'LINK', () => withEntries({ name: 'pipe', mode: 0o010644 })),
  hostile('an encrypted entry', 'ENCRYPTED', () =>
    withEntries({ name: 'secret', data: 'x'.repeat(20), flags: 0x801 }),
  ),
  hostile('an entry with strong encryption', 'ENCRYPTED', () =>
    withEntries({ name: 'secret', data: 'x'.repeat(20), flags: 0x841 }),
  ),
  hostile('an unsupported compression method', 'PACKED_OTHERWISE', () =>
    withEntries({ name: 'new', data: 'x', method: 14 }),
  ),
  hostile('two entries with the same name', 'SAME_NAME', () =>
    withEntries(buildMarkupEntry(buildMarkupXml('<Index>2</Index>'))),
  ),
  hostile('two entries whose normalised names are equal', 'SAME_NAME', () =>
    withEntries({ ...buildMarkupEntry(), name: `./${TOPIC_GUID}\\markup.bcf` }),
  ),
  hostile('overlapping entries', 'OVERLAPPING', () =>
    withEntries({ ...buildMarkupEntry(), name: `${OTHER_GUID}/markup.bcf`, at: 1 }),
  ),
  hostile('a decompression bomb in a document', 'BOMB', () => withMarkup(Buffer.alloc(21_000_000, 32))),
  hostile('a document above the size limit', 'ENTRY_TOO_LARGE', () => withMarkup(buildMarkupXml()), {
    document_bytes: 100,
  }),
  hostile('an entry larger than its declared size', 'DAMAGED', () =>
    buildRawZip([buildVersionEntry(), { ...buildMarkupEntry(), size: 10 }]),
  ),
  hostile('an entry with a wrong checksum', 'DAMAGED', () =>
    buildRawZip([buildVersionEntry(), { ...buildMarkupEntry(), crc: 1 }]),
  ),
  hostile(
    'more entries than the limit',
    'TOO_MANY_ENTRIES',
    () => withEntries({ name: 'a' }, { name: 'b' }),
    {
      entries: 3,
    },
  ),
  hostile('an archive above the size limit', 'ARCHIVE_TOO_LARGE', () => withMarkup(buildMarkupXml()), {
    archive_bytes: 150,
  }),
]

const wholes: HostileArchive[] = [
  hostile('an empty file', 'NOT_AN_ARCHIVE', () => Buffer.alloc(0)),
  hostile('a text file', 'NOT_AN_ARCHIVE', () => Buffer.from('<Markup/>'.repeat(50))),
  hostile('a truncated archive', 'NOT_AN_ARCHIVE', () => withEntries().subarray(0, 300)),
  hostile('a directory offset beyond the file', 'NOT_AN_ARCHIVE', () =>
    withDirectoryOffset(withEntries(), 2n ** 52n),
  ),
  hostile('a missing version file', 'NO_VERSION', () => buildRawZip([buildMarkupEntry()])),
  hostile('an archive without entries', 'NO_VERSION', () => buildRawZip([])),
  hostile('two version files in one folder', 'SEVERAL_VERSIONS', () =>
    buildRawZip([
      { ...buildVersionEntry(), name: 'a/bcf.version' },
      { ...buildVersionEntry(), name: 'b/bcf.version' },
    ]),
  ),
  hostile('an older unsupported version', 'UNKNOWN_VERSION', () =>
    buildRawZip([buildVersionEntry('1.0'), buildMarkupEntry()]),
  ),
  hostile('a newer unsupported version', 'UNKNOWN_VERSION', () =>
    buildRawZip([buildVersionEntry('4.0'), buildMarkupEntry()]),
  ),
  hostile('a version file without a version', 'UNKNOWN_VERSION', () =>
    buildRawZip([{ name: 'bcf.version', data: '<Version/>' }]),
  ),
  hostile('a duplicate topic', 'SAME_TOPIC', () =>
    withEntries({ ...buildMarkupEntry(), name: `${OTHER_GUID}/markup.bcf` }),
  ),
]

const NESTED_ENTITIES =
  '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><Markup>&c;</Markup>'
const EXTERNAL_ENTITY = '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/hostname">]><Markup>&a;</Markup>'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

const documents: HostileArchive[] = [
  hostile('nested entities', 'DOCTYPE', () => withMarkup(NESTED_ENTITIES)),
  hostile('an external entity', 'DOCTYPE', () => withMarkup(EXTERNAL_ENTITY)),
  hostile('a document type in UTF-16 LE', 'DOCTYPE', () => withMarkup(utf16(EXTERNAL_ENTITY))),
  hostile('a document type in UTF-16 BE', 'DOCTYPE', () => withMarkup(utf16(EXTERNAL_ENTITY).swap16())),
  hostile('a document type in UTF-16 without a byte order mark', 'DOCTYPE', () =>
    withMarkup(Buffer.from(NESTED_ENTITIES, 'utf16le')),
  ),
  hostile('a document type in the version file', 'DOCTYPE', () =>
    buildRawZip([{ name: 'bcf.version', data: '<!DOCTYPE v><Version VersionId="2.1"/>' }]),
  ),
  hostile('a misplaced document type', 'DOCTYPE', () => withMarkup('<Markup><!DOCTYPE m></Markup>')),
  hostile('an undefined entity', 'ENTITY', () =>
    withMarkup(buildMarkupXml('<Description>&nbsp;</Description>')),
  ),
  hostile('invalid UTF-8', 'ENCODING', () =>
    withMarkup(Buffer.from(buildMarkupXml('<Description>\u00e9t\u00e9</Description>'), 'latin1')),
  ),
  hostile('two encodings in one document', 'ENCODING', () =>
    withMarkup(
      Buffer.concat([
        Buffer.from(buildMarkupXml('', '<!-- \u00e9 -->')),
        Buffer.from('<!-- \u00e9 -->', 'latin1'),
      ]),
    ),
  ),
  hostile('a truncated UTF-16 character', 'ENCODING', () =>
    withMarkup(Buffer.concat([utf16(buildMarkupXml()), Buffer.from([1])])),
  ),
  hostile('UTF-32', 'ENCODING', () => withMarkup(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))),
  hostile('an unsupported encoding', 'ENCODING', () =>
    withMarkup(`<?xml version="1.0" encoding="utf-7"?>${buildMarkupXml()}`),
  ),
  hostile('a text in place of XML', 'NOT_XML', () => withMarkup('Topic: Control')),
  hostile('an empty document', 'NOT_XML', () => withMarkup('')),
  hostile('a truncated document', 'NOT_XML', () => withMarkup(buildMarkupXml().slice(0, 150))),
  hostile('two root elements', 'NOT_XML', () => withMarkup(`${buildMarkupXml()}${buildMarkupXml()}`)),
  hostile('a character that XML forbids', 'NOT_XML', () =>
    withMarkup(buildMarkupXml('<Description>\u0001</Description>')),
  ),
  hostile('deeply nested elements', 'TOO_DEEP', () => withMarkup('<Markup>'.repeat(100_000))),
  hostile('deeply nested unknown elements', 'TOO_DEEP', () => withMarkup(`<Markup>${'<a>'.repeat(100_000)}`)),
  hostile('an element with too many attributes', 'TOO_MANY_ATTRIBUTES', () =>
    withMarkup(`<Markup ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  ),
  hostile('too many elements', 'TOO_MANY_ELEMENTS', () =>
    withMarkup(`<Markup>${'<a/>'.repeat(1_000_001)}</Markup>`),
  ),
  hostile('an overlong text', 'TEXT_TOO_LONG', () =>
    withMarkup(buildMarkupXml(`<Description>${'a'.repeat(1_000_001)}</Description>`)),
  ),
  hostile('an overlong attribute', 'TEXT_TOO_LONG', () =>
    withMarkup(`<Markup a="${'a'.repeat(1_000_001)}"/>`),
  ),
  hostile('more XML than the limit', 'TOO_MUCH_XML', () => withMarkup(buildMarkupXml()), {
    xml_bytes: 100,
  }),
  hostile('a topic with more XML than the limit', 'TOO_MUCH_XML', () => withMarkup(buildMarkupXml()), {
    topic_bytes: 100,
  }),
  hostile('an HTML page in place of a markup', 'OTHER_CONTENT', () => withMarkup('<html><body/></html>')),
  hostile('a markup without a topic', 'OTHER_CONTENT', () => withMarkup('<Markup><Header/></Markup>')),
  hostile('an HTML page in place of the version', 'OTHER_CONTENT', () =>
    buildRawZip([{ name: 'bcf.version', data: '<html/>' }]),
  ),
]

const comment = '<Comment><Date>2026-01-02T03:04:05Z</Date><Author>a</Author><Comment>a</Comment></Comment>'
const counts: HostileArchive[] = [
  hostile(
    'more topics than the limit',
    'TOO_MANY',
    () => withEntries({ ...buildMarkupEntry(), name: `${OTHER_GUID}/markup.bcf` }),
    {
      topics: 1,
    },
  ),
  hostile('more comments than the limit', 'TOO_MANY', () =>
    withMarkup(buildMarkupXml('', comment.repeat(10_001))),
  ),
  hostile('more viewpoints than the limit', 'TOO_MANY', () =>
    withMarkup(buildMarkupXml('', `<Viewpoints Guid="${OTHER_GUID}"/>`.repeat(1001))),
  ),
  hostile('more labels than the limit', 'TOO_MANY', () =>
    withMarkup(buildMarkupXml('<Labels>a</Labels>'.repeat(10_001))),
  ),
  hostile('more components than the limit', 'TOO_MANY', () => {
    const list = '<Component IfcGuid="1E8YkwPMfB$h99jtn_uAjI"/>'.repeat(100_001)
    return buildRawZip([
      buildVersionEntry(),
      buildMarkupEntry(
        buildMarkupXml('', `<Viewpoints Guid="${OTHER_GUID}"><Viewpoint>v.bcfv</Viewpoint></Viewpoints>`),
      ),
      {
        name: `${TOPIC_FOLDER}v.bcfv`,
        data: `<VisualizationInfo><Components><Selection>${list}</Selection></Components></VisualizationInfo>`,
      },
    ])
  }),
]

export const hostileArchives: HostileArchive[] = [...names, ...entries, ...wholes, ...documents, ...counts]

/** An archive with a bomb that is decompressed only when its picture is read. */
export const buildPictureBomb = (): Buffer =>
  buildRawZip([
    buildVersionEntry(),
    buildMarkupEntry(
      buildMarkupXml('', `<Viewpoints Guid="${OTHER_GUID}"><Snapshot>s.png</Snapshot></Viewpoints>`),
    ),
    { name: `${TOPIC_FOLDER}s.png`, data: Buffer.alloc(30_000_000) },
  ])
