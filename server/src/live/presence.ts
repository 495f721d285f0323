import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Bus } from './bus.ts'
import type { ConnectedPeople, ConnectedPerson } from './connected-people.ts'
import { encodeFrame, type SocketClient } from './socket-client.ts'

/**
 * Who is connected, and who looks at which project, over all processes. Each process announces its own people: changes
 * as they come, numbered so that a lost one is noticed, and a beat with the last number. Who misses something asks for
 * all of it; the people of a process that is silent are gone. `presence.updated` goes to a project's members in time.
 */

export interface PresenceTimes {
  /** a project's members hear of changes this often at most */
  tell: number
  /** a page that is loaded again has not left */
  linger: number
  beat: number
  /** a process without a sign of life has ended */
  silence: number
}
export const defaultPresenceTimes: PresenceTimes = { tell: 2000, linger: 7000, beat: 25_000, silence: 75_000 }

const TICK_MS = 250
/** NOTIFY takes 8,000 bytes. */
const MAX_MESSAGE_CHARS = 6000
/** Larger crowds are told in part: those who look at the project first. */
const MAX_PEOPLE = 500
/** What telling may cost this process in a second; larger crowds are told less often. */
const BYTES_PER_MS = 4000
/** What a socket gets of its projects when it opens. */
const MAX_FIRST_BYTES = 200_000

const PersonViews = z.array(z.tuple([z.string(), z.nullable(z.array(z.string()))]))
const Message = z.object({
  from: z.string(),
  /** number of the last change, this one when there is one */
  version: z.number(),
  /** changes: the projects that people look at, null for who has gone */
  people: z.optional(PersonViews),
  /** these are a part of everything, in answer to `ask`; the last part says how many people there are */
  whole: z.optional(z.union([z.literal('PART'), z.number()])),
  /** everything is wanted of this process, or of all */
  ask: z.optional(z.string()),
  bye: z.optional(z.boolean()),
})
type Message = z.output<typeof Message>
type PersonView = z.output<typeof PersonViews>[number]

interface Process {
  /** null: it has been asked for everything */
  version: number | null
  heard_at: number
  people: Set<string>
  /** the parts of everything that have come so far */
  parts: PersonView[]
}

export class Presence {
  private id: string = randomUUID()
  private version = 0
  private bus: Bus
  private people: ConnectedPeople
  private times: PresenceTimes
  private onError: (error: unknown) => void
  /** what this process has announced, as text by person */
  private announced = new Map<string, string>()
  private toAnnounce = new Set<string>()
  private lingering = new Map<string, NodeJS.Timeout>()
  private processes = new Map<string, Process>()
  private changedProjects = new Set<string>()
  private frames = new Map<string, Buffer>()
  /** until when a project's members are left in peace */
  private quietUntil = new Map<string, number>()
  private timers: NodeJS.Timeout[]

  constructor(bus: Bus, people: ConnectedPeople, onError: (error: unknown) => void, times: PresenceTimes) {
    this.bus = bus
    this.people = people
    this.onError = onError
    this.times = times
    bus.subscribe('presence', (message) => void this.handleMessage(message).catch(onError))
    const beat = () => {
      this.broadcast({})
      this.removeSilentProcesses()
    }
    this.timers = [setInterval(() => this.tick(), TICK_MS), setInterval(beat, times.beat)]
    for (const timer of this.timers) timer.unref()
    this.broadcast({ ask: 'all' })
  }

  private broadcast(message: Omit<Message, 'from' | 'version'>) {
    this.bus.publish('presence', { from: this.id, version: this.version, ...message }).catch(this.onError)
  }

  /** Something about a project's people has changed. */
  markChanged(projectId: string) {
    this.changedProjects.add(projectId)
    this.frames.delete(projectId)
  }

