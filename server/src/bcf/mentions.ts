import { MENTION } from '../issues/mentions.ts'

/** People named in a text: `@[Name](user:<id>)` here, `@Name` in other tools, whose users read the text as it is. */

export const formatMentions = (text: string): string => text.replace(MENTION, '@$1')

/** A text that comes back, with the people that ours names named again where they still are. */
export function restoreMentions(theirs: string, ours: string): string {
  if (formatMentions(ours) === theirs) return ours
  const byName = new Map([...ours.matchAll(MENTION)].map(([mention, name]) => [`@${name}`, mention]))
  if (byName.size === 0) return theirs
  // the longest first: `@Ann` is in `@Ann Lee`
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  const named = new RegExp(`(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return theirs.replace(named, (name) => byName.get(name) ?? name)
}
