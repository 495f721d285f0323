/**
 * Mentions while one writes. In the box a person is `@Ada Lovelace`; sent and stored it is
 * `@[Ada Lovelace](user:<id>)`, so that names may change and two people may share one.
 */
export interface Mentionable {
  id: string
  name: string
  /** as it is written after the @: unique among them */
  label: string
  /** somebody who will not hear of it: no member of the project */
  outside: boolean
}

/** Gives people of the same name a number, so that each can be meant. */
export function labelled(people: readonly { id: string; name: string; outside: boolean }[]): Mentionable[] {
  const seen = new Map<string, number>()
  return people
    .filter(({ name }) => name !== '')
    .map((person) => {
      const times = (seen.get(person.name) ?? 0) + 1
      seen.set(person.name, times)
      return { ...person, label: times === 1 ? person.name : `${person.name} (${times})` }
    })
}

/** What is being typed before the caret: `@` and some letters, or `#` and a number or words. */
export interface Query {
  sign: '@' | '#'
  words: string
  /** where the sign is */
  start: number
}

const TYPED = /(?:^|[\s(])([@#])((?:[^\s@#][^@#\n]{0,40})?)$/

export function queryAt(text: string, caret: number): Query | null {
  const found = TYPED.exec(text.slice(Math.max(0, caret - 60), caret))
  if (!found?.[1]) return null
  const words = found[2] ?? ''
  return { sign: found[1] as '@' | '#', words, start: caret - words.length - 1 }
}

/** The text with what was typed replaced, and where the caret is then. */
export function insertAt(text: string, caret: number, query: Query, inserted: string) {
  const before = text.slice(0, query.start) + inserted
  const after = text.slice(caret)
  const space = /^[\s.,;:!?)]/.test(after) ? '' : ' '
  return { text: before + space + after, caret: before.length + space.length }
}

const startsWord = (words: string, typed: string) =>
  ` ${words.toLocaleLowerCase()}`.includes(` ${typed.toLocaleLowerCase()}`)

/** The people a query means, those of the project first. */
export function peopleFor(people: readonly Mentionable[], words: string, most = 8): Mentionable[] {
  const found = people.filter(({ label }) => startsWord(label, words))
  return [...found.filter(({ outside }) => !outside), ...found.filter(({ outside }) => outside)].slice(
    0,
    most,
  )
}

const CODE = /(`+)[\s\S]*?\1/g
const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Those of the people that a text mentions. */
export function mentionedIn(text: string, people: readonly Mentionable[]): Mentionable[] {
  const stored = withMentions(text, people)
  return people.filter(({ id }) => stored.includes(`](user:${id})`))
}

/** As it is sent: labels of people become mentions, except in code. */
export function withMentions(text: string, people: readonly Mentionable[]): string {
  const byLabel = new Map(people.map((person) => [person.label, person]))
  // the longest first: somebody's name may begin another's
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

/** As it is edited: mentions become labels again; of those who are gone the mention stays. */
export function withLabels(text: string, people: readonly Mentionable[]): string {
  const byId = new Map(people.map((person) => [person.id, person.label]))
  return text.replace(/@\[([^\]\n]{1,200})\]\(user:([0-9a-f-]{36})\)/gi, (whole, _name, id: string) => {
    const label = byId.get(id.toLowerCase())
    return label ? `@${label}` : whole
  })
}
