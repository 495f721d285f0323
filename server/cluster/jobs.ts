import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSignup } from '@plumbline/contract/auth/auth'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import { fillPath } from '@plumbline/contract/http'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { expect } from 'vitest'
import { Client } from '../test/client.ts'
import { makeOwner } from '../test/make.ts'
import type { ServerProcess } from '../test/server-process.ts'
import { sendModel, waitUntilProcessed } from '../test/upload.ts'
import type { Cluster } from './cluster.ts'
import { createBuilding } from './flow.ts'
import { connectApp } from './remote-app.ts'

/** Jobs on two workers: conversions and mails. */

const MODELS = 10
const MAILS = 40

/** Attempts of conversions that a worker has in its work folder, as `<version>-<attempt>`. */
function listAttempts(cluster: Cluster, worker: ServerProcess): string[] {
  const folder = path.join(cluster.getDataDir(worker), 'work')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  return names.flatMap((name) => /^[0-9a-f-]{36}-\d+/.exec(name) ?? [])
}

const findAttempts = (cluster: Cluster, ids: string[]) =>
  cluster.database.db
    .selectFrom('bim_file_variants')
    .select(['id', 'attempt', 'state'])
    .where('id', 'in', ids)
    .execute()

/** Watches which worker has which attempt until `ended`. */
async function watchWorkers(cluster: Cluster, ended: () => boolean): Promise<Set<string>[]> {
  const seen = cluster.workers.map(() => new Set<string>())
  while (!ended()) {
    for (const [index, worker] of cluster.workers.entries())
      for (const attempt of listAttempts(cluster, worker)) seen[index]?.add(attempt)
    await pause(10)
  }
  return seen
}

export async function checkConversionsRunOnce(cluster: Cluster) {
  const { client, project } = await makeOwner(connectApp(cluster, cluster.origin))
  let hasEnded = false
  const watching = watchWorkers(cluster, () => hasEnded)
  const sent = []
  for (let count = 0; count < MODELS; count++)
    sent.push(await sendModel(client, project.id, `model${count}.ifc`, createBuilding()))
  for (const each of sent)
    expect((await waitUntilProcessed(client, project.id, each)).state).toBe('COMPLETED')
  hasEnded = true
  const [first = new Set(), second = new Set()] = await watching
  expect(first.size).toBeGreaterThan(0)
  expect(second.size).toBeGreaterThan(0)
  expect([...first].filter((attempt) => second.has(attempt))).toEqual([])
  const ids = sent.map(({ variantId }) => variantId)
  expect((await findAttempts(cluster, ids)).map(({ attempt }) => attempt)).toEqual(ids.map(() => 1))
  expect(await client.call(listNotifications, { query: { page_size: 100 } })).toHaveLength(MODELS)
}

export async function checkMailsAreSentOnce(cluster: Cluster) {
  const app = connectApp(cluster, cluster.origin)
  const addresses = Array.from({ length: MAILS }, (_, index) => `person${index}@once.example`)
  await Promise.all(addresses.map((email) => new Client(app).call(startSignup, { body: { email } })))
  const isTheirs = (address: string) => address.endsWith('@once.example')
  await expect.poll(() => cluster.mails.filter(isTheirs).length, { timeout: 30_000 }).toBe(MAILS)
  const countJobs = async () => {
    const { rows } = await cluster.database.pool.query<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')",
    )
    return rows[0]?.n
  }
  await expect.poll(countJobs, { timeout: 30_000 }).toBe(0)
  expect(cluster.mails.filter(isTheirs).sort()).toEqual(addresses.sort())
}

/** Pids of a process' children. */
function listChildren(pid: number): number[] {
  const isChild = (each: string) => {
    try {
      const stat = fs.readFileSync(`/proc/${each}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
    } catch {
      return false
    }
  }
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number)
}

/** Kills a worker while it converts a model, and starts it again: another worker or its successor takes over. */
export async function checkKilledWorker(cluster: Cluster) {
  const { client, project } = await makeOwner(connectApp(cluster, cluster.origin))
  const sent = await sendModel(client, project.id, 'large.ifc', createBuilding(4))
  const findWorker = () =>
    cluster.workers.find((worker) => listAttempts(cluster, worker).includes(`${sent.variantId}-1`))
  await expect.poll(findWorker, { timeout: 30_000, interval: 10 }).toBeDefined()
  const worker = findWorker() as ServerProcess
  const children = listChildren(worker.pid)
  expect(children.length).toBeGreaterThan(0)
  await worker.end('SIGKILL')
  await expect
    .poll(() => children.filter((pid) => fs.existsSync(`/proc/${pid}`)), { timeout: 20_000 })
    .toEqual([])
  await worker.start()
  expect(await findAttempts(cluster, [sent.variantId])).toMatchObject([{ attempt: 1, state: 'PROCESSING' }])

  const variant = await waitUntilProcessed(client, project.id, sent)
  expect(variant).toMatchObject({ state: 'COMPLETED', is_current: true, error: null })
  expect(await findAttempts(cluster, [sent.variantId])).toMatchObject([{ attempt: 2 }])
  expect(await client.call(listNotifications, { query: {} })).toHaveLength(1)
  const params = { id: project.id, variantId: variant.id, key: variant.artefacts_key ?? '' }
  const manifest = await client.send('GET', fillPath(getArtefact.path, { ...params, name: 'manifest.json' }))
  expect(manifest.status).toBe(200)
}
