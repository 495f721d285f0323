import { connection, type Present } from '../api/live.ts'

/** Who is online, by the last presence frame of each project. */

const nobody: Present = { online: [], here: [] }

let seen: ReadonlyMap<string, Present> | null = null
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
  of: (projectId: string): Present => connection.present().get(projectId) ?? nobody,
}
