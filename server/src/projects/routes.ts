import * as api from '@plumbline/contract/projects/projects'
import { bindAll } from '../context.ts'
import { createLevel } from './create-level.ts'
import { createProject } from './create-project.ts'
import { createSection } from './create-section.ts'
import { deleteLevel } from './delete-level.ts'
import { deleteProject } from './delete-project.ts'
import { deleteSection } from './delete-section.ts'
import { getProject } from './get-project.ts'
import { getProjectPicture } from './get-project-picture.ts'
import { listDeletedProjects } from './list-deleted-projects.ts'
import { listLevels } from './list-levels.ts'
import { listProjects } from './list-projects.ts'
import { listSections } from './list-sections.ts'
import { listTeamProjects } from './list-team-projects.ts'
import { pinProject } from './pin-project.ts'
import { removeProjectPicture } from './remove-project-picture.ts'
import { restoreProject } from './restore-project.ts'
import { setProjectPicture } from './set-project-picture.ts'
import { updateLevel } from './update-level.ts'
import { updateProject } from './update-project.ts'
import { updateSection } from './update-section.ts'
import { visitProject } from './visit-project.ts'

export const projectRoutes = bindAll(api, {
  listProjects,
  listTeamProjects,
  getProject,
  createProject,
  updateProject,
  pinProject,
  visitProject,
  deleteProject,
  listDeletedProjects,
  restoreProject,
  getProjectPicture,
  setProjectPicture,
  removeProjectPicture,
  listLevels,
  createLevel,
  updateLevel,
  deleteLevel,
  listSections,
  createSection,
  updateSection,
  deleteSection,
})
