/**
 * Reasons for rejecting an archive: each class of broken or malicious file has its own code, and `values` are
 * the parameters of its message. Nothing of a rejected archive may be stored.
 */
export const bcfErrors = {
  /** not a zip archive, or truncated */
  NOT_AN_ARCHIVE: [],
  /** an entry whose size or checksum does not match the directory */
  DAMAGED: ['entry'],
  TOO_MANY_ENTRIES: ['most'],
  /** path traversal: a name with `../` that leads out of the archive */
  LEADS_OUT: ['entry'],
  /** an absolute path */
  ABSOLUTE_NAME: ['entry'],
  /** a name that contains control characters or is too long */
  BAD_NAME: ['entry'],
  /** a symbolic link, device or pipe */
  LINK: ['entry'],
  ENCRYPTED: ['entry'],
  /** a compression method other than stored and deflated */
  PACKED_OTHERWISE: ['entry'],
  /** two entries with the same name */
  SAME_NAME: ['entry'],
  /** entries whose compressed data overlaps */
  OVERLAPPING: ['entry'],
  /** decompression bomb: an implausible compression ratio */
  BOMB: ['entry'],
  ENTRY_TOO_LARGE: ['entry', 'most'],
  ARCHIVE_TOO_LARGE: ['most'],

  NO_VERSION: [],
  /** several `bcf.version` entries in one folder */
  SEVERAL_VERSIONS: [],
  UNKNOWN_VERSION: ['version'],

  /** bytes that are invalid in their declared encoding, or an unsupported encoding */
  ENCODING: ['entry', 'encoding'],
  DOCTYPE: ['entry'],
  ENTITY: ['entry'],
  NOT_XML: ['entry', 'line'],
  TOO_DEEP: ['entry', 'most'],
  TOO_MANY_ATTRIBUTES: ['entry', 'most'],
  TOO_MANY_ELEMENTS: ['entry', 'most'],
  TEXT_TOO_LONG: ['entry', 'most'],
  /** the total XML size of a topic or of the archive exceeds its limit */
  TOO_MUCH_XML: ['most'],
  /** an unexpected root element */
  OTHER_CONTENT: ['entry', 'found'],

  /** more topics, comments, components … than the limit */
  TOO_MANY: ['what', 'most'],
  SAME_TOPIC: ['topic'],
} as const satisfies Record<string, readonly string[]>
export type BcfErrorCode = keyof typeof bcfErrors

type Values<C extends BcfErrorCode> = Record<(typeof bcfErrors)[C][number], string | number>

/** Maximum length of a value in a message, such as an entry name. */
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

/** Problems in an otherwise readable archive. */
export const bcfWarnings = [
  /** a referenced file does not exist: snapshot, viewpoint, bitmap, document, model, snippet, extensions */
  'MISSING_FILE',
  /** an invalid date */
  'BAD_DATE',
  /** an invalid GUID; it is replaced by one derived from it deterministically */
  'BAD_GUID',
  /** two comments or viewpoints of a topic with the same GUID: the later one gets a new one */
  'SAME_GUID',
  /** a required title, author or date is missing */
  'MISSING_VALUE',
  /** a camera, plane, line or bitmap with invalid numbers */
  'BAD_GEOMETRY',
  /** a component without any usable id */
  'BAD_COMPONENT',
  /** a comment without text and viewpoint, or a viewpoint without view and snapshot */
  'EMPTY',
  /** a comment refers to a viewpoint that is not in its topic */
  'MISSING_VIEWPOINT',
  /** content without an equivalent in the model: replies to comments, a second camera */
  'LEFT_OUT',
] as const
export type BcfWarningCode = (typeof bcfWarnings)[number]

export interface BcfWarning {
  /** absent for warnings about the project */
  topic?: string
  code: BcfWarningCode
  detail: string
}
