/**
 * The three values that the browser keeps, and what a tab keeps: where one wanted to go, what was refused, and the tab
 * of each project that was last open.
 */

const keys = { team: 'plumbline.team', project: 'plumbline.project', route: 'plumbline.route' } as const
const WANTED = 'plumbline.wanted'
const REFUSED = 'plumbline.refused'
const REASON = 'plumbline.refused-for'
const TAB = 'plumbline.tab.'

/** Storage may be switched off in the browser: then nothing is remembered, and everything else works. */
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
  /** only its team_id is read */
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
  /** where the visitor wanted to go before signing in, kept until one is there */
  wanted: () => guarded(() => sessionStorage.getItem(WANTED), null),
  setWanted: (href: string | null) =>
    guarded(
      () => (href === null ? sessionStorage.removeItem(WANTED) : sessionStorage.setItem(WANTED, href)),
      undefined,
    ),
  /** the page that a refusal led away from, for the page that explains it */
  refusedPath: () => guarded(() => sessionStorage.getItem(REFUSED), null),
  /** in the server's own words, why */
  refusedFor: () => guarded(() => sessionStorage.getItem(REASON), null),
  setRefused: (path: string, said: string) =>
    guarded(() => {
      sessionStorage.setItem(REFUSED, path)
      sessionStorage.setItem(REASON, said)
    }, undefined),
  /** the tab last open in a project, in this tab of the browser */
  tab: (projectId: string) => guarded(() => sessionStorage.getItem(TAB + projectId), null),
  setTab: (projectId: string, tab: string) =>
    guarded(() => sessionStorage.setItem(TAB + projectId, tab), undefined),
  clear: () => {
    for (const key of Object.values(keys)) write(key, null)
    guarded(() => sessionStorage.clear(), undefined)
  },
}
