import type { Me } from '@plumbline/contract/users/users'
import { isShellPath, paths } from './paths.ts'

/** Where the application goes when it starts, and after each step that was outstanding. */

const withoutUser = [paths.signup, paths.login, paths.resetPassword, paths.welcome, paths.unsubscribe]
const steps = [paths.onboarding, paths.createAccount, paths.kyc]

/** On these pages no user is loaded. */
export function needsNoUser(path: string): boolean {
  return withoutUser.includes(path.replace(/\/$/, ''))
}

const hasName = (name: string) => name.trim().length >= 2

export interface Start {
  /** path and query as typed or followed */
  href: string
  /** null: the user could not be fetched */
  me: Pick<Me, 'mandatory_onboarding_passed' | 'first_name' | 'last_name' | 'is_kyc_passed'> | null
  /** path without query, as stored */
  lastRoute: string | null
}

/**
 * The one target, first match wins: no user, onboarding, name, KYC, then the link that was followed into the shell,
 * else the last visited route. A page outside the shell that anybody may be on stays.
 */
export function decideTarget({ href, me, lastRoute }: Start): string {
  const [path = '/'] = href.split(/[?#]/)
  if (!me) return paths.welcome
  if (!me.mandatory_onboarding_passed) return paths.onboarding
  if (!hasName(me.first_name) || !hasName(me.last_name)) return paths.createAccount
  if (!me.is_kyc_passed) return paths.kyc
  if (isShellPath(path)) return href
  const stays = path !== '/' && !withoutUser.includes(path) && !steps.includes(path)
  if (stays) return href
  return lastRoute && isShellPath(lastRoute) ? lastRoute : paths.projects
}
