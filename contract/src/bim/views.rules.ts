import { isLevelAtLeast, type PermissionLevel } from '../roles.ts'

interface Viewed {
  is_shared: boolean
  created_by: string | null
}
interface Person {
  user_id: string
  permission_level: PermissionLevel
}

/** Sharing a view shows it to everybody in the project. */
export const mayShareViews = (level: PermissionLevel): boolean => isLevelAtLeast(level, 'CONTRIBUTOR')

/** One's own views; shared ones of others only by those who keep the project in order. */
export function mayEditView({ user_id, permission_level }: Person, view: Viewed): boolean {
  if (view.created_by !== user_id) return isLevelAtLeast(permission_level, 'EDITOR')
  return !view.is_shared || mayShareViews(permission_level)
}
