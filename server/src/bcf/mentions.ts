import { MENTION_PATTERN } from '../issues/mentions.ts'

/** Mentions are `@[Name](user:<id>)` here and plain `@Name` in BCF, where other tools show the text unchanged. */

export const formatMentions = (text: string): string => text.replace(MENTION_PATTERN, '@$1')

/** Turns each `@Name` of a returned text back into the mention that our text has for it. */
export function restoreMentions(theirs: string, ours: string): string {
  if (formatMentions(ours) === theirs) return ours
  const byName = new Map([...ours.matchAll(MENTION_PATTERN)].map(([mention, name]) => [`@${name}`, mention]))
  if (byName.size === 0) return theirs
  // the longest first: `@Ann` is in `@Ann Lee`
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  const named = new RegExp(`(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return theirs.replace(named, (name) => byName.get(name) ?? name)
}
