import { Redirect } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useProject } from './use-project.ts'

/** The plain address of a project: the tab last open; at first its models while it has none, else how it stands. */
export function ProjectHome() {
  const project = useProject()
  const tab = storage.tab(project.id)
  if (tab) return <Redirect to={`${paths.project(project.id)}/${tab}`} />
  return <Redirect to={project.cover ? paths.overview(project.id) : paths.models(project.id)} />
}
