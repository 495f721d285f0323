import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Bus } from './bus.ts'
import type { People, Person } from './people.ts'
import { encode, type Reader } from './reader.ts'

/**
 * Who is connected, and who looks at which project, over all processes. Each process announces its own people: changes
 * as they come, numbered so that a lost one is noticed, and a beat with the last number. Who misses something asks for
 * all of it; the people of a process that is silent are gone. `presence.updated` goes to a project's members in time.
 */

export interface Times {
  /** a project's members hear of changes this often at most */
  tell: number
  /** a page that is loaded again has not left */
  linger: number
  beat: number
  /** a process without a sign of life has ended */
  silence: number
}
export const usualTimes: Times = { tell: 2000, linger: 7000, beat: 25_000, silence: 75_000 }

const TICK_MS = 250
/** NOTIFY takes 8,000 bytes. */
const MESSAGE_CHARS = 6000
/** Larger crowds are told in part: those who look at the project first. */
const MOST_PEOPLE = 500
/** What telling may cost this process in a second; larger crowds are told less often. */
const BYTES_PER_MS = 4000
/** What a socket gets of its projects when it opens. */
const FIRST_BYTES = 200_000

const Looks = z.array(z.tuple([z.string(), z.nullable(z.array(z.string()))]))
const Message = z.object({
  from: z.string(),
  /** number of the last change, this one when there is one */
  version: z.number(),
  /** changes: the projects that people look at, null for who has gone */
  people: z.optional(Looks),
  /** these are a part of everything, in answer to `ask`; the last part says how many people there are */
  whole: z.optional(z.union([z.literal('PART'), z.number()])),
  /** everything is wanted of this process, or of all */
  ask: z.optional(z.string()),
  bye: z.optional(z.boolean()),
})
type Message = z.output<typeof Message>
type Look = z.output<typeof Looks>[number]

interface Process {
  /** null: it has been asked for everything */
  version: number | null
  heard_at: number
  people: Set<string>
  /** the parts of everything that have come so far */
  parts: Look[]
}

export class Presence {
  private id: string = randomUUID()
  private version = 0
  private bus: Bus
  private people: People
  private times: Times
  private onError: (error: unknown) => void
  /** what this process has announced, as text by person */
  private announced = new Map<string, string>()
  private toAnnounce = new Set<string>()
  private lingering = new Map<string, NodeJS.Timeout>()
  private processes = new Map<string, Process>()
  private dirty = new Set<string>()
  private frames = new Map<string, Buffer>()
  /** until when a project's members are left in peace */
  private quiet = new Map<string, number>()
  private timers: NodeJS.Timeout[]

  constructor(bus: Bus, people: People, onError: (error: unknown) => void, times: Times) {
    this.bus = bus
    this.people = people
    this.onError = onError
    this.times = times
    bus.subscribe('presence', (message) => void this.hear(message).catch(onError))
    const beat = () => {
      this.say({})
      this.forgetSilent()
    }
    this.timers = [setInterval(() => this.tick(), TICK_MS), setInterval(beat, times.beat)]
    for (const timer of this.timers) timer.unref()
    this.say({ ask: 'all' })
  }

  private say(message: Omit<Message, 'from' | 'version'>) {
    this.bus.publish('presence', { from: this.id, version: this.version, ...message }).catch(this.onError)
  }

  /** Something about a project's people has changed. */
  changed(projectId: string) {
    this.dirty.add(projectId)
    this.frames.delete(projectId)
  }

  /** A socket is there: its person is online, and it hears who else is. */
  enter(reader: Reader) {
    const { person } = reader
    const timer = this.lingering.get(person.user_id)
    if (timer) this.endLinger(person.user_id, timer)
    for (const id of [...person.lately, reader.here]) if (id) this.changed(id)
    person.lately = []
    this.toAnnounce.add(person.user_id)
    let bytes = 0
    for (const projectId of person.levels.keys()) {
      if (this.people.inProject(projectId).size < 2) continue
      const frame = this.frameOf(projectId)
      bytes += frame.length
      if (bytes > FIRST_BYTES) return
      this.send(reader, frame)
    }
  }

  private endLinger(userId: string, timer: NodeJS.Timeout) {
    clearTimeout(timer)
    this.lingering.delete(userId)
    this.people.release(userId)
  }

  /** A socket has gone; its person goes, too, when it was the last one and no other comes soon. */
  leave({ person, here }: Reader) {
    const { user_id } = person
    if (here) this.changed(here)
    this.toAnnounce.add(user_id)
    if (person.readers.size > 0) return
    person.lately = here ? [here] : []
    this.people.hold(user_id)
    const end = () => {
      person.lately = []
      if (here) this.changed(here)
      this.toAnnounce.add(user_id)
      this.endLinger(user_id, timer)
    }
    const timer = setTimeout(end, this.times.linger)
    timer.unref()
    this.lingering.set(user_id, timer)
  }

  /** The page of a socket shows this project, or none. */
  look(reader: Reader, projectId: string | null) {
    const { person } = reader
    for (const id of [reader.here, projectId]) if (id && person.levels.has(id)) this.changed(id)
    reader.here = projectId
    this.toAnnounce.add(person.user_id)
    if (projectId && person.levels.has(projectId)) this.send(reader, this.frameOf(projectId))
  }

  private send: (reader: Reader, frame: Buffer) => void = () => {}

  /** How frames are sent. */
  through(send: (reader: Reader, frame: Buffer) => void): this {
    this.send = send
    return this
  }

  private looksHere(person: Person): string[] {
    const own = [...person.readers].map(({ here }) => here).filter((id) => id !== null)
    return [...new Set([...own, ...person.lately])]
  }

