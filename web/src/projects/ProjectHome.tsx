import { Redirect } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { useProject } from './use-project.ts'

/** The plain address of a project: its models while there is nothing to look at, then how it stands. */
export function ProjectHome() {
  const project = useProject()
  return <Redirect to={project.cover ? paths.overview(project.id) : paths.models(project.id)} />
}
