import { isLevelAtLeast, type PermissionLevel } from '../roles.ts'

interface Viewed {
  is_shared: boolean
  created_by: string | null
}
interface Person {
  user_id: string
  permission_level: PermissionLevel
}

/** Sharing shows a view to everybody in the project and requires CONTRIBUTOR. */
export const mayShareViews = (level: PermissionLevel): boolean => isLevelAtLeast(level, 'CONTRIBUTOR')

/** People edit their own views; EDITORs also edit shared views of others. */
export function mayEditView({ user_id, permission_level }: Person, view: Viewed): boolean {
  if (view.created_by !== user_id) return isLevelAtLeast(permission_level, 'EDITOR')
  return !view.is_shared || mayShareViews(permission_level)
}
