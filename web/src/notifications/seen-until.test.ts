import { expect, test } from 'vitest'
import { findSeenUntil } from './seen-until.ts'

type Group = Parameters<typeof findSeenUntil>[0][number]

const group = (created_at: string, merged_at: string | null, changed_at?: string) =>
  ({ newest: { created_at, merged_at }, changed_at }) as Group

test('A list of threads shows changes up to the latest one of all threads', () => {
  expect(
    findSeenUntil([
      group('2026-11-01T08:00:00Z', null, '2026-11-01T09:00:00Z'),
      group('2026-11-01T08:30:00Z', null, '2026-11-01T08:30:00Z'),
    ]),
  ).toBe('2026-11-01T09:00:00Z')
  expect(findSeenUntil([])).toBeUndefined()
})

test('Threads from a server of the version before show changes up to their newest notification', () => {
  expect(
    findSeenUntil([
      group('2026-11-01T08:00:00Z', '2026-11-01T08:20:00Z'),
      group('2026-11-01T08:10:00Z', null),
    ]),
  ).toBe('2026-11-01T08:20:00Z')
})
