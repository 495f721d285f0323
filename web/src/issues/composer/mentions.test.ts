import { expect, test } from 'vitest'
import {
  addUniqueLabels,
  decodeMentions,
  encodeMentions,
  findMatchingPeople,
  findMentionedPeople,
  findMentionQuery,
  replaceQuery,
} from './mentions.ts'

const id = (digit: number) => `0193f0a0-0000-7000-8000-00000000000${digit}`
const people = addUniqueLabels([
  { id: id(1), name: 'Ada Love', outside: false },
  { id: id(2), name: 'Ada Lovelace', outside: false },
  { id: id(3), name: 'Ada Love', outside: true },
  { id: id(4), name: 'Jörg (Site)', outside: false },
])

test('Mentions distinguish people with the same name and names that are prefixes of others', () => {
  const written = 'Ask @Ada Lovelace, @Ada Love and @Ada Love (2); @Jörg (Site) knows. mail@Ada Love'
  const sent = encodeMentions(written, people)
  expect(sent).toBe(
    `Ask @[Ada Lovelace](user:${id(2)}), @[Ada Love](user:${id(1)}) and @[Ada Love](user:${id(3)}); ` +
      `@[Jörg (Site)](user:${id(4)}) knows. mail@Ada Love`,
  )
  expect(decodeMentions(sent, people)).toBe(written)
  expect(findMentionedPeople('for @Ada Love (2)', people).map((person) => person.id)).toEqual([id(3)])
})

test('Mentions inside code are not encoded', () => {
  expect(encodeMentions('`@Ada Love` @Ada Love', people)).toBe(`\`@Ada Love\` @[Ada Love](user:${id(1)})`)
})

test('The mention of a person who has left stays encoded', () => {
  const text = `@[Old Hand](user:${id(9)}) said so`
  expect(decodeMentions(text, people)).toBe(text)
})

test('A suggestion query starts at @ or # before a word, not inside one', () => {
  expect(findMentionQuery('ask @ad', 7)).toEqual({ sign: '@', words: 'ad', start: 4 })
  expect(findMentionQuery('ask @Ada Lo', 11)).toEqual({ sign: '@', words: 'Ada Lo', start: 4 })
  expect(findMentionQuery('see #1', 6)).toEqual({ sign: '#', words: '1', start: 4 })
  expect(findMentionQuery('@', 1)).toEqual({ sign: '@', words: '', start: 0 })
  expect(findMentionQuery('mail@ad', 7)).toBeNull()
  expect(findMentionQuery('ask @ ad', 8)).toBeNull()
  expect(findMentionQuery('ask @ad', 3)).toBeNull()
})

test('Choosing a suggestion replaces the typed query', () => {
  expect(replaceQuery('ask @ad now', 7, { sign: '@', words: 'ad', start: 4 }, '@Ada Love')).toEqual({
    text: 'ask @Ada Love now',
    caret: 13,
  })
  expect(replaceQuery('ask @ad', 7, { sign: '@', words: 'ad', start: 4 }, '@Ada Love')).toEqual({
    text: 'ask @Ada Love ',
    caret: 14,
  })
})

test('findMatchingPeople matches the start of any word of a name and lists members first', () => {
  expect(findMatchingPeople(people, 'lov').map(({ label }) => label)).toEqual([
    'Ada Love',
    'Ada Lovelace',
    'Ada Love (2)',
  ])
  expect(findMatchingPeople(people, 'ove')).toEqual([])
})
