import type { ChildProcess } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import path from 'node:path'
import { type CallOf, type EndpointSpec, fillPath, type ReplyOf } from '@plumbline/contract/http'
import { SignJWT } from 'jose'
import type { Db } from '../src/db/database.ts'
import { findFreePort } from './ports.ts'
import { endProgram, spawnBound } from './programs.ts'

/** A server in a child process that can be killed and restarted, with signed-in people. */

const SECRET_KEY = 'a key for servers that are there to be killed'
const main = path.join(import.meta.dirname, '../src/main.ts')

export class ServerProcess {
  /** chosen by the first start, and kept by the next ones */
  port = 0
  private readonly environment: Record<string, string>
  private child: ChildProcess | null = null
  /** receives the server's output, its log included */
  onOutput: (text: Buffer) => void = () => {}

  constructor(databaseUrl: string, dataDir: string, more: Record<string, string> = {}) {
    this.environment = {
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY },
      ...{ NODE_ENV: 'test', DEMO: 'false', LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '100000000' },
      ROW_LEVEL_SECURITY: 'on',
      ...more,
    }
  }

  get origin(): string {
    if (this.port === 0) throw new Error('the server has no port before its first start')
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.child?.exitCode !== null || this.child?.signalCode !== null
  }

  async start(): Promise<void> {
    this.port ||= await findFreePort()
    const child = spawnBound(
      process.execPath,
      [main],
      {
        env: { ...process.env, PORT: String(this.port), ...this.environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
      'KILL',
    )
    this.child = child
    let said = ''
    child.stderr?.on('data', (text: Buffer) => {
      process.stderr.write(text)
      said = (said + text).slice(-2000)
    })
    return new Promise((resolve, reject) => {
      child.stdout?.on('data', (text: Buffer) => {
        this.onOutput(text)
        if (text.includes('is ready')) resolve()
      })
      child.once('close', (code, signal) =>
        reject(new Error(`the server has ended with ${code ?? signal}: ${said}`)),
      )
    })
  }

  /** Closes the reading end of the server's output, like a log reader that has died. */
  closeOutput() {
    this.child?.stdout?.destroy()
  }

  /** Simulates a crash by SIGKILL. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.removeAllListeners('close')
    await endProgram(child, signal)
  }
}

/** A person with a session. */
export interface SignedIn {
  id: string
  token: string
}

/** Inserts people with sessions into the database, because hashing thousands of passwords would take minutes. */
export async function signInPeople(db: Db, count: number): Promise<SignedIn[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  for (let from = 0; from < count; from += 1000) {
    const users = ids.slice(from, from + 1000).map((id) => ({
      id,
      email: `${id}@example.com`,
      password_hash: '',
      first_name: 'Ada',
    }))
    await db.insertInto('users').values(users).execute()
  }
  return startSessions(db, ids)
}

/** Starts a session for each of these people. */
export async function startSessions(db: Db, ids: string[]): Promise<SignedIn[]> {
  const expires = new Date(Date.now() + 24 * 3600 * 1000)
  const people = ids.map((id) => ({ id, session: randomUUIDv7() }))
  for (let from = 0; from < people.length; from += 1000) {
    const some = people.slice(from, from + 1000)
    const sessions = some.map(({ id, session }) => ({
      ...{ id: session, user_id: id, expires_at: expires.toISOString() },
    }))
    await db.insertInto('sessions').values(sessions).execute()
  }
  const key = Buffer.from(SECRET_KEY)
  const sign = ({ id, session }: { id: string; session: string }) =>
    new SignJWT({ sid: session })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setExpirationTime(expires)
      .sign(key)
  return Promise.all(people.map(async (person) => ({ id: person.id, token: await sign(person) })))
}

/** Inserts a company with a project of these people, owned by the first; returns the ids of project and conversation. */
export async function makeProject(db: Db, people: SignedIn[]): Promise<{ id: string; chat_id: string }> {
  const [id, team_id, chat_id] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  const owner = people[0]?.id ?? ''
  await db.insertInto('teams').values({ id: team_id, name: 'Bench' }).execute()
  await db
    .insertInto('team_members')
    .values({ team_id, user_id: owner, role: 'OWNER', is_default: true })
    .execute()
  await db
    .insertInto('projects')
    .values({ id, team_id, name: 'Bench', code: 'BENCH', created_by: owner })
    .execute()
  await db.insertInto('chats').values({ id: chat_id, kind: 'PROJECT', project_id: id }).execute()
  await db
    .insertInto('project_members')
    .values(
      people.map(({ id: user_id }) => ({
        ...{ project_id: id, user_id, team_id, role: 'OTHER' as const, permission_level: 'EDITOR' as const },
      })),
    )
    .execute()
  return { id, chat_id }
}

/** Calls an endpoint as a signed-in person; null if it was refused or the server is unreachable. */
export async function callAs<E extends EndpointSpec>(
  origin: string,
  { token }: SignedIn,
  endpoint: E,
  input: CallOf<E>,
): Promise<ReplyOf<E> | null> {
  const { params, body } = input as { params?: Record<string, unknown>; body?: unknown }
  try {
    const answer = await fetch(origin + fillPath(endpoint.path, params), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
    return answer.ok ? ((await answer.json()) as ReplyOf<E>) : null
  } catch {
    return null
  }
}
