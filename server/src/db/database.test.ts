import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('A timestamp is read back with up to microsecond precision', async () => {
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

test('A timestamp is converted to UTC in every connection time zone', async () => {
  const read = (zone: string, text: string) =>
    app.server.db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
      return (await sql<{ at: string }>`select ${text}::timestamptz as at`.execute(tx)).rows[0]?.at
    })
  const winter = '2026-01-02T23:04:05.123456Z'
  for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'UTC', 'Pacific/Kiritimati'])
    expect(await read(zone, winter)).toBe(winter)
  expect(await read('Europe/Berlin', '2026-07-01T00:30:00Z')).toBe('2026-07-01T00:30:00.000Z')
  // an offset with seconds, before time zones had whole minutes
  expect(await read('Europe/Amsterdam', '1900-01-01T00:00:00Z')).toBe('1900-01-01T00:00:00.000Z')
})

test('Every connection is in UTC and has statement and idle-transaction timeouts', async () => {
  const settings = async () =>
    (
      await sql`select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(app.server.db)
    ).rows[0]
  expect(await settings()).toEqual({ zone: 'UTC', statement: '30s', idle: '1min' })
})
