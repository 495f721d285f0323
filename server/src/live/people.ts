import type { PermissionLevel } from '@plumbline/contract/roles'
import type { Reader } from './reader.ts'

/** Everybody who is connected, here or to another process, with their levels, found by person and by project. */

export interface Person {
  user_id: string
  /** the level by project; a membership event renews them */
  levels: ReadonlyMap<string, PermissionLevel>
  /** the sockets of this process */
  readers: Set<Reader>
  /** sockets of this process with those that are still joining */
  sockets: number
  /** the projects that they look at in other processes, by process */
  elsewhere: Map<string, readonly string[]>
  /** what they looked at when their last socket closed: a page that is loaded again is no departure */
  lately: readonly string[]
}

interface Entry extends Person {
  holds: number
  /** number of the question that the levels answer */
  answered: number
}

export type LevelsOf = (userIds: string[]) => Promise<Map<string, Map<string, PermissionLevel>>>

const NONE: ReadonlyMap<string, PermissionLevel> = new Map()

const same = (a: ReadonlyMap<string, PermissionLevel>, b: ReadonlyMap<string, PermissionLevel>) =>
  a.size === b.size && [...a].every(([project, level]) => b.get(project) === level)

export class People {
  private byId = new Map<string, Entry>()
  private byProject = new Map<string, Set<Entry>>()
  private questions = 0
  private levelsOf: LevelsOf
  private onChange: (projectId: string) => void

  /** `onChange`: somebody came to a project or left it, by right or by connection */
  constructor(levelsOf: LevelsOf, onChange: (projectId: string) => void) {
    this.levelsOf = levelsOf
    this.onChange = onChange
  }

  find(userId: string): Person | undefined {
    return this.byId.get(userId)
  }

  inProject(projectId: string): ReadonlySet<Person> {
    return this.byProject.get(projectId) ?? new Set()
  }

  everybody(): Iterable<Person> {
    return this.byId.values()
  }

  /** Keeps a person among the connected until `release`; their levels are known after `renew`. */
  hold(userId: string): Person {
    let entry = this.byId.get(userId)
    if (!entry) {
      const fresh = { readers: new Set<Reader>(), sockets: 0, elsewhere: new Map(), lately: [] }
      entry = { user_id: userId, levels: NONE, ...fresh, holds: 0, answered: 0 }
      this.byId.set(userId, entry)
    }
    entry.holds++
    return entry
  }

  release(userId: string) {
    const entry = this.byId.get(userId)
    if (!entry || --entry.holds > 0) return
    this.place(entry, NONE)
    this.byId.delete(userId)
  }

  /** Asks again what these people may see; answers those for whom that has changed. */
  async renew(userIds: readonly string[]): Promise<Person[]> {
    const known = userIds.filter((id) => this.byId.has(id))
    if (known.length === 0) return []
    const question = ++this.questions
    const levels = await this.levelsOf(known)
    const changed: Person[] = []
    for (const id of known) {
      const entry = this.byId.get(id)
      // a later question may have been answered before this one
      if (!entry || entry.answered > question) continue
      entry.answered = question
      const now = levels.get(id) ?? NONE
      if (same(entry.levels, now)) continue
      this.place(entry, now)
      changed.push(entry)
    }
    return changed
  }

  private place(entry: Entry, levels: ReadonlyMap<string, PermissionLevel>) {
    const before = entry.levels
    entry.levels = levels
    for (const project of before.keys()) {
      if (levels.has(project)) continue
      const others = this.byProject.get(project)
      others?.delete(entry)
      if (others?.size === 0) this.byProject.delete(project)
      this.onChange(project)
    }
    for (const project of levels.keys()) {
      if (before.has(project)) continue
      const others = this.byProject.get(project) ?? new Set()
      this.byProject.set(project, others.add(entry))
      this.onChange(project)
    }
  }
}
