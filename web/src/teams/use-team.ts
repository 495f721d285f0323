import { getTeamConfiguration } from '@plumbline/contract/teams'
import { useRead } from '../api/query.ts'

/** The company with the limits of its plan and what is in use; `used` counts members and open invitations. */
export function useTeam(teamId: string) {
  const { data, error, refetch } = useRead(getTeamConfiguration, { params: { id: teamId } })
  const isAdmin = data !== undefined && data.team.my_role !== 'MEMBER'
  const used = data ? data.usage.team_members + data.usage.pending_invites : 0
  return { configuration: data, team: data?.team, isAdmin, used, error, refetch }
}
