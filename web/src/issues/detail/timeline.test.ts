import type { FieldChange, LogEntry } from '@plumbline/contract/issues/timeline'
import { expect, test } from 'vitest'
import {
  addEntries,
  addNewestPage,
  diffLists,
  findGap,
  getCommentOrigin,
  isInGap,
  toTimelineItems,
} from './timeline.ts'

let seq = 0
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString()
const entry = (minute: number, by: string, rest: Partial<LogEntry> & Pick<LogEntry, 'kind'>): LogEntry => ({
  seq: ++seq,
  issue_id: '0193f0a0-0000-7000-8000-000000000001',
  at: at(minute),
  by,
  ...rest,
})
const changed = (minute: number, by: string, ...changes: FieldChange[]) =>
  entry(minute, by, { kind: 'CHANGED', changes })
const comment = (minute: number, by: string, text: string) =>
  entry(minute, by, {
    kind: 'COMMENTED',
    comment: {
      id: '0193f0a0-0000-7000-8000-000000000002',
      text,
      created_by: by,
      author: null,
      created_at: at(minute),
      edited_at: null,
      deleted_at: null,
      attachment_ids: [],
      viewpoint_id: null,
    },
  })

test('Changes by one person within ten minutes are merged, from the first value to the last', () => {
  const items = toTimelineItems([
    changed(0, 'ada', { field: 'status', from: 'OPEN', to: 'IN_PROGRESS' }),
    changed(4, 'ada', { field: 'priority', from: 'LOW', to: 'HIGH' }),
    changed(8, 'ada', { field: 'status', from: 'IN_PROGRESS', to: 'RESOLVED' }),
  ])
  expect(items).toMatchObject([
    {
      kind: 'CHANGES',
      by: 'ada',
      at: at(8),
      changes: [
        { field: 'status', from: 'OPEN', to: 'RESOLVED' },
        { field: 'priority', from: 'LOW', to: 'HIGH' },
      ],
    },
  ])
})

test('A comment edited or deleted long after it was written is shown in its current form', () => {
  const first = comment(0, 'ada', 'As planned')
  const loaded = { entries: new Map([[first.seq, first]]), before: null }
  const { comment: current_comment, ...entry } = comment(90, 'ada', 'Not as planned')
  const edited = { ...entry, kind: 'COMMENT_EDITED' as const, current_comment }
  const { entries } = addNewestPage(loaded, { items: [edited], before: null })
  expect(toTimelineItems([...entries.values()])).toMatchObject([
    { kind: 'COMMENT', comment: { text: 'Not as planned' } },
  ])
})

test('An older page read before an edit, and arriving after it, does not revert the comment', () => {
  const first = comment(0, 'ada', 'As planned')
  const removed = { ...comment(0, 'ada', '').comment, deleted_at: at(95) } as LogEntry['comment']
  const deletion = entry(95, 'ada', { kind: 'COMMENT_DELETED', current_comment: removed })
  const late = addEntries(new Map([[deletion.seq, deletion]]), [first])
  expect(late.get(first.seq)?.comment).toEqual(removed)
  const again = addEntries(late, [
    { ...first, comment: { ...removed, text: 'x', deleted_at: at(99) } } as LogEntry,
  ])
  expect(again.get(first.seq)?.comment).toMatchObject({ deleted_at: at(99) })
})

test('Another person, a comment or a pause starts a new entry', () => {
  const items = toTimelineItems([
    changed(0, 'ada', { field: 'priority', from: 'LOW', to: 'HIGH' }),
    changed(1, 'ben', { field: 'priority', from: 'HIGH', to: 'LOW' }),
    comment(2, 'ben', 'No need'),
    changed(3, 'ben', { field: 'trade', from: 'HVAC', to: 'PLUMBING' }),
    changed(14, 'ben', { field: 'trade', from: 'PLUMBING', to: 'HVAC' }),
  ])
  expect(items.map(({ kind }) => kind)).toEqual(['CHANGES', 'CHANGES', 'COMMENT', 'CHANGES', 'CHANGES'])
})

