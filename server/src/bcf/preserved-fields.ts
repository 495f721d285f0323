import type { BimSnippet, DocumentReference, HeaderFile } from '@plumbline/bcf/model'
import type { Vocabulary } from '@plumbline/contract/projects/vocabulary'
import type { Tx } from '../db/database.ts'
import { toJsonb } from '../db/database.ts'
import { fallbackCodes, formatCode, type IssueCodes, type WordKind, type WordReader } from './words.ts'

/** BCF data that has no column in `issues`, one optional row of `issue_bcf` per issue, so that a round trip loses nothing. */

/** The spelling of another program (`word`), used while the issue's value is still `means`. */
export interface PreservedWord {
  word: string
  means: string
}

/** Text fields that other programs allow to be longer than we do. */
export type TextField = 'title' | 'description' | 'stage'

export interface PreservedFields {
  words?: Partial<Record<WordKind | 'due_date' | TextField, PreservedWord>>
  /** e-mail addresses of people who are not users here */
  creation_author?: string
  modified_author?: string
  assigned_to?: string
  index?: number
  reference_links?: string[]
  bim_snippet?: BimSnippet
  files?: HeaderFile[]
  /** GUIDs of related topics that this project does not have */
  related_topics?: string[]
  document_references?: DocumentReference[]
  /** labels beyond our limits of length and count */
  labels?: string[]
  /** the file gave no modification date, and the issue has not changed since */
  never_modified?: boolean
  /** the file gave no viewpoint an index */
  unindexed?: boolean
  /** GUIDs of related topics where only the other topic states the relation */
  unsaid_related?: string[]
  /** GUID and description of attachments as BCF documents, by attachment id */
  documents?: Record<string, { guid: string; description?: string | undefined }>
  /** blob ids of the header files that were in the archive, by reference */
  blobs?: Record<string, string>
}

/** BCF data of a comment; an author without an account is known by the file's name alone. */
export interface PreservedComment {
  author?: string
  /** the file's values, used while the comment is unchanged */
  modified_date?: string
  modified_author?: string
}

export async function getPreservedFields(tx: Tx, issueId: string): Promise<PreservedFields> {
  const row = await tx
    .selectFrom('issue_bcf')
    .select('topic')
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  return (row?.topic as PreservedFields | undefined) ?? {}
}

/** Replaces all preserved fields; the caller holds the lock of the issue. */
export async function setPreservedFields(tx: Tx, issueId: string, preserved: PreservedFields): Promise<void> {
  await tx
    .insertInto('issue_bcf')
    .values({ issue_id: issueId, topic: toJsonb(preserved) })
    .onConflict((conflict) =>
      conflict.column('issue_id').doUpdateSet((eb) => ({ topic: eb.ref('excluded.topic') })),
    )
    .execute()
}

/** The preserved spelling of a code, or the project's word. */
export function formatPreservedCode<K extends WordKind>(
  kind: K,
  code: IssueCodes[K],
  preserved: PreservedFields,
  vocabulary: Vocabulary,
): string {
  const word = preserved.words?.[kind]
  return word?.means === code ? word.word : formatCode(kind, code, vocabulary)
}

/** The file's original text, while the shortened text here is unchanged. */
export function getPreservedText(kind: TextField, ours: string, { words }: PreservedFields): string {
  const word = words?.[kind]
  return word?.means === ours ? word.word : ours
}

/** Parses a word into a code; a spelling that differs from the project's own is returned to be preserved. */
export function parseWord<K extends WordKind>(
  kind: K,
  word: string,
  words: WordReader,
): { code: IssueCodes[K]; preserved: PreservedWord | undefined } {
  const code = words.find(kind, word) ?? (fallbackCodes[kind] as IssueCodes[K])
  return { code, preserved: words.isOurs(kind, word, code) ? undefined : { word, means: code } }
}
