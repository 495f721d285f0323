import * as projects from '@plumbline/contract/projects'
import { bind } from '../context.ts'
import { makeProject } from './create-project.ts'
import { myProjects, projectLevels, readProject, teamProjects } from './reads.ts'
import { changeProject } from './update-project.ts'

export const projectRoutes = [
  bind(projects.listProjects, myProjects),
  bind(projects.getProject, (ctx, { params }) => readProject(ctx, params.id)),
  bind(projects.createProject, makeProject),
  bind(projects.updateProject, changeProject),
  bind(projects.listLevels, projectLevels),
  bind(projects.listTeamProjects, teamProjects),
]
