import type { BcfErrorCode } from '../src/errors.ts'
import { type BcfLimits, bcfLimits } from '../src/limits.ts'
import { FOLDER, GUID, markup, markupFile, OTHER, versionFile } from './small.ts'
import { type RawEntry, rawZip, withDirectoryAt } from './zip.ts'

/** One archive per class of malicious or broken file, with the expected error. */

export interface Hostile {
  name: string
  code: BcfErrorCode
  bytes: () => Buffer
  /** reduced limits, where the default ones would require a large archive */
  limits?: BcfLimits
}

/** A valid archive with additional entries. */
const beside = (...entries: RawEntry[]) => rawZip([versionFile(), markupFile(), ...entries])
const withMarkup = (data: string | Buffer) => rawZip([versionFile(), markupFile(data)])
const one = (
  name: string,
  code: BcfErrorCode,
  bytes: () => Buffer,
  limits?: Partial<BcfLimits>,
): Hostile => ({
  name,
  code,
  bytes,
  limits: limits && { ...bcfLimits, ...limits },
})

const names: Hostile[] = [
  one('a name that leads out', 'LEADS_OUT', () => beside({ name: '../../outside.txt' })),
  one('a name that leads out, as Windows writes it', 'LEADS_OUT', () => beside({ name: 'a\\..\\..\\b' })),
  one('an absolute name', 'ABSOLUTE_NAME', () => beside({ name: '/etc/outside' })),
  one('a name with a drive', 'ABSOLUTE_NAME', () => beside({ name: 'C:\\outside' })),
  one('a name with a zero', 'BAD_NAME', () => beside({ name: 'a\0.png' })),
  one('a name without end', 'BAD_NAME', () => beside({ name: 'a'.repeat(5000) })),
  one('an empty name', 'BAD_NAME', () => beside({ name: '' })),
]

const entries: Hostile[] = [
  one('a symbolic link', 'LINK', () => beside({ name: 'link', data: '/etc/passwd', mode: 0o120777 })),
  one('a pipe', 'LINK', () => beside({ name: 'pipe', mode: 0o010644 })),
  one('an encrypted entry', 'ENCRYPTED', () =>
    beside({ name: 'secret', data: 'x'.repeat(20), flags: 0x801 }),
  ),
  one('an archive that is encrypted as a whole', 'ENCRYPTED', () =>
    beside({ name: 'secret', data: 'x'.repeat(20), flags: 0x841 }),
  ),
  one('a way of packing nobody reads', 'PACKED_OTHERWISE', () =>
    beside({ name: 'new', data: 'x', method: 14 }),
  ),
  one('two entries of one name', 'SAME_NAME', () => beside(markupFile(markup('<Index>2</Index>')))),
  one('two entries of one name, written otherwise', 'SAME_NAME', () =>
    beside({ ...markupFile(), name: `./${GUID}\\markup.bcf` }),
  ),
  one('entries that share their bytes', 'OVERLAPPING', () =>
    beside({ ...markupFile(), name: `${OTHER}/markup.bcf`, at: 1 }),
  ),
  one('a document that grows without end', 'BOMB', () => withMarkup(Buffer.alloc(21_000_000, 32))),
  one('a document larger than anybody has', 'ENTRY_TOO_LARGE', () => withMarkup(markup()), {
    document_bytes: 100,
  }),
  one('an entry that is larger than it says', 'DAMAGED', () =>
    rawZip([versionFile(), { ...markupFile(), size: 10 }]),
  ),
  one('an entry with another checksum', 'DAMAGED', () =>
    rawZip([versionFile(), { ...markupFile(), crc: 1 }]),
  ),
  one('more entries than anybody has', 'TOO_MANY_ENTRIES', () => beside({ name: 'a' }, { name: 'b' }), {
    entries: 3,
  }),
  one('more bytes than anybody has', 'ARCHIVE_TOO_LARGE', () => withMarkup(markup()), { archive_bytes: 150 }),
]

const wholes: Hostile[] = [
  one('nothing', 'NOT_AN_ARCHIVE', () => Buffer.alloc(0)),
  one('a text', 'NOT_AN_ARCHIVE', () => Buffer.from('<Markup/>'.repeat(50))),
  one('a cut archive', 'NOT_AN_ARCHIVE', () => beside().subarray(0, 300)),
  one('a directory far outside', 'NOT_AN_ARCHIVE', () => withDirectoryAt(beside(), 2n ** 52n)),
  one('no version', 'NO_VERSION', () => rawZip([markupFile()])),
  one('no entries', 'NO_VERSION', () => rawZip([])),
  one('two versions', 'SEVERAL_VERSIONS', () =>
    rawZip([
      { ...versionFile(), name: 'a/bcf.version' },
      { ...versionFile(), name: 'b/bcf.version' },
    ]),
  ),
  one('a version of the past', 'UNKNOWN_VERSION', () => rawZip([versionFile('1.0'), markupFile()])),
  one('a version of the future', 'UNKNOWN_VERSION', () => rawZip([versionFile('4.0'), markupFile()])),
  one('no version in its file', 'UNKNOWN_VERSION', () =>
    rawZip([{ name: 'bcf.version', data: '<Version/>' }]),
  ),
  one('one topic twice', 'SAME_TOPIC', () => beside({ ...markupFile(), name: `${OTHER}/markup.bcf` })),
]

const laughs =
  '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><Markup>&c;</Markup>'
const outside = '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/hostname">]><Markup>&a;</Markup>'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

