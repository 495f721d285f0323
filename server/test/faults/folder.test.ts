import { execFileSync, spawn } from 'node:child_process'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { borrowPostgres } from '../../src/db/postgres-keeper.ts'
import { findRunningPid, rotateLog } from '../../src/db/postmaster.ts'
import { ServerProcess } from '../server-process.ts'

/** DATA_DIR with two servers, as a copy, and with its log. */

let folder: string
beforeAll(async () => {
  folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'folder-'))
  await fsp.chmod(folder, 0o755)
})
afterAll(() => fsp.rm(folder, { recursive: true, force: true }))

const dataDir = () => path.join(folder, 'data')

test('A second server on the same folder exits with the reason, and the first keeps running', async () => {
  const first = new ServerProcess('', dataDir())
  await first.start()
  try {
    const main = path.join(import.meta.dirname, '../../src/main.ts')
    const second = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATA_DIR: dataDir(),
        PORT: '0',
        DEMO: 'false',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    second.stderr.on('data', (text: Buffer) => {
      said += text
    })
    expect(await new Promise((resolve) => second.once('close', resolve))).toBe(1)
    expect(said).toMatch(/^Another Plumbline server is running on .*set DATA_DIR to another folder\.\n$/)
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
  } finally {
    await first.end('SIGTERM')
  }
})

test('A copy of the folder without modes and owners starts', async () => {
  const copy = path.join(folder, 'copy')
  // without -p: owned by the copying user and readable by all
  execFileSync('sh', ['-c', `umask 022 && cp -r "${dataDir()}" "${copy}" && chmod -R go+rX "${copy}"`])
  const server = new ServerProcess('', copy)
  await server.start()
  try {
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    const { mode } = await fsp.stat(path.join(copy, 'postgres'))
    expect(mode & 0o077).toBe(0)
  } finally {
    await server.end('SIGTERM')
  }
})

test('A pid file that names another program neither stops the start nor harms that program', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const pidFile = path.join(dataDir(), 'postgres/postmaster.pid')
  await fsp.writeFile(pidFile, `${other.pid}\n${dataDir()}/postgres\n0\n5432\n\n\n\n`)
  const postgres = await startEmbeddedPostgres(dataDir())
  expect(postgres.isAttached).toBe(false)
  await postgres.stop()
  expect(other.exitCode).toBe(null)
  expect(other.kill('SIGKILL')).toBe(true)
})

test('A command that ends leaves the database to the server that was started meanwhile', async () => {
  const cluster = path.join(dataDir(), 'postgres')
  const borrowed = await borrowPostgres(dataDir())
  const server = new ServerProcess('', dataDir())
  await server.start()
  try {
    const pid = findRunningPid(cluster)
    await borrowed.release()
    expect(findRunningPid(cluster)).toBe(pid)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  } finally {
    await server.end('SIGTERM')
  }
  const alone = await borrowPostgres(dataDir())
  expect(findRunningPid(cluster)).not.toBe(null)
  await alone.release()
  expect(findRunningPid(cluster)).toBe(null)
})

test('The last two segments of PostgreSQL’s log are kept', async () => {
  const log = path.join(folder, 'postgres.log')
  await fsp.writeFile(log, 'old\n'.repeat(100))
  await rotateLog({ log }, 1000)
  expect((await fsp.readFile(log, 'utf8')).length).toBe(400)
  await rotateLog({ log }, 100)
  await fsp.appendFile(log, 'new\n')
  expect([await fsp.readFile(log, 'utf8'), (await fsp.readFile(`${log}.1`, 'utf8')).length]).toEqual([
    'new\n',
    400,
  ])
})
