import type { PermissionLevel } from '@plumbline/contract/roles'
import type { SocketClient } from './socket-client.ts'

export interface ConnectedPerson {
  user_id: string
  /** permission level by project id; refreshed by membership events */
  levels: ReadonlyMap<string, PermissionLevel>
  /** the sockets of this process */
  clients: Set<SocketClient>
  /** count of this process's sockets, including those still joining */
  sockets: number
  /** project ids shown by the user's pages on other processes, by process id */
  viewedElsewhere: Map<string, readonly string[]>
  /** project ids shown when the last socket closed, kept while a page reload may reconnect */
  lastViewed: readonly string[]
}

interface PersonEntry extends ConnectedPerson {
  holds: number
  /** number of the query that read the levels */
  lastQuery: number
}

export type ReadLevels = (userIds: string[]) => Promise<Map<string, Map<string, PermissionLevel>>>

const NO_LEVELS: ReadonlyMap<string, PermissionLevel> = new Map()

const isSameLevels = (a: ReadonlyMap<string, PermissionLevel>, b: ReadonlyMap<string, PermissionLevel>) =>
  a.size === b.size && [...a].every(([project, level]) => b.get(project) === level)

/** The users connected to this or another process, with their permission levels, by user and by project. */
export class ConnectedPeople {
  private byId = new Map<string, PersonEntry>()
  private byProject = new Map<string, Set<PersonEntry>>()
  private queries = 0
  private levelsOf: ReadLevels
  private onChange: (projectId: string) => void

  /** `onChange` is called with the project id when a user joins or leaves a project, or connects or disconnects */
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

  /** Increments a user's reference count until `release`; their levels are known after `refreshLevels`. */
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
        lastQuery: 0,
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

  /** Reads the levels of these users again; returns the users with changed levels. */
  async refreshLevels(userIds: readonly string[]): Promise<ConnectedPerson[]> {
    const known = userIds.filter((id) => this.byId.has(id))
    if (known.length === 0) return []
    const query = ++this.queries
    const levels = await this.levelsOf(known)
    const changed: ConnectedPerson[] = []
    for (const id of known) {
      const entry = this.byId.get(id)
      // a later query may have been answered first
      if (!entry || entry.lastQuery > query) continue
      entry.lastQuery = query
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
