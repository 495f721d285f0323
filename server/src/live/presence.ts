import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Bus } from './bus.ts'
import type { ConnectedPeople, ConnectedPerson } from './connected-people.ts'
import { encodeFrame, type SocketClient } from './socket-client.ts'

/**
 * Online users and the projects they view, over all processes. Each process broadcasts changes of its own users, numbered
 * so that a lost one is noticed, and a heartbeat with the last number. A process that missed a change requests a snapshot;
 * users of a silent process are removed. `presence.updated` goes to a project's members, throttled.
 */

export interface PresenceTimes {
  /** interval of looking for changes to send */
  tick: number
  /** minimum interval of updates to a project's members */
  tell: number
  /** how long a user stays online after the last socket closed: a page reload reconnects */
  linger: number
  beat: number
  /** without a message for this long a process counts as ended */
  silence: number
}
export const defaultPresenceTimes: PresenceTimes = {
  tick: 250,
  tell: 2000,
  linger: 7000,
  beat: 25_000,
  silence: 75_000,
}

/** PostgreSQL NOTIFY allows 8,000 bytes */
const MAX_MESSAGE_CHARS = 6000
/** limit of user ids in an update; users viewing the project come first */
const MAX_PEOPLE = 500
/** bandwidth for updates in bytes per ms; larger projects are updated less often */
const BYTES_PER_MS = 4000
/** limit of presence data sent to a new socket */
const MAX_FIRST_BYTES = 200_000

const PersonViews = z.array(z.tuple([z.string(), z.nullable(z.array(z.string()))]))
const Message = z.object({
  from: z.string(),
  /** number of the sender's last change, including this message's */
  version: z.number(),
  /** changes: project ids viewed by each user, null for users who went offline */
  people: z.optional(PersonViews),
  /** a part of a snapshot, in reply to `ask`; the last part contains the total number of users */
  whole: z.optional(z.union([z.literal('PART'), z.number()])),
  /** requests a snapshot from this process id, or from all */
  ask: z.optional(z.string()),
  bye: z.optional(z.boolean()),
})
type Message = z.output<typeof Message>
type PersonView = z.output<typeof PersonViews>[number]

interface Process {
  /** null: a snapshot was requested */
  version: number | null
  heard_at: number
  people: Set<string>
  /** parts of a snapshot received so far */
  parts: PersonView[]
}

export class Presence {
  private id: string = randomUUID()
  private version = 0
  private bus: Bus
  private people: ConnectedPeople
  private times: PresenceTimes
  private send: (client: SocketClient, frame: Buffer) => void
  private onError: (error: unknown) => void
  /** last broadcast view of each user of this process, as JSON by user id */
  private announced = new Map<string, string>()
  private toAnnounce = new Set<string>()
  private lingering = new Map<string, NodeJS.Timeout>()
  private processes = new Map<string, Process>()
  private changedProjects = new Set<string>()
  private frames = new Map<string, Buffer>()
  /** earliest time of the next update, in ms, by project id */
  private quietUntil = new Map<string, number>()
  private timers: NodeJS.Timeout[]

  constructor(
    bus: Bus,
    people: ConnectedPeople,
    send: (client: SocketClient, frame: Buffer) => void,
    onError: (error: unknown) => void,
    times: PresenceTimes,
  ) {
    this.bus = bus
    this.people = people
    this.send = send
    this.onError = onError
    this.times = times
    bus.subscribe('presence', (message) => void this.handleMessage(message).catch(onError))
    const beat = () => {
      this.broadcast({})
      this.removeSilentProcesses()
    }
    this.timers = [setInterval(() => this.tick(), times.tick), setInterval(beat, times.beat)]
    for (const timer of this.timers) timer.unref()
    this.broadcast({ ask: 'all' })
  }

  private broadcast(message: Omit<Message, 'from' | 'version'>) {
    this.bus.publish('presence', { from: this.id, version: this.version, ...message }).catch(this.onError)
  }

  /** Schedules an update of a project's presence. */
  markChanged(projectId: string) {
    this.changedProjects.add(projectId)
    this.frames.delete(projectId)
  }

