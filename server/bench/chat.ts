import { randomUUIDv7 } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sendMessage } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Db } from '../src/db/database.ts'
import type { TestApp } from '../test/app.ts'
import { makeMember, makeOwner, type User } from '../test/make.ts'
import { withDatabase } from './database.ts'

/**
 * Compares a conversation of 100,000 messages with one of 1,000, each used in turn by a person without other
 * conversations: pages, list, unread, search, sending. Target: at most 1.5 times the time of 1,000.
 *   node server/bench/chat.ts [--messages 100000] [--small 1000] [--rounds 200]
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    small: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '200' },
  },
})
const [MANY, FEW, ROUNDS] = [values.messages, values.small, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const MOST_RATIO = 1.5
const PEOPLE = 20

interface Room {
  chatId: string
  reader: User
  messages: number
}

/** Search words in every message, in every tenth, and in twenty messages regardless of their number. */
const WORDS = `'concrete ' || case when n % 10 = 0 then 'formwork ' else 'steel ' end
  || case when n % greatest(1, total / 20) = 0 then 'unicorn' else 'axis ' || n end`

async function fill(db: Db, chatId: string, people: string[], messages: number) {
  await sql`insert into chat_messages (id, chat_id, position, user_id, message, words, created_at)
    select gen_random_uuid(), ${chatId}, n, (${people}::uuid[])[1 + n % cardinality(${people}::uuid[])], line,
      array_to_tsvector(array(select distinct w from regexp_split_to_table(line, ' ') w where w <> '')),
      now() - make_interval(mins => total - n)
    from (select n, total, ${sql.raw(WORDS)} as line from generate_series(1, ${messages}::int) n,
      (select ${messages}::int as total) t) lines`.execute(db)
  await sql`update chats set message_count = ${messages}, last_at = now() where id = ${chatId}`.execute(db)
  // only the reader has read anything, namely one half
  await sql`insert into chat_members (chat_id, user_id, read_position, delivered_position)
    select ${chatId}, unnest(${people}::uuid[]), ${messages / 2}::int, ${messages}::int
    on conflict (chat_id, user_id) do update set read_position = excluded.read_position`.execute(db)
}

async function makeRoom(app: TestApp, messages: number): Promise<Room> {
  const { db } = app.server
  const owner = await makeOwner(app)
  const people = [owner]
  for (let i = 1; i < PEOPLE; i++) people.push((await makeMember(app, owner.project.id, 'EDITOR')) as never)
  const { id } = await db
    .selectFrom('chats')
    .select('id')
    .where('project_id', '=', owner.project.id)
    .executeTakeFirstOrThrow()
  const ids = people.map((person) => person.id)
  await fill(db, id, ids, messages)
  return { chatId: id, reader: people[1] as User, messages }
}

const middle = ({ messages }: Room) => messages / 2
const questions: [name: string, path: (room: Room) => string][] = [
  ['newest page', ({ chatId }) => `/api/chat/${chatId}/message`],
  ['a page in the middle', (room) => `/api/chat/${room.chatId}/message?offset=${middle(room)}&limit=50`],
  ['the first page', ({ chatId }) => `/api/chat/${chatId}/message?offset=0&limit=50`],
  ['list of conversations', () => '/api/chat'],
  ['unread', () => '/api/chat/unread'],
  ['search: in twenty', () => '/api/chat/search?q=unicorn'],
  ['search: in every tenth', () => '/api/chat/search?q=formw'],
  ['search: in all', () => '/api/chat/search?q=concrete'],
]

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Measures both alternately, so that other load affects both. Returns whether the target is met. */
async function compare(name: string, many: () => Promise<unknown>, few: () => Promise<unknown>) {
  const times: [many: number[], few: number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(await timed(many))
    times[1].push(await timed(few))
  }
  const [large, small] = [median(times[0]), median(times[1])]
  const ratio = large / small
  const cells = [`${large.toFixed(1)} ms`, `${small.toFixed(1)} ms`, `ratio ${ratio.toFixed(2)}`]
  const isMet = ratio <= MOST_RATIO
  console.log(
    [name.padEnd(24), ...cells.map((cell) => cell.padStart(11)), isMet ? 'met' : 'MISSED'].join('  '),
  )
  return isMet
}

async function ask(reader: User, path: string) {
  const { status } = await reader.client.send('GET', path)
  if (status !== 200) throw new Error(`${path}: ${status}`)
}

const say = ({ reader, chatId }: Room) =>
  reader.client.call(sendMessage, {
    params: { id: chatId },
    body: { id: randomUUIDv7(), message: 'Formwork for level 2 arrives on Tuesday.' },
  })

await withDatabase(async ({ databaseUrl: url, dataDir: folder }) => {
  const limits = { RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_MAIL: '1000' }
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent', ...limits }, folder)
  const app = { ...(await createApp({ config, databaseUrl: url })), url, dataDir: folder }
  try {
    const [large, small] = [await makeRoom(app, MANY), await makeRoom(app, FEW)]
    await sql`analyze`.execute(app.server.db)
    console.log(`${'median'.padEnd(24)} ${`${MANY}`.padStart(12)} ${`${FEW}`.padStart(12)}`)
    let missed = 0
    for (const [name, path] of questions) {
      const asked = (room: Room) => () => ask(room.reader, path(room))
      if (!(await compare(name, asked(large), asked(small)))) missed++
    }
    if (
      !(await compare(
        'sending',
        () => say(large),
        () => say(small),
      ))
    )
      missed++
    console.log(`target: at most ${MOST_RATIO} times that of ${FEW}; missed: ${missed}`)
  } finally {
    await app.close()
  }
})
