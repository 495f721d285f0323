import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { writeBcf } from '@plumbline/bcf/write'
import { applyBcfImport, exportBcf, getBcfImport, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { fillPath } from '@plumbline/contract/http'
import { createProject, listProjects } from '@plumbline/contract/projects/projects'
import { generateProject, generateTopics } from '../../bcf/generate/topics.ts'
import { findFreePort } from '../test/ports.ts'
import { Remote, residentMb } from '../test/remote.ts'

/**
 * Time and memory growth of the server process while topics with pictures are imported from a BCF file and exported again,
 * beside a tenth of them; Linux only. Targets: 10,000 topics are taken over in 15 s, and take 150 MB more than a tenth.
 *   node server/bench/bcf.ts [--topics 10000] [--snapshot 400]
 */
const { values } = parseArgs({
  options: { topics: { type: 'string', default: '10000' }, snapshot: { type: 'string', default: '400' } },
})
const most = Number(values.topics)
const TARGET_MB = 150
const TARGET_S = 15
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'))
const port = await findFreePort()

function startServer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../src/main.ts')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: path.join(work, 'data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('is ready') && resolve(child))
    child.once('exit', () => reject(new Error('the server has ended')))
  })
}

/** Measures the time of some work and the peak resident memory in MB. */
async function measured(pid: number, work: () => Promise<unknown>) {
  let peak = 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentMb(pid).catch(() => 0))
  }, 50)
  const began = performance.now()
  await work().finally(() => clearInterval(timer))
  return { seconds: (performance.now() - began) / 1000, peak }
}

async function until(remote: Remote, id: string, importId: string, state: string) {
  for (;;) {
    const found = await remote.call(getBcfImport, { params: { id, importId } })
    if (found.state === state) return
    if (found.error) throw new Error(found.error.message)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function run(remote: Remote, pid: number, topics: number) {
  const project = await remote.call(createProject, { body: { name: `Exchange of ${topics}` } })
  const { id } = project
  const file = path.join(work, `${topics}.bcf`)
  const made = generateTopics({ topics, snapshot: Number(values.snapshot), seed: String(topics) })
  await pipeline(writeBcf('3.0', generateProject(), made), createWriteStream(file))
  let importId = ''
  const read = await measured(pid, async () => {
    const url = `${fillPath(startBcfImport.path, { id })}?name=made.bcf`
    importId = (await remote.sendForm<{ id: string }>(url, await openAsBlob(file))).id
    await until(remote, id, importId, 'READY')
  })
  const taken = await measured(pid, async () => {
    await remote.call(applyBcfImport, { params: { id, importId }, body: { known: 'MERGE' } })
    await until(remote, id, importId, 'DONE')
  })
  const sent = await measured(pid, async () => {
    const url = `${remote.origin}${fillPath(exportBcf.path, { id })}?version=3.0`
    const answer = await fetch(url, { headers: { cookie: remote.cookie } })
    if (!answer.ok || !answer.body) throw new Error(`export: ${answer.status}`)
    for await (const _ of answer.body);
  })
  const words = Object.entries({ read, taken, sent }).map(
    ([name, { seconds, peak }]) => `${name} in ${seconds.toFixed(1)} s (peak ${peak.toFixed(0)} MB)`,
  )
  console.log(`${topics} topics: ${words.join(', ')}`)
  return { peak: Math.max(read.peak, taken.peak, sent.peak), seconds: taken.seconds }
}

const server = await startServer()
try {
  const remote = new Remote(`http://127.0.0.1:${port}`)
  await remote.signInToDemo()
  await remote.call(listProjects, {})
  const pid = server.pid ?? 0
  await run(remote, pid, Math.ceil(most / 10))
  const small = await run(remote, pid, Math.ceil(most / 10) + 1)
  const large = await run(remote, pid, most)
  const growth = large.peak - small.peak
  const isMet = growth < TARGET_MB && large.seconds < TARGET_S
  console.log(
    `server process, ${most} topics against a tenth: ${growth.toFixed(0)} MB more at its peak (${large.peak.toFixed(0)} / ${small.peak.toFixed(0)}), targets < ${TARGET_MB} MB, < ${TARGET_S} s: ${isMet ? 'met' : 'MISSED'}`,
  )
  if (!isMet) process.exitCode = 1
} finally {
  server.removeAllListeners('exit')
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(work, { recursive: true, force: true })
}