  /** A socket is there: its person is online, and it hears who else is. */
  enter(reader: SocketClient) {
    const { person } = reader
    const timer = this.lingering.get(person.user_id)
    if (timer) this.endLinger(person.user_id, timer)
    for (const id of [...person.lastViewed, reader.viewedProject]) if (id) this.markChanged(id)
    person.lastViewed = []
    this.toAnnounce.add(person.user_id)
    let bytes = 0
    for (const projectId of person.levels.keys()) {
      if (this.people.listByProject(projectId).size < 2) continue
      const frame = this.getFrame(projectId)
      bytes += frame.length
      if (bytes > MAX_FIRST_BYTES) return
      this.send(reader, frame)
    }
  }

  private endLinger(userId: string, timer: NodeJS.Timeout) {
    clearTimeout(timer)
    this.lingering.delete(userId)
    this.people.release(userId)
  }

  /** A socket has gone; its person goes, too, when it was the last one and no other comes soon. */
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

  /** The page of a socket shows this project, or none. */
  setViewedProject(reader: SocketClient, projectId: string | null) {
    const { person } = reader
    for (const id of [reader.viewedProject, projectId]) if (id && person.levels.has(id)) this.markChanged(id)
    reader.viewedProject = projectId
    this.toAnnounce.add(person.user_id)
    if (projectId && person.levels.has(projectId)) this.send(reader, this.getFrame(projectId))
  }

  private send: (reader: SocketClient, frame: Buffer) => void = () => {}

  /** How frames are sent. */
  through(send: (reader: SocketClient, frame: Buffer) => void): this {
    this.send = send
    return this
  }

  private listViewedHere(person: ConnectedPerson): string[] {
    const own = [...person.clients].map(({ viewedProject }) => viewedProject).filter((id) => id !== null)
    return [...new Set([...own, ...person.lastViewed])]
  }

  private getFrame(projectId: string): Buffer {
    const known = this.frames.get(projectId)
    if (known) return known
    const [here, others]: [string[], string[]] = [[], []]
    for (const person of this.people.listByProject(projectId)) {
      const looks = [this.listViewedHere(person), ...person.viewedElsewhere.values()]
      ;(looks.some((ids) => ids.includes(projectId)) ? here : others).push(person.user_id)
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
      const readers = [...this.people.listByProject(projectId)].flatMap((person) => [...person.clients])
      if (readers.length === 0) {
        this.frames.delete(projectId)
        this.quietUntil.delete(projectId)
        continue
      }
      const frame = this.getFrame(projectId)
      for (const reader of readers) this.send(reader, frame)
      const pause = Math.max(this.times.tell, (frame.length * readers.length) / BYTES_PER_MS)
      this.quietUntil.set(projectId, now + pause)
    }
  }

  /** What is to be said of a person of this process; null when they are not there. */
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
      const look = this.getPersonView(userId)
      const text = JSON.stringify(look)
      const before = this.announced.get(userId)
      if (look[1] === null) this.announced.delete(userId)
      else this.announced.set(userId, text)
      if (before === text || (before === undefined && look[1] === null)) continue
      if (chars + text.length > MAX_MESSAGE_CHARS) flush()
      people.push(look)
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
    // else a part was lost: the next beat asks again
    process.version = all.length === whole ? version : null
    const there = new Set(all.map(([id]) => id))
    const gone: PersonView[] = [...process.people].filter((id) => !there.has(id)).map((id) => [id, null])
    await this.applyViews(from, process, [...gone, ...all])
  }

  private async applyViews(from: string, process: Process, people: PersonView[]) {
    const fresh: string[] = []
    for (const [userId, looks] of people) {
      const person = process.people.has(userId) ? this.people.find(userId) : undefined
      for (const id of person?.viewedElsewhere.get(from) ?? []) this.markChanged(id)
      if (looks === null) {
        if (person) this.removePerson(from, process, person)
        continue
      }
      if (!person) fresh.push(userId)
      process.people.add(userId)
      ;(person ?? this.people.acquire(userId)).viewedElsewhere.set(from, looks)
      for (const id of looks) this.markChanged(id)
    }
    await this.people.refreshLevels(fresh)
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

  /** Says goodbye for all people of this process, and stops. */
  close() {
    this.broadcast({ bye: true })
    this.stop()
  }

  stop() {
    for (const timer of this.timers) clearInterval(timer)
    for (const timer of this.lingering.values()) clearTimeout(timer)
  }
}
