import { afterEach, expect, test, vi } from 'vitest'
import type { NewOperation, Operation } from '../api/outbox/operation.ts'
import { queryClient } from '../api/query.ts'
import { randomId } from '../base/random-id.ts'
import { Device } from './test/device.ts'
import { createRandom, type Random } from './test/random.ts'
import { SmallServer } from './test/small-server.ts'

/**
 * Random work on two devices while a third person edits online: networks that cut before or after the server acts, tabs
 * that are killed or doubled. Nothing may be lost, nothing doubled, nobody's value overwritten unseen.
 */

const PROJECT = '0c1f3a52-7d7e-4a57-8f53-1d6f5f6e1a01'
const isLong = process.env.TEST_OFFLINE === '1'
const seeds = isLong ? Array.from({ length: 50 }, (_, index) => index + 1) : [Date.now() % 100_000, 1, 2]
const OPERATIONS = isLong ? 500 : 120

interface Weather {
  isOnline: boolean
  /** chance that a request or its answer is lost */
  loss: number
  /** copies of requests that are still on their way */
  late: (() => void)[]
}

/**
 * Lets the devices reach the server through a network that loses requests before and answers after it, and that delivers
 * copies of requests once more, later and in another order.
 */
function connect(server: SmallServer, weather: Weather, random: Random) {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await Promise.resolve()
    const isLost = () => !weather.isOnline || random.chance(weather.loss)
    if (url === '/healthz') throw new TypeError('Failed to fetch')
    const reach = () =>
      server.handle(init.method ?? 'GET', url, new Headers(init.headers), init.body as string)
    if (weather.isOnline && init.method !== undefined && random.chance(0.15)) weather.late.push(reach)
    if (isLost()) throw new TypeError('Failed to fetch')
    const answer = reach()
    await Promise.resolve()
    if (isLost()) throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status })
  })
}

function deliverLate({ below }: Random, { late }: Weather) {
  const [arriving] = late.length > 0 ? late.splice(below(late.length), 1) : []
  arriving?.()
}

/** Records what the people wrote, for comparison with the server's final state. */
class Journal {
  readonly created: string[] = []
  readonly comments: { id: string; issue_id: string; text: string }[] = []
  /** the values that its author had seen when writing a value, and when keeping it in a conflict: only over them may it be written */
  readonly seen = new Map<string, unknown[]>()
  /** values that their author gave up for another's, with the number of writes of the server before */
  readonly givenUp = new Map<string, number>()
  readonly values: { issue_id: string; field: string; value: string }[] = []
  readonly labels: { issue_id: string; label: string }[] = []
}

const common = (issueId: string) => ({
  group: issueId,
  project_id: PROJECT,
  params: { id: PROJECT, issueId },
  label: '',
})

/** The issue as shown on the device: as last read, with waiting changes. */
function readOnDevice(device: Device, server: SmallServer, issueId: string): Record<string, unknown> {
  const waiting = [...device.disk.rows.values()].sort((a, b) => a.place - b.place)
  const own = waiting.filter(
    ({ group, kind, state }) => group === issueId && kind === 'updateIssue' && state === 'WAITING',
  )
  const blank = { name: '', status: 'OPEN', priority: 'MEDIUM', labels: [], watcher_ids: [] }
  return Object.assign({}, server.issues.get(issueId) ?? blank, ...own.map(({ body }) => body))
}

let counter = 0
const uniqueText = (word: string) => `${word} ${++counter}`

function buildOperation(random: Random, device: Device, server: SmallServer, journal: Journal): NewOperation {
  // another device does not see an issue before the server has it
  const ids = [
    ...new Set([...server.issues.keys(), ...[...device.disk.rows.values()].map(({ group }) => group)]),
  ]
  const choice = random.below(10)
  if (ids.length === 0 || choice === 0) {
    const id = randomId()
    journal.created.push(id)
    const body = { id, name: uniqueText('issue') }
    return { ...common(id), id, kind: 'createIssue', params: { id: PROJECT }, body }
  }
  const issueId = random.pick(ids)
  if (choice < 4) {
    const id = randomId()
    const comment = { id, issue_id: issueId, text: uniqueText('comment') }
    journal.comments.push(comment)
    return { ...common(issueId), id, kind: 'addComment', body: { id, text: comment.text } }
  }
  const now = readOnDevice(device, server, issueId)
  if (choice < 6) {
    const label = uniqueText('label')
    journal.labels.push({ issue_id: issueId, label })
    const labels = [...(now.labels as string[]), label]
    return { ...common(issueId), kind: 'updateIssue', base: { labels: now.labels }, body: { labels } }
  }
  const field = random.pick(['name', 'priority'])
  const value = uniqueText(field)
  journal.seen.set(value, [now[field]])
  journal.values.push({ issue_id: issueId, field, value })
  return { ...common(issueId), kind: 'updateIssue', base: { [field]: now[field] }, body: { [field]: value } }
}

