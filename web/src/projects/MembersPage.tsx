import { listMembers, type Member, membersOf } from '@plumbline/contract/access'
import { useRead } from '../api/query.ts'
import { shortDate } from '../app/dates.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { useProjectText } from './text.ts'
import { useProject } from './use-project.ts'

const nameOf = ({ user }: Member) => `${user.first_name} ${user.last_name}`.trim()

/** Who works on the project, for which company, with which right. */
export function MembersPage() {
  const text = useProjectText()
  const project = useProject()
  const { data, error, refetch } = useRead(listMembers, { params: { id: project.id } })
  const columns: Column<Member>[] = [
    {
      id: 'person',
      header: text.person,
      cell: (member) => (
        <span className="flex min-w-0 items-center gap-3 py-1">
          <Avatar person={member.user} decorative />
          <span className="min-w-0">
            <span className="block truncate font-medium">{nameOf(member)}</span>
            <span className="block truncate text-13 text-text-muted">{member.email}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'company',
      header: text.company,
      cell: (member) => member.team_name ?? '',
      wideOnly: true,
      width: '12rem',
    },
    {
      id: 'role',
      header: text.role,
      cell: (member) => text.roles[member.role],
      wideOnly: true,
      width: '12rem',
    },
    {
      id: 'level',
      header: text.level,
      cell: (member) => text.levels[member.permission_level],
      width: '9rem',
    },
    {
      id: 'since',
      header: text.since,
      cell: (member) => <span className="tabular-nums">{shortDate(member.created_at)}</span>,
      wideOnly: true,
      width: '6rem',
    },
  ]
  return (
    <div className="p-4 sm:p-6">
      <h1 className="mb-4 font-semibold text-20">{text.members}</h1>
      {error && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}>
          {text.loadFailed}
        </Banner>
      )}
      {data ? (
        <Table
          label={text.members}
          columns={columns}
          rows={membersOf(data)}
          rowKey={(member) => member.user_id}
          rowLabel={nameOf}
        />
      ) : (
        <Skeleton>
          <SkeletonRows rows={5} />
        </Skeleton>
      )}
    </div>
  )
}
