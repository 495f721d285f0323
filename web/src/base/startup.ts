import type { Me } from '@plumbline/contract/users/users'
import { isShellPath, paths } from './paths.ts'

/** Chooses the page to show at start-up, and after each outstanding step. */

const withoutUser = [paths.signup, paths.login, paths.resetPassword, paths.welcome, paths.unsubscribe]
const steps = [paths.onboarding, paths.createAccount, paths.kyc]

/** True for the visitor pages, which need no user. */
export function isVisitorPath(path: string): boolean {
  return withoutUser.includes(path.replace(/\/$/, ''))
}

/** True for the user guide, which everybody can read, signed in or not. */
export const isHelpPath = (path: string) => /^\/help(\/|$)/.test(path)

const hasName = (name: string) => name.trim().length >= 2

export interface StartConditions {
  /** requested path and query */
  href: string
  /** null: the user could not be fetched */
  me:
    | (Pick<Me, 'mandatory_onboarding_passed' | 'first_name' | 'last_name' | 'is_kyc_passed'> & {
        teams: Pick<Me['teams'][number], 'role'>[]
      })
    | null
  /** stored path without query */
  lastRoute: string | null
}

/**
 * The page to show; the first match wins: welcome without a user, onboarding, name, KYC for those who speak for a company,
 * then the requested page inside the shell, else the last visited one. Public pages outside the shell stay.
 */
export function chooseStartPath({ href, me, lastRoute }: StartConditions): string {
  const [path = '/'] = href.split(/[?#]/)
  if (!me) return paths.welcome
  if (!me.mandatory_onboarding_passed) return paths.onboarding
  if (!hasName(me.first_name) || !hasName(me.last_name)) return paths.createAccount
  if (!me.is_kyc_passed && me.teams.some(({ role }) => role !== 'MEMBER')) return paths.kyc
  if (isShellPath(path)) return href
  const stays = path !== '/' && !withoutUser.includes(path) && !steps.includes(path)
  if (stays) return href
  return lastRoute && isShellPath(lastRoute) ? lastRoute : paths.projects
}