const documents: Hostile[] = [
  one('entities in entities', 'DOCTYPE', () => withMarkup(laughs)),
  one('an entity from outside', 'DOCTYPE', () => withMarkup(outside)),
  one('a document type in UTF-16', 'DOCTYPE', () => withMarkup(utf16(outside))),
  one('a document type in UTF-16, the other way round', 'DOCTYPE', () => withMarkup(utf16(outside).swap16())),
  one('a document type without a mark of its UTF-16', 'DOCTYPE', () =>
    withMarkup(Buffer.from(laughs, 'utf16le')),
  ),
  one('a document type in the version', 'DOCTYPE', () =>
    rawZip([{ name: 'bcf.version', data: '<!DOCTYPE v><Version VersionId="2.1"/>' }]),
  ),
  one('a document type within', 'DOCTYPE', () => withMarkup('<Markup><!DOCTYPE m></Markup>')),
  one('an entity that nobody knows', 'ENTITY', () => withMarkup(markup('<Description>&nbsp;</Description>'))),
  one('bytes that are no UTF-8', 'ENCODING', () =>
    withMarkup(Buffer.from(markup('<Description>\u00e9t\u00e9</Description>'), 'latin1')),
  ),
  one('two encodings in one document', 'ENCODING', () =>
    withMarkup(
      Buffer.concat([Buffer.from(markup('', '<!-- \u00e9 -->')), Buffer.from('<!-- \u00e9 -->', 'latin1')]),
    ),
  ),
  one('half a character in UTF-16', 'ENCODING', () =>
    withMarkup(Buffer.concat([utf16(markup()), Buffer.from([1])])),
  ),
  one('UTF-32', 'ENCODING', () => withMarkup(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))),
  one('an encoding that nobody reads', 'ENCODING', () =>
    withMarkup(`<?xml version="1.0" encoding="utf-7"?>${markup()}`),
  ),
  one('no XML', 'NOT_XML', () => withMarkup('Topic: Control')),
  one('an empty document', 'NOT_XML', () => withMarkup('')),
  one('a document that breaks off', 'NOT_XML', () => withMarkup(markup().slice(0, 150))),
  one('two roots', 'NOT_XML', () => withMarkup(`${markup()}${markup()}`)),
  one('a character that XML does not have', 'NOT_XML', () =>
    withMarkup(markup('<Description>\u0001</Description>')),
  ),
  one('elements in elements', 'TOO_DEEP', () => withMarkup('<Markup>'.repeat(100_000))),
  one('unknown elements in unknown ones', 'TOO_DEEP', () => withMarkup(`<Markup>${'<a>'.repeat(100_000)}`)),
  one('an element with attributes without end', 'TOO_MANY_ATTRIBUTES', () =>
    withMarkup(`<Markup ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  ),
  one('elements without end', 'TOO_MANY_ELEMENTS', () =>
    withMarkup(`<Markup>${'<a/>'.repeat(1_000_001)}</Markup>`),
  ),
  one('a text without end', 'TEXT_TOO_LONG', () =>
    withMarkup(markup(`<Description>${'a'.repeat(1_000_001)}</Description>`)),
  ),
  one('an attribute without end', 'TEXT_TOO_LONG', () =>
    withMarkup(`<Markup a="${'a'.repeat(1_000_001)}"/>`),
  ),
  one('more XML than anybody has', 'TOO_MUCH_XML', () => withMarkup(markup()), { xml_bytes: 100 }),
  one('a topic with more XML than anybody has', 'TOO_MUCH_XML', () => withMarkup(markup()), {
    topic_bytes: 100,
  }),
  one('a web page', 'OTHER_CONTENT', () => withMarkup('<html><body/></html>')),
  one('a markup without its topic', 'OTHER_CONTENT', () => withMarkup('<Markup><Header/></Markup>')),
  one('a version that is something else', 'OTHER_CONTENT', () =>
    rawZip([{ name: 'bcf.version', data: '<html/>' }]),
  ),
]

const comment = '<Comment><Date>2026-01-02T03:04:05Z</Date><Author>a</Author><Comment>a</Comment></Comment>'
const counts: Hostile[] = [
  one(
    'more topics than anybody has',
    'TOO_MANY',
    () => beside({ ...markupFile(), name: `${OTHER}/markup.bcf` }),
    {
      topics: 1,
    },
  ),
  one('more comments than anybody has', 'TOO_MANY', () => withMarkup(markup('', comment.repeat(10_001)))),
  one('more viewpoints than anybody has', 'TOO_MANY', () =>
    withMarkup(markup('', `<Viewpoints Guid="${OTHER}"/>`.repeat(1001))),
  ),
  one('more labels than anybody has', 'TOO_MANY', () =>
    withMarkup(markup('<Labels>a</Labels>'.repeat(10_001))),
  ),
  one('more components than anybody has', 'TOO_MANY', () => {
    const list = '<Component IfcGuid="1E8YkwPMfB$h99jtn_uAjI"/>'.repeat(100_001)
    return rawZip([
      versionFile(),
      markupFile(markup('', `<Viewpoints Guid="${OTHER}"><Viewpoint>v.bcfv</Viewpoint></Viewpoints>`)),
      {
        name: `${FOLDER}v.bcfv`,
        data: `<VisualizationInfo><Components><Selection>${list}</Selection></Components></VisualizationInfo>`,
      },
    ])
  }),
]

export const hostiles: Hostile[] = [...names, ...entries, ...wholes, ...documents, ...counts]

/** An archive with a bomb that is decompressed only when its picture is read. */
export const pictureBomb = (): Buffer =>
  rawZip([
    versionFile(),
    markupFile(markup('', `<Viewpoints Guid="${OTHER}"><Snapshot>s.png</Snapshot></Viewpoints>`)),
    { name: `${FOLDER}s.png`, data: Buffer.alloc(30_000_000) },
  ])
