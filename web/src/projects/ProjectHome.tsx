import { Redirect } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useProject } from './use-project.ts'

/** Redirects `/project/:id` to the last open tab; on a first visit to the overview, or to the models while there are none. */
export function ProjectHome() {
  const project = useProject()
  const tab = storage.tab(project.id)
  if (tab) return <Redirect to={`${paths.project(project.id)}/${tab}`} />
  return <Redirect to={project.cover ? paths.overview(project.id) : paths.models(project.id)} />
}
