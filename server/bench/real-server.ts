import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { checkSignupCode, completeSignup, startSignup } from '@plumbline/contract/auth'
import type { Db } from '../src/db/database.ts'
import { Remote } from '../test/remote.ts'

/** What benches that ask over HTTP begin with. */

/** The real server in a process of its own, on a database that is migrated. */
export function startServer(url: string, folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...{ ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' },
      ...{ DATABASE_URL: url, DEMO: 'false', RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_MAIL: '1000' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('is ready') && resolve(child))
    child.once('exit', () => reject(new Error('the server has ended')))
  })
}

export async function stopServer(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
}

/** A signed-in person, by the way that people come in. */
export async function signUp(db: Db, origin: string, email: string): Promise<{ remote: Remote; id: string }> {
  const remote = new Remote(origin)
  await remote.call(startSignup, { body: { email } })
  const { text } = await db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  const code = decodeURIComponent(/[?&]code=([^\s&]+)/.exec(text)?.[1] ?? '')
  await remote.call(checkSignupCode, { query: { code } })
  const names = { first_name: 'Ada', last_name: 'Mason', password: 'a long enough passphrase' }
  const me = await remote.call(completeSignup, { body: { code, ...names, terms_accepted: true } })
  return { remote, id: me.id }
}