/** The third person, who is always online. */
function editOnline(random: Random, server: SmallServer) {
  const ids = [...server.issues.keys()]
  if (ids.length === 0) return
  const field = random.pick(['name', 'priority'])
  server.update(random.pick(ids), { [field]: uniqueText('online') })
}

/** Decides the shown conflicts, as a person does in the sync centre. */
async function decideConflicts(random: Random, device: Device, server: SmallServer, journal: Journal) {
  await device.outbox.reload()
  for (const { id, conflict, body, state } of device.outbox.read().operations) {
    if (state === 'FAILED') throw new Error('Nothing of this test is refused')
    if (!conflict) continue
    const theirs = conflict.fields.filter(() => random.chance(0.5))
    for (const field of conflict.fields) {
      const mine = String(body?.[field])
      if (theirs.includes(field)) journal.givenUp.set(mine, server.writes.length)
      else journal.seen.get(mine)?.push(conflict.theirs[field])
    }
    await device.outbox.decide(id, theirs)
  }
}

async function settle(random: Random, devices: readonly Device[], server: SmallServer, journal: Journal) {
  for (let round = 0; round < 200; round++) {
    for (const device of devices) {
      await decideConflicts(random, device, server, journal)
      await device.send()
    }
    if (devices.every(({ disk }) => disk.rows.size === 0)) return
  }
  throw new Error(`Still waiting: ${JSON.stringify(devices.flatMap(({ disk }) => [...disk.rows.values()]))}`)
}

function judge(server: SmallServer, journal: Journal) {
  expect([...server.issues.keys()].sort()).toEqual([...journal.created].sort())
  for (const { id, issue_id, text } of journal.comments) {
    const found = server.issues.get(issue_id)?.comments.filter((comment) => comment.text === text)
    expect(found, text).toEqual([{ id, text }])
  }
  for (const { issue_id, label } of journal.labels)
    expect(
      server.issues.get(issue_id)?.labels.filter((each) => each === label),
      label,
    ).toEqual([label])
  for (const { value } of journal.values) {
    const writes = server.writes.filter(({ to }) => to === value)
    const seen = journal.seen.get(value) ?? []
    const froms = writes.map(({ from }) => from)
    expect(seen, `${value} was written over what its author had seen`).toEqual(expect.arrayContaining(froms))
    // again only by a decision of its author, over another value
    expect(new Set(froms).size, `${value} was written once over each`).toBe(froms.length)
    const decision = journal.givenUp.get(value)
    if (decision === undefined) expect(writes.length, `${value} was written`).toBeGreaterThan(0)
    else expect(server.writes.slice(decision).filter(({ to }) => to === value)).toEqual([])
  }
}

async function work(seed: number) {
  const random = createRandom(seed)
  const server = new SmallServer()
  const weather: Weather = { isOnline: true, loss: 0, late: [] }
  connect(server, weather, random)
  const devices = [new Device('ada'), new Device('bob')]
  const journal = new Journal()
  for (let step = 0; step < OPERATIONS; step++) {
    const device = random.pick(devices)
    await device.outbox.add([buildOperation(random, device, server, journal)])
    if (random.chance(0.2)) editOnline(random, server)
    if (random.chance(0.15)) weather.isOnline = !weather.isOnline
    if (random.chance(0.1)) weather.loss = random.pick([0, 0.2, 0.6])
    if (random.chance(0.3)) deliverLate(random, weather)
    if (random.chance(0.1)) device.openTab()
    const sending = random.chance(0.5) ? device.send() : Promise.resolve()
    if (random.chance(0.15)) device.killTabs()
    if (random.chance(0.6)) await sending
    if (random.chance(0.1)) await decideConflicts(random, device, server, journal)
  }
  weather.isOnline = true
  weather.loss = 0
  for (const device of devices) device.killTabs()
  await settle(random, devices, server, journal)
  while (weather.late.length > 0) deliverLate(random, weather)
  judge(server, journal)
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

for (const seed of seeds)
  test(
    `Two devices and a third person lose, double and overwrite nothing (seed ${seed})`,
    { timeout: 120_000 },
    () => work(seed),
  )

test('A status that has become impossible is kept with the reason of the server', async () => {
  const server = new SmallServer()
  connect(server, { isOnline: true, loss: 0, late: [] }, createRandom(1))
  const device = new Device('ada')
  const id = randomId()
  await device.outbox.add([
    { ...common(id), id, kind: 'createIssue', params: { id: PROJECT }, body: { id, name: 'Crack' } },
  ])
  await device.send()
  server.update(id, { status: 'VOID' })
  server.update(id, { status: 'REOPENED' })
  server.update(id, { status: 'RESOLVED' })
  server.update(id, { status: 'CLOSED' })
  const body = { status: 'IN_PROGRESS' }
  await device.outbox.add([{ ...common(id), kind: 'updateIssue', base: { status: 'CLOSED' }, body }])
  await device.send()
  const [kept] = (await device.disk.all()) as [Operation]
  expect(kept).toMatchObject({ state: 'FAILED', body, problem: { code: 'wrong_state' } })
})
