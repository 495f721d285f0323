import type { Tx } from '../db/database.ts'
import { listProjectPeople } from '../projects/project-roles.ts'
import { type FoundIssue, issueAudience } from './visible.ts'

/** What a comment says to people who are not looking at it. */

const MOST = 50
export const MENTION = /@\[([^\]\n]{1,200})\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi

/** Ids of the people that a text names. */
export function mentionedIn(text: string): string[] {
  const ids = [...text.matchAll(MENTION)].map((match) => (match[2] as string).toLowerCase())
  return [...new Set(ids)].slice(0, MOST)
}

/** Those of these people who see the issue. */
export async function whoSee(tx: Tx, issue: FoundIssue, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const inside = new Set((await listProjectPeople(tx, issue.project_id)).map((row) => row.user_id))
  const audience = await issueAudience(tx, issue)
  return ids.filter((id) => inside.has(id) && ('level' in audience || audience.users.includes(id)))
}

/** The beginning of a comment without its markup, on one line. */
export function preview(text: string, length = 140): string {
  const plain = text
    .slice(0, 1000)
    .replace(MENTION, '@$1')
    .replace(/\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)/g, '$1')
    .replace(/^\s{0,3}(?:>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, length).join('')
}
