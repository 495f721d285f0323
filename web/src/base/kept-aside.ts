import { paths } from './paths.ts'
import type { Shown } from './router.ts'

/**
 * A refusal for want of payment comes in the middle of work: the page it led away from is kept as it was, hidden, while
 * one reads why and goes to the company's plan.
 */
export function keptAside(before: Shown | null, kept: Shown | null, now: Shown | null): Shown | null {
  if (now?.pathname === paths.payment)
    return kept ?? (before?.screens && before.pathname !== now.pathname ? before : null)
  return now?.pathname === paths.account && kept?.page !== now.page ? kept : null
}
