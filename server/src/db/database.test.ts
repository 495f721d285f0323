import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a moment reads as it was written: to the microsecond, or as JavaScript has it', async () => {
  const { db } = app.server
  const read = async (text: string) =>
    (await sql<{ at: string }>`select ${text}::timestamptz as at`.execute(db)).rows[0]?.at
  for (const ms of [0, 7, 70, 220, 123]) {
    const written = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, ms)).toISOString()
    expect(await read(written)).toBe(written)
  }
  expect(await read('2026-01-02T03:04:05.123450Z')).toBe('2026-01-02T03:04:05.12345Z')
  expect(await read('2026-01-02T03:04:05+02:00')).toBe('2026-01-02T01:04:05.000Z')
})
