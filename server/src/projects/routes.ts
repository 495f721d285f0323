import * as projects from '@plumbline/contract/projects/projects'
import { bind } from '../context.ts'
import { makeProject } from './create-project.ts'
import { changeLevel, makeLevel, projectLevels, removeLevel } from './levels.ts'
import { pinProject, visitProject } from './marks.ts'
import { myProjects, readProject, teamProjects } from './reads.ts'
import { changeSection, makeSection, projectSections, removeSection } from './sections.ts'
import { deletedProjects, recoverProject, removeProject } from './trash.ts'
import {
  changeProject,
  dropProjectPicture,
  showProjectPicture,
  takeProjectPicture,
} from './update-project.ts'

export const projectRoutes = [
  bind(projects.listProjects, myProjects),
  bind(projects.listTeamProjects, teamProjects),
  bind(projects.getProject, (ctx, { params }) => readProject(ctx, params.id)),
  bind(projects.createProject, makeProject),
  bind(projects.updateProject, changeProject),
  bind(projects.pinProject, pinProject),
  bind(projects.visitProject, visitProject),
  bind(projects.deleteProject, removeProject),
  bind(projects.listDeletedProjects, deletedProjects),
  bind(projects.restoreProject, recoverProject),
  bind(projects.getProjectPicture, (ctx, { query }) => showProjectPicture(ctx, query)),
  bind(projects.setProjectPicture, takeProjectPicture),
  bind(projects.removeProjectPicture, dropProjectPicture),
  bind(projects.listLevels, projectLevels),
  bind(projects.createLevel, makeLevel),
  bind(projects.updateLevel, changeLevel),
  bind(projects.deleteLevel, removeLevel),
  bind(projects.listSections, projectSections),
  bind(projects.createSection, makeSection),
  bind(projects.updateSection, changeSection),
  bind(projects.deleteSection, removeSection),
]
