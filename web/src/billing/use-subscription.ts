import type { PaidPlan } from '@plumbline/contract/billing/plans'
import { paidPlans } from '@plumbline/contract/billing/plans'
import { getSubscription, type Subscription } from '@plumbline/contract/billing/subscription'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { storage } from '../base/storage.ts'

/** Reads the company's subscription; only its OWNER and ADMINs may. */
export function useSubscription(teamId: string) {
  return useRead(getSubscription, { params: { id: teamId } }, { redirects: false })
}

/** The current company's id when the person may manage its billing, else null. */
export function useBillableTeamId(): string | null {
  const membership = useMe().teams.find(({ team_id }) => team_id === storage.teamId())
  return membership && membership.role !== 'MEMBER' ? membership.team_id : null
}

export const isPaid = (slug: string): slug is PaidPlan => paidPlans.some((plan) => plan === slug)

/** True for a paid plan that has not ended: it is changed, not started. */
export const isRunning = ({ slug, status }: Subscription) =>
  isPaid(slug) && (status === 'ACTIVE' || status === 'PAST_DUE' || status === 'CANCELLED')
