import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { inTransaction, openDatabase, type Tx } from './database.ts'
import { type Ending, leaveToEnd } from './endings.ts'
import { prepareHeldQuery } from './prepared-query.ts'

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

test('Frequent statements are planned once per connection, and answer with new columns after a migration', async () => {
  const { db } = app.server
  await sql`create table plans (id int primary key, name text)`.execute(db)
  await sql`insert into plans values (1, 'first')`.execute(db)
  const read = async (tx: Tx) =>
    (await sql<{ name: string; added?: string }>`select * from plans where id = ${1}`.execute(tx)).rows[0]
  const countPlans = async (tx: Tx) =>
    (await sql`select from pg_prepared_statements where statement like '%from plans where%'`.execute(tx)).rows
      .length
  await db.connection().execute(async (connection) => {
    for (let n = 0; n < 12; n++) await read(connection)
    expect(await countPlans(connection)).toBe(1)
    await sql`alter table plans add column added text not null default 'later'`.execute(connection)
    expect(await read(connection)).toEqual({ id: 1, name: 'first', added: 'later' })
    const change = () => sql`alter table plans add column more text`.execute(connection)
    const inOne = await inTransaction(connection, async (tx) => [await read(tx), await read(tx)])
    await change()
    const after = await inTransaction(connection, async (tx) => [await read(tx), await read(tx)])
    expect([inOne, after].map((rows) => rows.map((row) => Object.keys(row ?? {})))).toEqual([
      [1, 2].map(() => ['id', 'name', 'added']),
      [1, 2].map(() => ['id', 'name', 'added', 'more']),
    ])
  })
})

test('A frequent statement is described once per connection, and its rows are read alike afterwards', async () => {
  const describe = vi.spyOn(
    (pg as unknown as { Connection: typeof pg.Connection }).Connection.prototype,
    'describe',
  )
  try {
    await app.server.db.connection().execute(async (connection) => {
      const read = async (n: number | null) =>
        (
          await sql`select ${n}::int as "a ""quoted"" name", now() is not null as is_now, ${n}::bigint as large,
            json_build_object('n', ${n}::int) as inner, null::timestamptz as nothing where ${n}::int is distinct from -1`.execute(
            connection,
          )
        ).rows
      for (let n = 0; n < 12; n++) await read(n)
      describe.mockClear()
      for (const n of [1, 2, null])
        expect(await read(n)).toEqual([
          { 'a "quoted" name': n, is_now: true, large: n, inner: { n }, nothing: null },
        ])
      expect(await read(-1)).toEqual([])
      expect(describe).not.toHaveBeenCalled()
    })
  } finally {
    describe.mockRestore()
  }
})

