import type { SentReason } from '@plumbline/contract/fields'

/**
 * Values stored in the browser (current team, project and last route), and per browser tab: the page requested before sign-
 * in, the last refusal, and the last open tab of each project.
 */

/** A refusal in the server's words. */
interface StoredRefusal {
  message: string
  reason?: SentReason | undefined
}

export interface JoinedProject {
  project_id: string
  invited_by: string
}

const keys = {
  team: 'plumbline.team',
  project: 'plumbline.project',
  route: 'plumbline.route',
  owner: 'plumbline.owner',
} as const
const WANTED = 'plumbline.wanted'
const REFUSED = 'plumbline.refused'
const EMAIL = 'plumbline.email'
const JOINED = 'plumbline.joined'
const REASON = 'plumbline.refused-for'
const TAB = 'plumbline.tab.'

/** Storage may be blocked in the browser: then nothing is remembered and everything else works. */
function guarded<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

const read = (key: string) => guarded(() => localStorage.getItem(key), null)
const write = (key: string, value: string | null) =>
  guarded(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)), undefined)

export const storage = {
  /** the id in the stored team */
  teamId: (): string | null =>
    guarded(
      () => (JSON.parse(read(keys.team) ?? 'null') as { team_id?: string } | null)?.team_id ?? null,
      null,
    ),
  setTeam: (team: { team_id: string } | null) =>
    write(keys.team, team && JSON.stringify({ team_id: team.team_id })),
  projectId: () => read(keys.project),
  setProjectId: (id: string | null) => write(keys.project, id),
  /** path without query */
  lastRoute: () => read(keys.route),
  setLastRoute: (path: string | null) => write(keys.route, path),
  /** the id of the person whose data is on this device */
  owner: () => read(keys.owner),
  /** the open project and the last page of the person before are nothing to the new one */
  changeOwner: (id: string) => {
    write(keys.project, null)
    write(keys.route, null)
    write(keys.owner, id)
  },
  /** the page requested before sign-in, until it is opened */
  wanted: () => guarded(() => sessionStorage.getItem(WANTED), null),
  setWanted: (href: string | null) =>
    guarded(
      () => (href === null ? sessionStorage.removeItem(WANTED) : sessionStorage.setItem(WANTED, href)),
      undefined,
    ),
  /** the page that a refusal redirected away from, for the page that explains it */
  refusedPath: () => guarded(() => sessionStorage.getItem(REFUSED), null),
  /** why the page was refused, untranslated */
  refusedFor: () =>
    guarded(() => JSON.parse(sessionStorage.getItem(REASON) ?? 'null') as StoredRefusal | null, null),
  setRefused: (path: string, refusal: StoredRefusal | null) =>
    guarded(() => {
      sessionStorage.setItem(REFUSED, path)
      sessionStorage.setItem(REASON, JSON.stringify(refusal))
    }, undefined),
  /** the address of who was signed in last in this browser tab, to log in again after the session has ended */
  email: () => guarded(() => sessionStorage.getItem(EMAIL), null),
  setEmail: (email: string) => guarded(() => sessionStorage.setItem(EMAIL, email), undefined),
  /** the project that the person has just joined by an invitation, and the inviter; shown once */
  joined: () =>
    guarded(() => JSON.parse(sessionStorage.getItem(JOINED) ?? 'null') as JoinedProject | null, null),
  setJoined: (joined: JoinedProject | null) =>
    guarded(() => sessionStorage.setItem(JOINED, JSON.stringify(joined)), undefined),
  /** the last open tab of a project in this browser tab */
  tab: (projectId: string) => guarded(() => sessionStorage.getItem(TAB + projectId), null),
  setTab: (projectId: string, tab: string) =>
    guarded(() => sessionStorage.setItem(TAB + projectId, tab), undefined),
  clear: () => {
    for (const key of Object.values(keys)) write(key, null)
    guarded(() => sessionStorage.clear(), undefined)
  },
}
