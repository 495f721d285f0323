import type { ProjectMember, UserCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

export const tokenColumns = [
  'id',
  'name',
  'scope',
  'project_id',
  'ends_with',
  'created_at',
  'used_at',
  'expires_at',
] as const

/** Functions of the projects domain, injected because auth must not import it. */
export interface TokenProjects {
  /** null when the project does not exist for this user */
  findMember: (tx: Tx, userId: string, projectId: string) => Promise<ProjectMember | null>
  /** refuses unless a plan covers tokens of this project, or of any project if null */
  checkTokenPlan: (ctx: UserCtx, projectId: string | null) => Promise<void>
}