test('A change that is reverted right away is not listed', () => {
  const items = toTimelineItems([
    entry(0, 'ada', { kind: 'CREATED' }),
    changed(1, 'ada', { field: 'due_date', from: null, to: '2026-12-01' }),
    changed(2, 'ada', { field: 'due_date', from: '2026-12-01', to: null }),
  ])
  expect(items.map(({ kind }) => kind)).toEqual(['CREATED'])
})

test('Several photos are merged into one entry, and an edited comment adds none', () => {
  const items = toTimelineItems([
    entry(0, 'ada', { kind: 'ATTACHED', subject: 'a.jpg' }),
    entry(0, 'ada', { kind: 'ATTACHED', subject: 'b.jpg' }),
    comment(1, 'ada', 'Two photos'),
    entry(2, 'ada', { kind: 'COMMENT_EDITED' }),
    entry(3, 'ben', { kind: 'DETACHED', subject: 'a.jpg' }),
  ])
  expect(items).toMatchObject([
    { kind: 'ATTACHED', subjects: ['a.jpg', 'b.jpg'] },
    { kind: 'COMMENT', comment: { text: 'Two photos' } },
    { kind: 'DETACHED', subjects: ['a.jpg'] },
  ])
})

test('diffLists returns the added and removed values', () => {
  expect(diffLists(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
  expect(diffLists(null, ['c'])).toEqual({ added: ['c'], removed: [] })
})

test('A followed place has an entry with its change and version', () => {
  const followed = { file: 'Tower', version: 3, state: 'MOVED', found_by: 'PLACE', moved_m: 0.12 } as const
  const items = toTimelineItems([
    entry(0, 'ada', { kind: 'FOLLOWED', followed, subject: 'Door 12' }),
    entry(0, 'ada', { kind: 'FOLLOWED', followed: { ...followed, state: 'ANCHORED' } }),
  ])
  expect(items).toMatchObject([
    { kind: 'FOLLOWED', subject: 'Door 12', followed },
    { kind: 'FOLLOWED', subject: 'Tower' },
  ])
})

test('Entries between the loaded ones and a newest page that is far ahead are reached by its cursor', () => {
  const [first, second, between, third, fourth] = [1, 2, 3, 4, 5].map((minute) =>
    comment(minute, 'ada', `comment ${minute}`),
  ) as [LogEntry, LogEntry, LogEntry, LogEntry, LogEntry]
  const loaded = addNewestPage(null, { items: [first, second], before: null })

  const next = addNewestPage(loaded, { items: [second, between], before: second.seq })
  expect([...next.entries.keys()]).toEqual([first.seq, second.seq, between.seq])
  expect(next.before).toBeNull()

  const ahead = addNewestPage(loaded, { items: [third, fourth], before: third.seq })
  expect(ahead.before).toBe(third.seq)
  expect([...ahead.entries.keys()]).toEqual([third.seq, fourth.seq])
})

test('A comment of a BCF file names who imported it, unless its author did', () => {
  const written = comment(0, 'ada', 'Approved')
  expect(getCommentOrigin(written)).toEqual({ isImported: false, importer: null })
  const read = { ...written, comment: { ...written.comment, author: 'ada@example.com' } } as LogEntry
  expect(getCommentOrigin(read)).toEqual({ isImported: true, importer: null })
  expect(getCommentOrigin({ ...read, by: 'ben' })).toEqual({ isImported: true, importer: 'ben' })
  expect(getCommentOrigin(changed(1, 'ben'))).toEqual({ isImported: false, importer: null })
})

test('Of thousands of entries before the newest page, only those after the linked comment are shown at first', () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    seq: index + 1,
    comment: { id: `c${index + 1}` } as LogEntry['comment'],
  }))
  const hidden = (gap: ReturnType<typeof findGap>) => items.filter(isInGap(gap)).length
  const gap = findGap(items.toReversed(), 'c10', 1001, 50)
  expect(gap).toEqual({ after: 60, before: 1001 })
  expect(hidden(gap)).toBe(940)
  const next = findGap(items.filter(isInGap(gap)), null, 1001, 50)
  expect(hidden(next)).toBe(890)
  expect(findGap(items, 'c900', 1001, 50)).toBeNull()
})