  private frameOf(projectId: string): Buffer {
    const known = this.frames.get(projectId)
    if (known) return known
    const [here, others]: [string[], string[]] = [[], []]
    for (const person of this.people.inProject(projectId)) {
      const looks = [this.looksHere(person), ...person.elsewhere.values()]
      ;(looks.some((ids) => ids.includes(projectId)) ? here : others).push(person.user_id)
    }
    const data = {
      online: [...here, ...others].slice(0, MOST_PEOPLE).sort(),
      here: here.slice(0, MOST_PEOPLE).sort(),
    }
    const frame = encode({ id: 0, type: 'presence.updated', project_id: projectId, data })
    this.frames.set(projectId, frame)
    return frame
  }

  private tick() {
    this.announce()
    const now = Date.now()
    for (const projectId of this.dirty) {
      if ((this.quiet.get(projectId) ?? 0) > now) continue
      this.dirty.delete(projectId)
      const readers = [...this.people.inProject(projectId)].flatMap((person) => [...person.readers])
      if (readers.length === 0) {
        this.frames.delete(projectId)
        this.quiet.delete(projectId)
        continue
      }
      const frame = this.frameOf(projectId)
      for (const reader of readers) this.send(reader, frame)
      const pause = Math.max(this.times.tell, (frame.length * readers.length) / BYTES_PER_MS)
      this.quiet.set(projectId, now + pause)
    }
  }

  /** What is to be said of a person of this process; null when they are not there. */
  private lookOf(userId: string): Look {
    const person = this.people.find(userId)
    const isHere = person && (person.readers.size > 0 || this.lingering.has(userId))
    return [userId, isHere ? this.looksHere(person) : null]
  }

  private announce() {
    let people: Look[] = []
    let chars = 0
    const flush = () => {
      if (people.length === 0) return
      this.version++
      this.say({ people })
      people = []
      chars = 0
    }
    for (const userId of this.toAnnounce) {
      const look = this.lookOf(userId)
      const text = JSON.stringify(look)
      const before = this.announced.get(userId)
      if (look[1] === null) this.announced.delete(userId)
      else this.announced.set(userId, text)
      if (before === text || (before === undefined && look[1] === null)) continue
      if (chars + text.length > MESSAGE_CHARS) flush()
      people.push(look)
      chars += text.length
    }
    this.toAnnounce.clear()
    flush()
  }

  private announceAll() {
    this.announce()
    let people: Look[] = []
    let chars = 0
    for (const text of this.announced.values()) {
      if (chars + text.length > MESSAGE_CHARS) {
        this.say({ people, whole: 'PART' })
        people = []
        chars = 0
      }
      people.push(JSON.parse(text) as Look)
      chars += text.length
    }
    this.say({ people, whole: this.announced.size })
  }

  private async hear(message: unknown) {
    const { data } = z.safeParse(Message, message)
    if (!data || data.from === this.id) return
    if (data.ask === 'all' || data.ask === this.id) this.announceAll()
    if (data.bye) return this.forget(data.from)
    const process = this.processes.get(data.from) ?? {
      version: data.version === 0 ? 0 : -1,
      heard_at: 0,
      people: new Set<string>(),
      parts: [],
    }
    process.heard_at = Date.now()
    this.processes.set(data.from, process)
    if (data.whole !== undefined) return this.takeWhole(process, data)
    const expected = (process.version ?? 0) + (data.people ? 1 : 0)
    if (process.version === null && data.people) return
    if (process.version !== null && data.version === expected) {
      process.version = data.version
      return this.take(data.from, process, data.people ?? [])
    }
    process.version = null
    this.say({ ask: data.from })
  }

  private async takeWhole(process: Process, { from, version, people = [], whole }: Message) {
    process.parts.push(...people)
    if (whole === 'PART') return
    const all = process.parts
    process.parts = []
    // else a part was lost: the next beat asks again
    process.version = all.length === whole ? version : null
    const there = new Set(all.map(([id]) => id))
    const gone: Look[] = [...process.people].filter((id) => !there.has(id)).map((id) => [id, null])
    await this.take(from, process, [...gone, ...all])
  }

  private async take(from: string, process: Process, people: Look[]) {
    const fresh: string[] = []
    for (const [userId, looks] of people) {
      const person = process.people.has(userId) ? this.people.find(userId) : undefined
      for (const id of person?.elsewhere.get(from) ?? []) this.changed(id)
      if (looks === null) {
        if (person) this.dismiss(from, process, person)
        continue
      }
      if (!person) fresh.push(userId)
      process.people.add(userId)
      ;(person ?? this.people.hold(userId)).elsewhere.set(from, looks)
      for (const id of looks) this.changed(id)
    }
    await this.people.renew(fresh)
  }

  private dismiss(from: string, process: Process, person: Person) {
    person.elsewhere.delete(from)
    process.people.delete(person.user_id)
    this.people.release(person.user_id)
  }

  private forget(from: string) {
    const process = this.processes.get(from)
    if (!process) return
    this.processes.delete(from)
    for (const userId of [...process.people]) {
      const person = this.people.find(userId)
      for (const id of person?.elsewhere.get(from) ?? []) this.changed(id)
      if (person) this.dismiss(from, process, person)
    }
  }

  private forgetSilent() {
    const before = Date.now() - this.times.silence
    for (const [id, { heard_at }] of this.processes) if (heard_at < before) this.forget(id)
  }

  /** Says goodbye for all people of this process, and stops. */
  close() {
    this.say({ bye: true })
    this.stop()
  }

  stop() {
    for (const timer of this.timers) clearInterval(timer)
    for (const timer of this.lingering.values()) clearTimeout(timer)
  }
}
