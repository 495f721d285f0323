import type { PermissionLevel } from '@plumbline/contract/roles'
import type { SocketClient } from './socket-client.ts'

/** Everybody who is connected, here or to another process, with their levels, found by person and by project. */

export interface ConnectedPerson {
  user_id: string
  /** the level by project; a membership event renews them */
  levels: ReadonlyMap<string, PermissionLevel>
  /** the sockets of this process */
  clients: Set<SocketClient>
  /** sockets of this process with those that are still joining */
  sockets: number
  /** the projects that they look at in other processes, by process */
  viewedElsewhere: Map<string, readonly string[]>
  /** what they looked at when their last socket closed: a page that is loaded again is no departure */
  lastViewed: readonly string[]
}

interface PersonEntry extends ConnectedPerson {
  holds: number
  /** number of the question that the levels answer */
  answered: number
}

export type ReadLevels = (userIds: string[]) => Promise<Map<string, Map<string, PermissionLevel>>>

const NO_LEVELS: ReadonlyMap<string, PermissionLevel> = new Map()

const isSameLevels = (a: ReadonlyMap<string, PermissionLevel>, b: ReadonlyMap<string, PermissionLevel>) =>
  a.size === b.size && [...a].every(([project, level]) => b.get(project) === level)

export class ConnectedPeople {
  private byId = new Map<string, PersonEntry>()
  private byProject = new Map<string, Set<PersonEntry>>()
  private questions = 0
  private levelsOf: ReadLevels
  private onChange: (projectId: string) => void

  /** `onChange`: somebody came to a project or left it, by right or by connection */
  constructor(levelsOf: ReadLevels, onChange: (projectId: string) => void) {
    this.levelsOf = levelsOf
    this.onChange = onChange
  }

  find(userId: string): ConnectedPerson | undefined {
    return this.byId.get(userId)
  }

  listByProject(projectId: string): ReadonlySet<ConnectedPerson> {
    return this.byProject.get(projectId) ?? new Set()
  }

  listAll(): Iterable<ConnectedPerson> {
    return this.byId.values()
  }

  /** Keeps a person among the connected until `release`; their levels are known after `renew`. */
  acquire(userId: string): ConnectedPerson {
    let entry = this.byId.get(userId)
    if (!entry) {
      entry = {
        user_id: userId,
        levels: NO_LEVELS,
        clients: new Set(),
        sockets: 0,
        viewedElsewhere: new Map(),
        lastViewed: [],
        holds: 0,
        answered: 0,
      }
      this.byId.set(userId, entry)
    }
    entry.holds++
    return entry
  }

  release(userId: string) {
    const entry = this.byId.get(userId)
    if (!entry || --entry.holds > 0) return
    this.setLevels(entry, NO_LEVELS)
    this.byId.delete(userId)
  }

  /** Asks again what these people may see; answers those for whom that has changed. */
  async refreshLevels(userIds: readonly string[]): Promise<ConnectedPerson[]> {
    const known = userIds.filter((id) => this.byId.has(id))
    if (known.length === 0) return []
    const question = ++this.questions
    const levels = await this.levelsOf(known)
    const changed: ConnectedPerson[] = []
    for (const id of known) {
      const entry = this.byId.get(id)
      // a later question may have been answered before this one
      if (!entry || entry.answered > question) continue
      entry.answered = question
      const now = levels.get(id) ?? NO_LEVELS
      if (isSameLevels(entry.levels, now)) continue
      this.setLevels(entry, now)
      changed.push(entry)
    }
    return changed
  }

  private setLevels(entry: PersonEntry, levels: ReadonlyMap<string, PermissionLevel>) {
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
