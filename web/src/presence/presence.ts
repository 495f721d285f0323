import { connection, type PresenceData } from '../api/live.ts'

/** Who is online, by the last presence frame of each project. */

const nobody: PresenceData = { online: [], here: [] }

let seen: ReadonlyMap<string, PresenceData> | null = null
let everybody: ReadonlySet<string> = new Set()

export const presence = {
  subscribe: connection.subscribe,
  /** ids of the people online, over all projects; the same set while nothing changes */
  online: (): ReadonlySet<string> => {
    const present = connection.present()
    if (present !== seen) everybody = new Set([...present.values()].flatMap(({ online }) => online))
    seen = present
    return everybody
  },
  of: (projectId: string): PresenceData => connection.present().get(projectId) ?? nobody,
}
