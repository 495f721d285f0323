import type { BcfError, BcfErrorCode, BcfWarningCode } from '@plumbline/bcf/errors'

/** Explains why an archive was refused. Translations are looked up by `code` in `contract/src/bim/file-notes.*.ts`. */
export interface ImportNote {
  code: string
  message: string
  hint: string
}

const exportAgain = 'Export the issues again from the program that made this file'
const exportFewer = 'Export fewer issues at once from the program that made this file'
const askSender = 'No program writes this by mistake: ask whoever gave you this file'

const notes: Record<BcfErrorCode, [message: string, hint: string]> = {
  NOT_AN_ARCHIVE: ['This is not a BCF file, or it was cut off', 'Choose a .bcf or .bcfzip file'],
  DAMAGED: ['The file is damaged at "{entry}"', exportAgain],
  TOO_MANY_ENTRIES: ['The archive holds more than {most} files', exportFewer],
  LEADS_OUT: ['"{entry}" leads out of the archive', askSender],
  ABSOLUTE_NAME: ['"{entry}" names a place on a disk', askSender],
  BAD_NAME: ['"{entry}" is not a name that a file may have', askSender],
  LINK: ['"{entry}" is a link, not a file', askSender],
  ENCRYPTED: ['The archive is encrypted', 'Export it without a password'],
  PACKED_OTHERWISE: ['"{entry}" is packed in a way that BCF does not know', exportAgain],
  SAME_NAME: ['"{entry}" is in the archive twice', exportAgain],
  OVERLAPPING: ['"{entry}" shares its bytes with another file of the archive', askSender],
  BOMB: ['"{entry}" grows without end when it is unpacked', askSender],
  ENTRY_TOO_LARGE: ['"{entry}" is larger than {most} bytes', exportFewer],
  ARCHIVE_TOO_LARGE: ['Unpacked, the archive is larger than {most} bytes', exportFewer],
  NO_VERSION: ['The archive has no file "bcf.version"', 'Choose a BCF file of version 1.0 to 3.0'],
  SEVERAL_VERSIONS: ['The archive has several files "bcf.version"', 'Import each BCF file by itself'],
  UNKNOWN_VERSION: ['This is version {version} of BCF', 'Export it as BCF 1.0 to 3.0'],
  ENCODING: ['"{entry}" is not written in the encoding that it names ({encoding})', exportAgain],
  DOCTYPE: ['"{entry}" has a document type, which could read files of this server', askSender],
  ENTITY: ['"{entry}" uses an entity that XML does not know', exportAgain],
  NOT_XML: ['"{entry}" is not XML (line {line})', exportAgain],
  TOO_DEEP: ['"{entry}" has more than {most} elements inside each other', askSender],
  TOO_MANY_ATTRIBUTES: ['An element of "{entry}" has more than {most} attributes', askSender],
  TOO_MANY_ELEMENTS: ['"{entry}" has more than {most} elements', exportFewer],
  TEXT_TOO_LONG: ['A text in "{entry}" is longer than {most} characters', exportFewer],
  TOO_MUCH_XML: ['The archive holds more than {most} bytes of XML', exportFewer],
  OTHER_CONTENT: ['"{entry}" holds something else than its name says ({found})', exportAgain],
  TOO_MANY: ['The archive has more than {most} of {what}', exportFewer],
  SAME_TOPIC: ['The topic {topic} is in the archive twice', exportAgain],
}

export function buildErrorNote({ code, values }: BcfError): ImportNote {
  const [message, hint] = notes[code]
  const fill = (_: string, name: string) => String(values[name] ?? '').slice(0, 200)
  return { code: `BCF_${code}`, message: message.replace(/\{(\w+)\}/g, fill), hint }
}

export const workerLostNote: ImportNote = {
  code: 'BCF_LOST',
  message: 'The import was cut off twice',
  hint: 'Try again; if it happens again, the file may be too large for this server',
}
export const internalNote: ImportNote = {
  code: 'BCF_INTERNAL',
  message: 'The server could not read this file',
  hint: 'Try again, or ask the operator',
}
export const diskFullNote: ImportNote = {
  code: 'DISK_FULL',
  message: 'The disk of this server is full',
  hint: 'Ask its operator to make room, then import the file again',
}
export const rightsLostNote: ImportNote = {
  code: 'BCF_RIGHTS',
  message: 'Who started this import may no longer change this project',
  hint: 'Ask an editor of the project to import the file',
}

/** Parts of a file that cannot be imported. */
export type OmissionCode = 'NO_PICTURE' | 'TOO_MANY_DOCUMENTS'

/** Messages about changed or omitted parts; the import continues. */
const warningMessages: Record<BcfWarningCode | OmissionCode, string> = {
  MISSING_FILE: 'Files that are named are not in the archive',
  BAD_DATE: 'Dates that are none',
  BAD_GUID: 'GUIDs that are none were replaced',
  SAME_GUID: 'Several parts of a topic have the same GUID: the later ones got another',
  MISSING_VALUE: 'Titles, authors or dates are missing',
  BAD_GEOMETRY: 'Cameras, planes or lines with numbers that are none were left out',
  BAD_COMPONENT: 'Components without a usable id were left out',
  EMPTY: 'Viewpoints that say nothing were left out',
  MISSING_VIEWPOINT: 'Comments show viewpoints that are not in their topic',
  LEFT_OUT: 'What has no place in BCF 3.0 was left out',
  NO_PICTURE: 'Pictures that are neither PNG nor JPEG, or too large, were left out',
  TOO_MANY_DOCUMENTS: 'Documents beyond the 20 that an issue can have were left out',
}

/** One warning per code, with its count. */
export const buildWarnings = (counts: Iterable<[BcfWarningCode | OmissionCode, number]>) =>
  [...counts].map(([code, count]) => ({ code: `BCF_${code}`, message: warningMessages[code], count }))