test('A connection forgets the plans of statements that it does not use any more', async () => {
  await app.server.db.connection().execute(async (connection) => {
    const names = Array.from({ length: 230 }, (_, at) => `column_${at}`)
    for (const name of names)
      for (let n = 0; n < 11; n++) await sql`select ${1}::int as ${sql.ref(name)}`.execute(connection)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where statement like '%column_%'`.execute(
      connection,
    )
    expect(rows[0]?.count).toBe(200)
  })
})

test('A transaction keeps or discards all of its statements, wherever it fails', async () => {
  const { db } = app.server
  await sql`create table steps (id int primary key)`.execute(db)
  const add = (tx: Tx, id: number) => sql`insert into steps values (${id})`.execute(tx)
  const last: Ending<number> = {
    finish: async (_tx, ids) => ({ ctes: { added: sql`insert into steps select unnest(${ids}::int[])` } }),
  }
  const run = (id: number, work?: (tx: Tx) => Promise<unknown>) =>
    inTransaction(db, async (tx) => {
      await add(tx, id)
      await work?.(tx)
    })
  await run(1)
  await run(2, async (tx) => leaveToEnd(tx, last, 20, 21))
  await inTransaction(db, async (tx) => leaveToEnd(tx, last, 30))
  await inTransaction(db, async () => {})
  const duplicate = { message: expect.stringContaining('duplicate key') }
  await expect(run(1)).rejects.toMatchObject(duplicate)
  await expect(run(4, (tx) => add(tx, 1))).rejects.toMatchObject(duplicate)
  await expect(run(5, async () => Promise.reject(new Error('given up')))).rejects.toThrow('given up')
  await expect(run(6, async (tx) => leaveToEnd(tx, last, 60, 1))).rejects.toMatchObject(duplicate)
  await expect(inTransaction(db, async () => Promise.reject(new Error('at once')))).rejects.toThrow('at once')
  await run(7)
  const { rows } = await sql<{ id: number }>`select id from steps order by id`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 7, 20, 21, 30])
})

test('A part of the last statement that lacks its rows fails the transaction', async () => {
  const { db } = app.server
  await sql`create table heads (id int primary key)`.execute(db)
  const move: Ending<number> = {
    finish: async (_tx, [id]) => ({
      ctes: { moved: sql`update heads set id = id + 1 where id = ${id} returning id` },
      column: sql`1 / (select count(*) from moved)`,
    }),
  }
  const work = (id: number) =>
    inTransaction(db, async (tx) => {
      await sql`insert into heads values (${id})`.execute(tx)
      leaveToEnd(tx, move, id + 5)
    })
  await expect(work(1)).rejects.toMatchObject({ message: expect.stringContaining('division by zero') })
  const { rows } = await sql`select from heads`.execute(db)
  expect(rows).toHaveLength(0)
})

test('CTEs of the last statement that come first are executed before another part locks its rows', async () => {
  const { db } = app.server
  await sql`create table turns (turn serial, part text)`.execute(db)
  const add = (part: string) => sql`insert into turns (part) values (${part}) returning turn`
  const lock: Ending<null> = {
    finish: async () => ({
      ctes: { locked: add('lock'), after: add('after') },
      column: sql`(select turn from locked)`,
    }),
  }
  const write: Ending<null> = {
    finish: async () => ({ ctes: { one: add('one'), two: add('two') }, first: ['one', 'two'] }),
  }
  await inTransaction(db, async (tx) => {
    leaveToEnd(tx, lock, null)
    leaveToEnd(tx, write, null)
  })
  const { rows } = await sql<{ part: string }>`select part from turns order by turn`.execute(db)
  expect(rows.map(({ part }) => part)).toEqual(['one', 'two', 'lock', 'after'])
})

test.each([
  ['directly', true],
  ['behind a pooler', false],
])(
  'Statements sent with the next one %s are executed in order, and fail the transaction with their own error',
  async (_name, isDirect) => {
    const { db, close } = openDatabase(app.server.directUrl, { isDirect })
    await sql`create table held (id int primary key)`.execute(db)
    const add = prepareHeldQuery<{ id: number }, { id: number }>(
      (_db, parameter) => sql<{ id: number }>`insert into held values (${parameter('id')}::int) returning id`,
    )
    const count = async (tx: Tx) =>
      (await sql<{ count: number }>`select count(*)::int as count from held`.execute(tx)).rows[0]?.count
    const counted = await inTransaction(db, async (tx) => {
      const [first, second] = [add(tx, { id: 1 }), add(tx, { id: 2 })]
      return [await count(tx), await first, await second]
    })
    expect(counted).toEqual([2, [{ id: 1 }], [{ id: 2 }]])
    // without a next statement
    expect(await inTransaction(db, (tx) => add(tx, { id: 3 }))).toEqual([{ id: 3 }])
    await inTransaction(db, async (tx) => void add(tx, { id: 4 }))
    const last: Ending<number> = {
      finish: async (_tx, ids) => ({ ctes: { added: sql`insert into held select unnest(${ids}::int[])` } }),
    }
    await inTransaction(db, async (tx) => {
      leaveToEnd(tx, last, 6)
      await add(tx, { id: 5 })
      void add(tx, { id: 7 })
    })
    const duplicate = { message: expect.stringContaining('duplicate key') }
    const fail = (work: (tx: Tx) => Promise<unknown>) => expect(inTransaction(db, work)).rejects
    await fail(async (tx) => {
      for (const id of [8, 1]) void add(tx, { id })
      await count(tx)
    }).toMatchObject(duplicate)
    await fail(async (tx) => {
      void add(tx, { id: 1 })
      await setImmediate()
      await count(tx)
    }).toMatchObject(duplicate)
    await fail(async (tx) => {
      void add(tx, { id: 1 })
      await setImmediate()
      void add(tx, { id: 8 })
      await setImmediate()
    }).toMatchObject(duplicate)
    await fail(async (tx) => void add(tx, { id: 1 })).toMatchObject(duplicate)
    await fail((tx) => add(tx, { id: 1 })).toMatchObject(duplicate)
    const addBeforeLast = async (tx: Tx, id: number, lastId: number) => {
      void add(tx, { id })
      leaveToEnd(tx, last, lastId)
    }
    await fail((tx) => addBeforeLast(tx, 1, 9)).toMatchObject(duplicate)
    await fail((tx) => addBeforeLast(tx, 10, 1)).toMatchObject(duplicate)
    await fail(async (tx) => {
      void add(tx, { id: 11 })
      throw new Error('given up')
    }).toThrow('given up')
    expect(await add(db, { id: 12 })).toEqual([{ id: 12 }])
    const { rows } = await sql<{ id: number }>`select id from held order by id`.execute(db)
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 12])
    await sql`drop table held`.execute(db)
    await close()
  },
)

test('A transaction with statements sent together starts again after a migration has changed their columns', async () => {
  const { db } = app.server
  await sql`create table kept (id int primary key, name text)`.execute(db)
  const add = prepareHeldQuery<{ id: number }, object>(
    (_db, parameter) => sql<object>`insert into kept values (${parameter('id')}::int, 'new') returning *`,
  )
  await db.connection().execute(async (connection) => {
    const addNext = (id: number) => inTransaction(connection, async (tx) => void add(tx, { id }))
    for (let id = 0; id < 12; id++) await addNext(id)
    await sql`alter table kept add column added int`.execute(connection)
    await addNext(12)
  })
  const { rows } = await sql`select id from kept`.execute(db)
  expect(rows).toHaveLength(13)
})
