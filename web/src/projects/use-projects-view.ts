import type { Project } from '@plumbline/contract/projects/projects'
import { useSearch } from '../base/navigation.tsx'
import { storage } from '../base/storage.ts'

/** Search text, filter, sort order and layout of the project list, as stored in the URL. */
export function useProjectsView() {
  const [search, change] = useSearch()
  return {
    q: search.search ?? '',
    which: (['current', 'archived'] as const).find((value) => value === search.which) ?? ('all' as const),
    sort: search.sort === 'name' ? ('name' as const) : ('recent' as const),
    layout: search.layout === 'list' ? ('list' as const) : ('grid' as const),
    invite: search.invite ?? null,
    change,
  }
}
export type ProjectsView = ReturnType<typeof useProjectsView>

/** The projects that match the filters, sorted, with pinned ones first. */
export function filterProjects(projects: readonly Project[], { q, which, sort }: ProjectsView): Project[] {
  const words = q.trim().toLowerCase()
  const team = storage.teamId()
  const fitting = projects.filter(
    (project) =>
      (project.status === 'ARCHIVED') === (which === 'archived') &&
      (which !== 'current' || project.team_id === team) &&
      `${project.name} ${project.code} ${project.team_name} ${project.address}`.toLowerCase().includes(words),
  )
  if (sort === 'name') fitting.sort((a, b) => a.name.localeCompare(b.name))
  return fitting.sort((a, b) => Number(b.pinned) - Number(a.pinned))
}

/** up to this many projects fit on a screen, so recent ones are not repeated above them */
const FEW = 6
const MOST_RECENT = 4

/** The active projects opened last, newest first; empty when all projects fit on a screen. */
export function selectRecentProjects(projects: readonly Project[]): Project[] {
  const present = projects.filter(({ status }) => status === 'ACTIVE')
  if (present.length <= FEW) return []
  return present
    .filter(({ visited_at }) => visited_at)
    .sort((a, b) => (b.visited_at ?? '').localeCompare(a.visited_at ?? ''))
    .slice(0, MOST_RECENT)
}
