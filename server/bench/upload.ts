import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'
import { listProjects } from '@plumbline/contract/projects/projects'
import { findFreePort } from '../test/ports.ts'
import { cpuMs, Remote, residentMb } from '../test/remote.ts'

/**
 * Memory growth of the server process while a large model is uploaded and converted, compared with small models; Linux
 * only.
 *   node server/bench/upload.ts [--megabytes 1000]
 */
const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' } } })
const megabytes = Number(values.megabytes)
const TARGET_MB = 50
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'))
const port = await findFreePort()

async function generated(size: number): Promise<string> {
  const file = path.join(work, `generated-${size}.ifc`)
  const pieces = generateBuilding({
    ...chooseBuildingSize('architecture', size * 1e6),
    discipline: 'architecture',
    version: 1,
    seed: size,
  })
  await pipeline(Readable.from(pieces), createWriteStream(file))
  return file
}

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

/** Peak resident memory during some work in MB. */
async function peakWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentMb(pid).catch(() => 0))
  }, 50)
  await work().finally(() => clearInterval(timer))
  return peak
}

/** Waits until the server is idle: a new one creates and renders its demo. */
async function quiet(pid: number) {
  for (let calm = 0; calm < 3; ) {
    const before = await cpuMs(pid)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    calm = (await cpuMs(pid)) - before < 50 ? calm + 1 : 0
  }
}

async function stop(server: ChildProcess) {
  server.removeAllListeners('exit')
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
}

async function sendAndWait(remote: Remote, projectId: string, file: string): Promise<string> {
  const blob = await openAsBlob(file)
  const began = performance.now()
  const { headerId } = await remote.send(projectId, path.basename(file), blob.size, blob)
  const sent = performance.now()
  for (;;) {
    const [version] = await remote.versions(projectId, headerId)
    if (version && ['COMPLETED', 'FAILED'].includes(version.state)) {
      const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
      const words = `${version.state}, sent in ${seconds(began, sent)}, processed in ${seconds(sent, performance.now())}`
      return version.error ? `${words}: ${version.error.message}` : words
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

let server = await startServer()
try {
  await quiet(server.pid ?? 0)
  await stop(server)
  server = await startServer()
  await quiet(server.pid ?? 0)
  const remote = new Remote(`http://127.0.0.1:${port}`)
  await remote.signInToDemo()
  const project = (await remote.call(listProjects, {})).find(({ is_demo }) => is_demo)
  const id = project?.id ?? ''
  const pid = server.pid ?? 0
  // warmed up: code is compiled and the young generation has its size
  const little = await generated(10)
  let small = 0
  for (let round = 0; round < 3; round++)
    small = Math.max(
      small,
      await peakWhile(pid, async () => console.log(await sendAndWait(remote, id, little))),
    )
  const file = await generated(megabytes)
  const { size } = await stat(file)
  const large = await peakWhile(pid, async () => console.log(await sendAndWait(remote, id, file)))
  const growth = large - small
  console.log(
    `server process, ${(size / 1e6).toFixed(0)} MB against 10 MB: ${growth.toFixed(0)} MB more at its peak (${large.toFixed(0)} / ${small.toFixed(0)}), target < ${TARGET_MB}: ${growth < TARGET_MB ? 'met' : 'MISSED'}`,
  )
} finally {
  await stop(server)
  rmSync(work, { recursive: true, force: true })
}
