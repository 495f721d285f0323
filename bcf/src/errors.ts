/**
 * Why an archive is not read, in one list: each class of broken or malicious file has its own code, and `values` hold
 * what a sentence about it needs. Nothing of such an archive is to be kept.
 */
export const bcfErrors = {
  /** not a zip archive, or cut off */
  NOT_AN_ARCHIVE: [],
  /** an entry whose bytes are not what the archive says */
  DAMAGED: ['entry'],
  TOO_MANY_ENTRIES: ['most'],
  /** a name that leads out of the archive (`../`) */
  LEADS_OUT: ['entry'],
  /** a name that begins at the root of a disk */
  ABSOLUTE_NAME: ['entry'],
  /** a name with control characters, or one that is too long */
  BAD_NAME: ['entry'],
  /** a symbolic link, a device or a pipe */
  LINK: ['entry'],
  ENCRYPTED: ['entry'],
  /** a way of packing other than stored and deflated */
  PACKED_OTHERWISE: ['entry'],
  /** two entries of one name */
  SAME_NAME: ['entry'],
  /** entries that share their bytes */
  OVERLAPPING: ['entry'],
  /** grows far beyond its size when unpacked */
  BOMB: ['entry'],
  ENTRY_TOO_LARGE: ['entry', 'most'],
  ARCHIVE_TOO_LARGE: ['most'],

  NO_VERSION: [],
  /** several `bcf.version` side by side */
  SEVERAL_VERSIONS: [],
  UNKNOWN_VERSION: ['version'],

  /** bytes that are not in the encoding they are said to be in, or one that nobody reads */
  ENCODING: ['entry', 'encoding'],
  DOCTYPE: ['entry'],
  ENTITY: ['entry'],
  NOT_XML: ['entry', 'line'],
  TOO_DEEP: ['entry', 'most'],
  TOO_MANY_ATTRIBUTES: ['entry', 'most'],
  TOO_MANY_ELEMENTS: ['entry', 'most'],
  TEXT_TOO_LONG: ['entry', 'most'],
  /** all XML of a topic or of the archive */
  TOO_MUCH_XML: ['most'],
  /** XML that is something else than its name says */
  OTHER_CONTENT: ['entry', 'found'],

  /** more topics, comments, components … than anybody has */
  TOO_MANY: ['what', 'most'],
  SAME_TOPIC: ['topic'],
} as const satisfies Record<string, readonly string[]>
export type BcfErrorCode = keyof typeof bcfErrors

type Values<C extends BcfErrorCode> = Record<(typeof bcfErrors)[C][number], string | number>

/** Of an entry's name, in a sentence. */
const LONGEST_VALUE = 200

export class BcfError extends Error {
  readonly code: BcfErrorCode
  readonly values: Record<string, string | number>
  private constructor(code: BcfErrorCode, values: Record<string, string | number>) {
    super(`${code} ${JSON.stringify(values)}`)
    this.name = 'BcfError'
    this.code = code
    this.values = values
  }

  static of<C extends BcfErrorCode>(code: C, values: Values<C>): BcfError {
    const short = Object.entries<string | number>(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value,
    ])
    return new BcfError(code, Object.fromEntries(short))
  }
}

/** What of an otherwise good archive is not as the file says it. */
export const bcfWarnings = [
  /** a file that is named and not there: snapshot, viewpoint, bitmap, document, model, snippet, extensions */
  'MISSING_FILE',
  /** a date that is none */
  'BAD_DATE',
  /** a GUID that is none: replaced by one made from it, the same for the same text */
  'BAD_GUID',
  /** two comments or viewpoints of a topic with one GUID: the later one got another */
  'SAME_GUID',
  /** a title, author or date that the format demands */
  'MISSING_VALUE',
  /** a camera, plane, line or bitmap with numbers that are none */
  'BAD_GEOMETRY',
  /** components without any usable id */
  'BAD_COMPONENT',
  /** a comment without text and viewpoint, a viewpoint without view and picture */
  'EMPTY',
  /** a comment's viewpoint that is not in its topic */
  'MISSING_VIEWPOINT',
  /** something there is no place for here: replies to comments, a second camera */
  'LEFT_OUT',
] as const
export type BcfWarningCode = (typeof bcfWarnings)[number]

export interface BcfWarning {
  /** without one it is about the project */
  topic?: string
  code: BcfWarningCode
  detail: string
}
