import { filterMembers, listMembers, type Member } from '@plumbline/contract/access/access'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { Person } from '@plumbline/contract/users/users'
import { useRead } from '../api/query.ts'

const nameOf = ({ user }: Member) => `${user.first_name} ${user.last_name}`.trim()
const optionOf = (member: Member) => ({ value: member.user_id, label: nameOf(member) })

type Answer = Parameters<typeof filterMembers>[0]

const noMembers: Answer = []
const UNKNOWN = '…'

function buildPeople(data: Answer) {
  const members = filterMembers(data)
  const byId = new Map(members.map((member) => [member.user_id, member]))
  const assignable = members.filter(({ permission_level }) => isLevelAtLeast(permission_level, 'CONTRIBUTOR'))
  return {
    nameOf: (id: string | null): string | null => {
      const member = id ? byId.get(id) : undefined
      return member ? nameOf(member) : null
    },
    /** replacement for an unknown name: the words for a former member, but not while the members load */
    orElse: (formerMember: string) => (data === noMembers ? UNKNOWN : formerMember),
    personOf: (id: string | null): Person | null => (id ? (byId.get(id)?.user ?? null) : null),
    isUnread: data === noMembers,
    all: members.map(optionOf),
    assignable: assignable.map(optionOf),
  }
}

/** built once for each answer: many components of a page read the same one, and often */
const built = new WeakMap<object, ReturnType<typeof buildPeople>>()

/** The project's members by id and as select options: all members, and possible assignees. */
export function usePeople(projectId: string) {
  const { data = noMembers } = useRead(listMembers, { params: { id: projectId } }, { silent: true })
  const people = built.get(data) ?? buildPeople(data)
  built.set(data, people)
  return people
}