  /** Marks the user of a new socket online and sends it the presence of its projects. */
  enter(client: SocketClient) {
    const { person } = client
    const timer = this.lingering.get(person.user_id)
    if (timer) this.endLinger(person.user_id, timer)
    for (const id of [...person.lastViewed, client.viewedProject]) if (id) this.markChanged(id)
    person.lastViewed = []
    this.toAnnounce.add(person.user_id)
    let bytes = 0
    for (const projectId of person.levels.keys()) {
      if (this.people.listByProject(projectId).size < 2) continue
      const frame = this.getFrame(projectId)
      bytes += frame.length
      if (bytes > MAX_FIRST_BYTES) return
      this.send(client, frame)
    }
  }

  private endLinger(userId: string, timer: NodeJS.Timeout) {
    clearTimeout(timer)
    this.lingering.delete(userId)
    this.people.release(userId)
  }

  /** Handles a closed socket: after the last one the user goes offline unless another opens soon. */
  leave({ person, viewedProject }: SocketClient) {
    const { user_id } = person
    if (viewedProject) this.markChanged(viewedProject)
    this.toAnnounce.add(user_id)
    if (person.clients.size > 0) return
    person.lastViewed = viewedProject ? [viewedProject] : []
    this.people.acquire(user_id)
    const end = () => {
      person.lastViewed = []
      if (viewedProject) this.markChanged(viewedProject)
      this.toAnnounce.add(user_id)
      this.endLinger(user_id, timer)
    }
    const timer = setTimeout(end, this.times.linger)
    timer.unref()
    this.lingering.set(user_id, timer)
  }

  /** Records which project the page of a socket shows, null for none. */
  setViewedProject(client: SocketClient, projectId: string | null) {
    const { person } = client
    for (const id of [client.viewedProject, projectId]) if (id && person.levels.has(id)) this.markChanged(id)
    client.viewedProject = projectId
    this.toAnnounce.add(person.user_id)
    if (projectId && person.levels.has(projectId)) this.send(client, this.getFrame(projectId))
  }

  private listViewedHere(person: ConnectedPerson): string[] {
    const own = [...person.clients].map(({ viewedProject }) => viewedProject).filter((id) => id !== null)
    return [...new Set([...own, ...person.lastViewed])]
  }

  private getFrame(projectId: string): Buffer {
    const known = this.frames.get(projectId)
    if (known) return known
    const here: string[] = []
    const others: string[] = []
    for (const person of this.people.listByProject(projectId)) {
      const views = [this.listViewedHere(person), ...person.viewedElsewhere.values()]
      ;(views.some((ids) => ids.includes(projectId)) ? here : others).push(person.user_id)
    }
    const data = {
      online: [...here, ...others].slice(0, MAX_PEOPLE).sort(),
      here: here.slice(0, MAX_PEOPLE).sort(),
    }
    const frame = encodeFrame({ id: 0, type: 'presence.updated', project_id: projectId, data })
    this.frames.set(projectId, frame)
    return frame
  }

  private tick() {
    this.announce()
    const now = Date.now()
    for (const projectId of this.changedProjects) {
      if ((this.quietUntil.get(projectId) ?? 0) > now) continue
      this.changedProjects.delete(projectId)
      const clients = [...this.people.listByProject(projectId)].flatMap((person) => [...person.clients])
      if (clients.length === 0) {
        this.frames.delete(projectId)
        this.quietUntil.delete(projectId)
        continue
      }
      const frame = this.getFrame(projectId)
      for (const client of clients) this.send(client, frame)
      const pause = Math.max(this.times.tell, (frame.length * clients.length) / BYTES_PER_MS)
      this.quietUntil.set(projectId, now + pause)
    }
  }

  /** The broadcast view of a user of this process; null if they are offline here. */
  private getPersonView(userId: string): PersonView {
    const person = this.people.find(userId)
    const isHere = person && (person.clients.size > 0 || this.lingering.has(userId))
    return [userId, isHere ? this.listViewedHere(person) : null]
  }

