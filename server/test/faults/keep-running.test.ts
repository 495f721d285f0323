import { type ChildProcess, spawn } from 'node:child_process'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'

/** `npm start` restarts a server that dies. */

const keeper = pathToFileURL(path.join(import.meta.dirname, '../../../tools/keep-running.mjs')).href

/** Starts a program under the supervisor; `lives` are its scripts, one per start. */
async function keep(
  lives: string[],
  fastMs: number,
  { isInShell = false } = {},
): Promise<{ child: ChildProcess; said: () => string }> {
  const folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'keep-'))
  onTestFinished(() => fsp.rm(folder, { recursive: true, force: true }))
  const program = path.join(folder, 'program.mjs')
  await fsp.writeFile(
    program,
    `import fs from 'node:fs'
     const count = ${JSON.stringify(path.join(folder, 'count'))}
     const life = fs.existsSync(count) ? Number(fs.readFileSync(count)) : 0
     fs.writeFileSync(count, String(life + 1))
     console.log('life ' + life)
     const lives = [${lives.map((life) => `() => { ${life} }`).join(',')}]
     lives[Math.min(life, lives.length - 1)]()`,
  )
  const parent = path.join(folder, 'parent.mjs')
  await fsp.writeFile(
    parent,
    `import { keepRunning, watchParent } from ${JSON.stringify(keeper)}
     const kept = keepRunning(process.execPath, [${JSON.stringify(program)}], {}, {
       say: (line) => console.log(line), fastMs: ${fastMs}, pauseMs: 10,
     })
     process.on('SIGTERM', () => kept.stop('SIGTERM'))
     watchParent(() => kept.stop('SIGTERM'))
     process.exit(await kept.ended)`,
  )
  // a shell with a second command stays, as that of npm does
  const [command, args] = isInShell
    ? ['sh', ['-c', '"$0" "$1"; true', process.execPath, parent]]
    : [process.execPath, [parent]]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (piece: Buffer) => {
    text += piece
  })
  return { child, said: () => text }
}

const exit = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('close', resolve))
const READY = "process.send('ready');"
const KILLED = `${READY} setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50)`
const STAYS = `${READY} process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log('it stays')`

test('A killed server is restarted, and SIGTERM stops it for good', async () => {
  const { child, said } = await keep([KILLED, KILLED, STAYS], 60_000)
  await expect.poll(said, { timeout: 20_000 }).toContain('it stays')
  expect(said()).toContain('The server was ended by SIGKILL. Starting it again in')
  const ended = exit(child)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(said()).not.toContain('life 3')
})

test('A server stops when the shell that npm started it in is ended', async () => {
  const { child, said } = await keep([STAYS], 60_000, { isInShell: true })
  await expect.poll(said, { timeout: 20_000 }).toContain('it stays')
  // closed once no process holds its output any more
  const ended = exit(child)
  child.kill('SIGTERM')
  expect(await ended).toBeNull()
})

test('A server that keeps dying is given up with a reason and its exit code', async () => {
  const { child, said } = await keep([`${READY} setTimeout(() => process.exit(7), 20)`], 60_000)
  expect(await exit(child)).toBe(7)
  expect(said()).toContain('for the 5th time within 60 s of its start. Giving up')
  expect(said()).not.toContain('life 5')
})

test('A server that dies at long intervals is always restarted', async () => {
  const { child, said } = await keep([...Array(7).fill(KILLED), `${READY} process.exit(0)`], 1)
  expect(await exit(child)).toBe(0)
  expect(said()).toContain('life 7')
})

test('A server that cannot start is not restarted', async () => {
  const { child, said } = await keep(['process.exit(1)'], 60_000)
  expect(await exit(child)).toBe(1)
  expect(said()).not.toContain('life 1')
})
