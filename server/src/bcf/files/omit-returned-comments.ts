import type { BcfComment, Topic } from '@plumbline/bcf/model'
import { formatMentions } from '../mentions.ts'
import type { ExistingComment } from './existing-topics.ts'
import { cleanText } from './merge-fields.ts'

const MINUTE_MS = 60_000
const toSecond = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/**
 * Skips comments that a program returns under other GUIDs: the same text in the same second. A comment deleted here has no
 * text to compare: as many are skipped as were deleted in that second, unless the program writes times in minutes or days,
 * so that many comments share one.
 */
export function omitReturnedComments(
  topic: Pick<Topic, 'comments'>,
  comments: BcfComment[],
  existing: readonly ExistingComment[],
): BcfComment[] {
  const named = new Set(topic.comments.map(({ guid }) => guid))
  const [deleted = [], written = []] = [true, false].map((which) =>
    existing.filter(({ guid, is_deleted }) => is_deleted === which && !named.has(guid)),
  )
  const buildKey = (date: string, text?: string) => `${toSecond(date)} ${cleanText(text) ?? ''}`
  const known = new Map<string, number>()
  for (const { written_at, text } of written) {
    const key = buildKey(written_at, formatMentions(text))
    known.set(key, (known.get(key) ?? 0) + 1)
  }
  const left = comments.filter(({ date, comment }) => {
    const key = buildKey(date, comment)
    const count = known.get(key) ?? 0
    known.set(key, count - 1)
    return count <= 0
  })
  const exact = deleted.filter(({ written_at }) => Date.parse(written_at) % MINUTE_MS !== 0)
  const gone = Map.groupBy(exact, ({ written_at }) => toSecond(written_at))
  const returned = Map.groupBy(left, ({ date }) => toSecond(date))
  const count = (groups: Map<number, unknown[]>, date: string) => groups.get(toSecond(date))?.length ?? 0
  return left.filter(({ date }) => count(returned, date) > count(gone, date))
}
