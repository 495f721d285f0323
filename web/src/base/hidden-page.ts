import { paths } from './paths.ts'
import type { ShownPage } from './router.ts'

/**
 * A 402 interrupts work in progress: the page it redirected away from stays mounted but hidden while the person reads
 * the reason and visits the company's plan.
 */
export function chooseHiddenPage(
  before: ShownPage | null,
  kept: ShownPage | null,
  now: ShownPage | null,
): ShownPage | null {
  if (now?.pathname === paths.payment)
    return kept ?? (before?.screens && before.pathname !== now.pathname ? before : null)
  return now?.pathname === paths.account && kept?.page !== now.page ? kept : null
}
