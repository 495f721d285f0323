import { listMembers, type Member, membersOf } from '@plumbline/contract/access'
import { levelAtLeast } from '@plumbline/contract/roles'
import { useRead } from '../api/query.ts'

const nameOf = ({ user }: Member) => `${user.first_name} ${user.last_name}`.trim()

/** The project's people by id, and those an issue can be assigned to as options. */
export function usePeople(projectId: string) {
  const { data } = useRead(listMembers, { params: { id: projectId } })
  const members = membersOf(data ?? [])
  const names = new Map(members.map((member) => [member.user_id, nameOf(member)]))
  const assignable = members
    .filter((member) => levelAtLeast(member.permission_level, 'CONTRIBUTOR'))
    .map((member) => ({ value: member.user_id, label: nameOf(member) }))
  return { nameOf: (id: string | null) => (id ? (names.get(id) ?? null) : null), assignable }
}