  private announce() {
    let people: PersonView[] = []
    let chars = 0
    const flush = () => {
      if (people.length === 0) return
      this.version++
      this.broadcast({ people })
      people = []
      chars = 0
    }
    for (const userId of this.toAnnounce) {
      const view = this.getPersonView(userId)
      const text = JSON.stringify(view)
      const before = this.announced.get(userId)
      if (view[1] === null) this.announced.delete(userId)
      else this.announced.set(userId, text)
      if (before === text || (before === undefined && view[1] === null)) continue
      if (chars + text.length > MAX_MESSAGE_CHARS) flush()
      people.push(view)
      chars += text.length
    }
    this.toAnnounce.clear()
    flush()
  }

  private announceAll() {
    this.announce()
    let people: PersonView[] = []
    let chars = 0
    for (const text of this.announced.values()) {
      if (chars + text.length > MAX_MESSAGE_CHARS) {
        this.broadcast({ people, whole: 'PART' })
        people = []
        chars = 0
      }
      people.push(JSON.parse(text) as PersonView)
      chars += text.length
    }
    this.broadcast({ people, whole: this.announced.size })
  }

  private async handleMessage(message: unknown) {
    const { data } = z.safeParse(Message, message)
    if (!data || data.from === this.id) return
    if (data.ask === 'all' || data.ask === this.id) this.announceAll()
    if (data.bye) return this.removeProcess(data.from)
    const process = this.processes.get(data.from) ?? {
      version: data.version === 0 ? 0 : -1,
      heard_at: 0,
      people: new Set<string>(),
      parts: [],
    }
    process.heard_at = Date.now()
    this.processes.set(data.from, process)
    if (data.whole !== undefined) return this.applySnapshot(process, data)
    const expected = (process.version ?? 0) + (data.people ? 1 : 0)
    if (process.version === null && data.people) return
    if (process.version !== null && data.version === expected) {
      process.version = data.version
      return this.applyViews(data.from, process, data.people ?? [])
    }
    process.version = null
    this.broadcast({ ask: data.from })
  }

  private async applySnapshot(process: Process, { from, version, people = [], whole }: Message) {
    process.parts.push(...people)
    if (whole === 'PART') return
    const all = process.parts
    process.parts = []
    // a part was lost: the next heartbeat triggers another request
    process.version = all.length === whole ? version : null
    const there = new Set(all.map(([id]) => id))
    const gone: PersonView[] = [...process.people].filter((id) => !there.has(id)).map((id) => [id, null])
    await this.applyViews(from, process, [...gone, ...all])
  }

  private async applyViews(from: string, process: Process, people: PersonView[]) {
    const added: string[] = []
    for (const [userId, viewed] of people) {
      const person = process.people.has(userId) ? this.people.find(userId) : undefined
      for (const id of person?.viewedElsewhere.get(from) ?? []) this.markChanged(id)
      if (viewed === null) {
        if (person) this.removePerson(from, process, person)
        continue
      }
      if (!person) added.push(userId)
      process.people.add(userId)
      ;(person ?? this.people.acquire(userId)).viewedElsewhere.set(from, viewed)
      for (const id of viewed) this.markChanged(id)
    }
    await this.people.refreshLevels(added)
  }

  private removePerson(from: string, process: Process, person: ConnectedPerson) {
    person.viewedElsewhere.delete(from)
    process.people.delete(person.user_id)
    this.people.release(person.user_id)
  }

  private removeProcess(from: string) {
    const process = this.processes.get(from)
    if (!process) return
    this.processes.delete(from)
    for (const userId of [...process.people]) {
      const person = this.people.find(userId)
      for (const id of person?.viewedElsewhere.get(from) ?? []) this.markChanged(id)
      if (person) this.removePerson(from, process, person)
    }
  }

  private removeSilentProcesses() {
    const before = Date.now() - this.times.silence
    for (const [id, { heard_at }] of this.processes) if (heard_at < before) this.removeProcess(id)
  }

  /** Announces that this process ends, and stops. */
  close() {
    this.broadcast({ bye: true })
    this.stop()
  }

  stop() {
    for (const timer of this.timers) clearInterval(timer)
    for (const timer of this.lingering.values()) clearTimeout(timer)
  }
}
