/**
 * Mentions in the composer. The text box shows `@Ada Lovelace`; the stored text says `@[Ada Lovelace](user:<id>)`, so
 * that people may change their names and two people may share one.
 */
export interface Mentionable {
  id: string
  name: string
  /** text after the @, unique among all mentionable people */
  label: string
  /** not a member of the project: receives no notification */
  outside: boolean
}

/** Gives everyone a unique label by numbering people with the same name. */
export function addUniqueLabels(
  people: readonly { id: string; name: string; outside: boolean }[],
): Mentionable[] {
  const seen = new Map<string, number>()
  return people
    .filter(({ name }) => name !== '')
    .map((person) => {
      const times = (seen.get(person.name) ?? 0) + 1
      seen.set(person.name, times)
      return { ...person, label: times === 1 ? person.name : `${person.name} (${times})` }
    })
}

/** The mention being typed before the caret: `@` and letters, or `#` and a number or words. */
export interface MentionQuery {
  sign: '@' | '#'
  words: string
  /** index of the sign in the text */
  start: number
}

const QUERY = /(?:^|[\s(])([@#])((?:[^\s@#][^@#\n]{0,40})?)$/

export function findMentionQuery(text: string, caret: number): MentionQuery | null {
  const found = QUERY.exec(text.slice(Math.max(0, caret - 60), caret))
  if (!found?.[1]) return null
  const words = found[2] ?? ''
  return { sign: found[1] as '@' | '#', words, start: caret - words.length - 1 }
}

/** Replaces the typed query with a suggestion; returns the text and the new caret position. */
export function replaceQuery(text: string, caret: number, query: MentionQuery, inserted: string) {
  const before = text.slice(0, query.start) + inserted
  const after = text.slice(caret)
  const space = /^[\s.,;:!?)]/.test(after) ? '' : ' '
  return { text: before + space + after, caret: before.length + space.length }
}

const startsWord = (words: string, typed: string) =>
  ` ${words.toLocaleLowerCase()}`.includes(` ${typed.toLocaleLowerCase()}`)

/** The people whose names match a query, members of the project first. */
export function findMatchingPeople(people: readonly Mentionable[], words: string, most = 8): Mentionable[] {
  const found = people.filter(({ label }) => startsWord(label, words))
  return [...found.filter(({ outside }) => !outside), ...found.filter(({ outside }) => outside)].slice(
    0,
    most,
  )
}

const CODE = /(`+)[\s\S]*?\1/g
const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The people mentioned in a text. */
export function findMentionedPeople(text: string, people: readonly Mentionable[]): Mentionable[] {
  const stored = encodeMentions(text, people)
  return people.filter(({ id }) => stored.includes(`](user:${id})`))
}

/** Encodes a text for storage: labels of people become mentions by id, except in code. */
export function encodeMentions(text: string, people: readonly Mentionable[]): string {
  const byLabel = new Map(people.map((person) => [person.label, person]))
  // longest first: one name may be a prefix of another
  const labels = [...byLabel.keys()].sort((a, b) => b.length - a.length)
  if (labels.length === 0) return text
  const mention = new RegExp(`(?<![\\p{L}\\p{N}])@(${labels.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  const replace = (plain: string) =>
    plain.replace(mention, (whole, label: string) => {
      const person = byLabel.get(label)
      return person ? `@[${person.name.replaceAll(']', '')}](user:${person.id})` : whole
    })
  let sent = ''
  let from = 0
  for (const code of text.matchAll(CODE)) {
    sent += replace(text.slice(from, code.index)) + code[0]
    from = code.index + code[0].length
  }
  return sent + replace(text.slice(from))
}

/** Decodes a stored text for editing: mentions become labels; mentions of people who left stay encoded. */
export function decodeMentions(text: string, people: readonly Mentionable[]): string {
  const byId = new Map(people.map((person) => [person.id, person.label]))
  return text.replace(/@\[([^\]\n]{1,200})\]\(user:([0-9a-f-]{36})\)/gi, (whole, _name, id: string) => {
    const label = byId.get(id.toLowerCase())
    return label ? `@${label}` : whole
  })
}
