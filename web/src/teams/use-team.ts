import { getTeamConfiguration } from '@plumbline/contract/teams/configuration'
import { useRead } from '../api/query.ts'

/**
 * The company with the limits of its plan and what is in use: `used` counts members and open invitations, `seats` is how
 * many there may be, by its own number or its plan.
 */
export function useTeam(teamId: string) {
  const { data, error, refetch } = useRead(getTeamConfiguration, { params: { id: teamId } })
  const isAdmin = data !== undefined && data.team.my_role !== 'MEMBER'
  const used = data ? data.usage.team_members + data.usage.pending_invites : 0
  const most = [data?.team.max_team_size, data?.limits.team_members].filter((limit) => limit != null)
  const seats = most.length > 0 ? Math.min(...most) : null
  return { configuration: data, team: data?.team, isAdmin, used, seats, error, refetch }
}
