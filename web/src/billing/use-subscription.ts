import { getSubscription, type Subscription } from '@plumbline/contract/billing/billing'
import type { PaidPlan } from '@plumbline/contract/billing/plans'
import { paidPlans } from '@plumbline/contract/billing/plans'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { storage } from '../base/storage.ts'

/** What the company is subscribed to; for its OWNER and ADMINs. */
export function useSubscription(teamId: string) {
  return useRead(getSubscription, { params: { id: teamId } }, { redirects: false })
}

/** The company one works for now, when one may see and change what it pays for. */
export function useBilledTeam(): string | null {
  const membership = useMe().teams.find(({ team_id }) => team_id === storage.teamId())
  return membership && membership.role !== 'MEMBER' ? membership.team_id : null
}

export const isPaid = (slug: string): slug is PaidPlan => paidPlans.some((plan) => plan === slug)

/** Whether a plan is paid for and goes on, so that it is changed and not begun. */
export const isRunning = ({ slug, status }: Subscription) =>
  isPaid(slug) && (status === 'ACTIVE' || status === 'PAST_DUE' || status === 'CANCELLED')
