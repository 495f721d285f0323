import { getTeamConfiguration } from '@plumbline/contract/teams/configuration'
import { useRead } from '../api/query.ts'

/**
 * Reads the company with its plan limits and usage. `used` counts members and open invitations, `seats` is the lower of
 * the company's own limit and the plan's; null without a limit.
 */
export function useTeam(teamId: string) {
  const { data, error, refetch } = useRead(getTeamConfiguration, { params: { id: teamId } })
  const isAdmin = data !== undefined && data.team.my_role !== 'MEMBER'
  const used = data ? data.usage.team_members + data.usage.pending_invites : 0
  const most = [data?.team.max_team_size, data?.limits.team_members].filter((limit) => limit != null)
  const seats = most.length > 0 ? Math.min(...most) : null
  return { configuration: data, team: data?.team, isAdmin, used, seats, error, refetch }
}
