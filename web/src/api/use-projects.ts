import { listProjects, maxListedProjects, type Project } from '@plumbline/contract/projects/projects'
import { useDeferredValue } from 'react'
import { call } from './client.ts'
import { useRead } from './query.ts'

/** The projects; where an answer cannot hold all, the server searches for the text. */
export function useProjects(text: string) {
  const all = useRead(listProjects, {})
  const q = useDeferredValue(text.trim())
  const enabled = all.data?.length === maxListedProjects && q !== ''
  const { data: found } = useRead(listProjects, { query: { q } }, { enabled, keepPrevious: true })
  return { ...all, data: (enabled && found) || all.data }
}

/** The projects as options of a Combobox; where they are more than one answer has, the server is searched. */
export function useProjectOptions(formatLabel: (project: Project) => string) {
  const { data } = useRead(listProjects, {}, { silent: true })
  const listed = data ?? []
  const buildOptions = (projects: readonly Project[]) =>
    projects.map((project) => ({ value: project.id, label: formatLabel(project) }))
  const search = async (q: string, signal: AbortSignal) =>
    buildOptions(await call(listProjects, { query: { q } }, { signal }))
  return {
    unread: !data,
    options: buildOptions(listed),
    search: listed.length < maxListedProjects ? undefined : search,
  }
}
