import { expect, test } from 'vitest'
import { omitReturnedComments } from './omit-returned-comments.ts'

const [date, author] = ['2026-05-01T00:00:00.000Z', 'ben@example.com']

test('Thousands of comments of one day that return under other GUIDs are recognised, each read once', () => {
  let reads = 0
  const say = (at: number) => `Comment ${at % 2000}`
  const here = Array.from({ length: 3000 }, (_, at) => ({
    ...{ id: '', issue_id: '', guid: `here ${at}`, written_at: date, at: date, is_deleted: false },
    get text() {
      reads++
      return say(at)
    },
  }))
  const back = [...here.keys()]
    .reverse()
    .map((at) => ({ guid: `there ${at}`, date, author, comment: say(at) }))
  const added = { guid: 'there 3000', date, author, comment: say(0) }
  const all = [...back, added]
  expect(omitReturnedComments({ comments: all }, all, here)).toEqual([added])
  expect(reads).toBe(here.length)
})
