import type { Tx } from '../db/database.ts'
import { listKeptIds } from '../users/merged-people.ts'
import { type FoundIssue, listIssueReaders } from './visible.ts'

const MAX_MENTIONS = 50
/** A name has no `@[`: each of many in a row would be followed to the end of the longest name. */
export const MENTION_PATTERN =
  /@\[((?:(?!@\[)[^\]\n]){1,200})\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi

/** Ids of the users mentioned in a text, without duplicates. */
export function parseMentions(text: string): string[] {
  const ids = [...text.matchAll(MENTION_PATTERN)].map((match) => (match[2] as string).toLowerCase())
  return [...new Set(ids)].slice(0, MAX_MENTIONS)
}

/** Those of the given users who are in the project and may see the issue, with merged accounts replaced. */
export async function filterUsersWhoSeeIssue(tx: Tx, issue: FoundIssue, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const readers = new Set(await listIssueReaders(tx, issue))
  return (await listKeptIds(tx, ids)).filter((id) => readers.has(id))
}

/** Characters of a text from which its preview is made: a comment of a BCF file may have a million. */
export const PREVIEWED_LENGTH = 1000

/** The beginning of a comment as one line of plain text, for notifications; `length` in characters. */
export function formatPreview(text: string, length = 140): string {
  const plain = text
    .slice(0, PREVIEWED_LENGTH)
    .replace(MENTION_PATTERN, '@$1')
    .replace(/\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)/g, '$1')
    .replace(/^\s{0,3}(?:>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, length).join('')
}
