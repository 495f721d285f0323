import type { BimSnippet, DocumentReference, HeaderFile } from '@plumbline/bcf/model'
import type { Tx } from '../db/database.ts'
import { json } from '../db/database.ts'
import { fallbackCodes, findCode, formatCode, type IssueCodes, type WordKind } from './words.ts'

/** What BCF says of an issue and no column of ours has: one row of `issue_bcf` for an issue, where there is anything. */

/** A word as another program spelt it; it counts as long as our value is still the one that it meant. */
export interface PreservedWord {
  word: string
  means: string
}

/** Texts that may be longer elsewhere than they are here. */
export type TextField = 'title' | 'description' | 'stage'

export interface PreservedFields {
  words?: Partial<Record<WordKind | 'due_date' | TextField, PreservedWord>>
  /** people of whom only the address is known */
  creation_author?: string
  modified_author?: string
  assigned_to?: string
  index?: number
  reference_links?: string[]
  bim_snippet?: BimSnippet
  files?: HeaderFile[]
  /** GUIDs of topics that are not here */
  related_topics?: string[]
  document_references?: DocumentReference[]
  /** labels that are longer, or more, than ours may be */
  labels?: string[]
  /** nobody said when it was changed, and it was not since */
  never_modified?: boolean
  /** no viewpoint has a place among the others */
  unindexed?: boolean
  /** of related topics that are here: those that only the other end named */
  unsaid_related?: string[]
  /** of attachments: what they are as documents elsewhere, by attachment */
  documents?: Record<string, { guid: string; description?: string | undefined }>
  /** files in `files` that came with them, by their reference: under which their bytes are stored */
  blobs?: Record<string, string>
}

/** What is kept of a comment's people: who is no member is known by the file's name only. */
export interface PreservedComment {
  author?: string
  /** as the file said it, as long as the comment is as it was then */
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

/** Of an issue that is held. */
export async function setPreservedFields(tx: Tx, issueId: string, kept: PreservedFields): Promise<void> {
  await tx
    .insertInto('issue_bcf')
    .values({ issue_id: issueId, topic: json(kept) })
    .onConflict((conflict) =>
      conflict.column('issue_id').doUpdateSet((eb) => ({ topic: eb.ref('excluded.topic') })),
    )
    .execute()
}

/** The word for a value: as it was spelt, or ours. */
export function formatPreservedCode<K extends WordKind>(
  kind: K,
  code: IssueCodes[K],
  kept: PreservedFields,
): string {
  const word = kept.words?.[kind]
  return word?.means === code ? word.word : formatCode(kind, code)
}

/** A text as it was said elsewhere, as long as ours is what became of it. */
export function getPreservedText(kind: TextField, ours: string, { words }: PreservedFields): string {
  const word = words?.[kind]
  return word?.means === ours ? word.word : ours
}

/** A word as value and, where it is not spelt as we would, as what is kept of it. */
export function parseWord<K extends WordKind>(
  kind: K,
  word: string,
): { code: IssueCodes[K]; kept: PreservedWord | undefined } {
  const code = findCode(kind, word) ?? (fallbackCodes[kind] as IssueCodes[K])
  return { code, kept: formatCode(kind, code) === word ? undefined : { word, means: code } }
}
