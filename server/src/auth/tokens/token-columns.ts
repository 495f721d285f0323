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

/** What the projects, further right, say. */
export interface TokenProjects {
  /** null when the project does not exist for this user */
  findMember: (tx: Tx, userId: string, projectId: string) => Promise<ProjectMember | null>
  /** refuses when no plan covers a token of this project; of null: of all */
  checkTokenPlan: (ctx: UserCtx, projectId: string | null) => Promise<void>
}
