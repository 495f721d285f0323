import {
  filterMembers,
  listAccessRequests,
  listInvites,
  listMembers,
  type Member,
} from '@plumbline/contract/access/access'
import { Ellipsis, KeyRound, UserPlus } from 'lucide-react'
import { type ComponentType, startTransition, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useSearch } from '../base/navigation.tsx'
import { useTitle } from '../base/title.ts'
import { useProjectText } from '../projects/text.ts'
import { useProject } from '../projects/use-project.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useQuestion } from '../ui/use-question.ts'
import { shortDate } from '../users/dates.ts'
import { PersonCell, personName } from '../users/PersonCell.tsx'
import { InviteList } from './InviteList.tsx'
import { RequestList } from './RequestList.tsx'
import { useAccessText } from './text.ts'

type DialogName = 'invite' | 'code'
const dialogs: Record<DialogName, ComponentType<{ open: boolean; onClose: () => void }>> = {
  invite: lazyPart(() => import('./InvitePeopleDialog.tsx'), { placeless: true }),
  code: lazyPart(() => import('./CodeDialog.tsx'), { placeless: true }),
}

/** The members of the project; administrators also see invitations and access requests. */
export function MembersPage() {
  const text = useAccessText()
  useTitle('page', text.members)
  const project = useProject()
  const [search, change] = useSearch()
  const isAdmin = project.my_permission_level === 'ADMIN'
  const params = { id: project.id }
  // an administrator who becomes a member in the meantime stays on the page
  const options = { enabled: isAdmin, redirects: false }
  const invites = useRead(listInvites, { params }, options)
  const requests = useRead(listAccessRequests, { params }, options)
  const [dialog, setDialog] = useState<DialogName>()
  const [open, setOpen] = useState(false)
  const show = (name: DialogName) =>
    startTransition(() => {
      setDialog(name)
      setOpen(true)
    })
  const Dialog = dialog && dialogs[dialog]
  const invited = invites.data?.filter(({ state }) => state === 'PENDING').length
  const asking = requests.data?.filter(({ state }) => state === 'PENDING').length
  return (
    <div className="p-4 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="me-auto font-semibold text-20">{text.members}</h1>
        {isAdmin && (
          <>
            <Button icon={<KeyRound aria-hidden />} onClick={() => show('code')}>
              {text.projectCode}
            </Button>
            <Button look="primary" icon={<UserPlus aria-hidden />} onClick={() => show('invite')}>
              {text.invite}
            </Button>
          </>
        )}
      </div>
      {isAdmin ? (
        <Tabs
          label={text.members}
          value={search.list ?? 'members'}
          onChange={(list) => change({ list: list === 'members' ? undefined : list })}
          tabs={[
            {
              value: 'members',
              label: text.members,
              panel: <MemberList onInvite={() => show('invite')} />,
            },
            {
              value: 'invitations',
              label: text.invitations,
              count: invited,
              panel: <InviteList read={invites} onInvite={() => show('invite')} />,
            },
            {
              value: 'requests',
              label: text.requests,
              count: asking,
              panel: <RequestList read={requests} />,
            },
          ]}
        />
      ) : (
        <MemberList />
      )}
      {Dialog && <Dialog open={open} onClose={() => setOpen(false)} />}
    </div>
  )
}

const EditMemberDialog = lazyPart(() => import('./EditMemberDialog.tsx'), { placeless: true })

/** When the dialog is opened again, it starts with the member's current values and without earlier choices. */
interface Editing {
  member: Member
  opening: number
}

function MemberList({ onInvite }: { onInvite?: () => void }) {
  const text = useAccessText()
  const { roles, levels } = useProjectText()
  const me = useMe()
  const project = useProject()
  const isAdmin = project.my_permission_level === 'ADMIN'
  const { data, error, refetch } = useRead(listMembers, { params: { id: project.id }, query: {} })
  const [editing, setEditing] = useState<Editing>()
  const question = useQuestion<Editing>()
  const edit = (member: Member) =>
    startTransition(() => {
      const next = { member, opening: (editing?.opening ?? 0) + 1 }
      setEditing(next)
      question.ask(next)
    })
  const columns: TableColumn<Member>[] = [
    {
      id: 'person',
      header: text.person,
      cell: (member) => (
        <PersonCell
          person={member.user}
          email={member.email}
          mark={member.user_id === me.id ? text.you : null}
          detail={`${roles[member.role]} · ${levels[member.permission_level]}`}
        />
      ),
    },
    {
      id: 'company',
      header: text.company,
      cell: (member) => member.team_name ?? '',
      wideOnly: 'lg',
      width: '12rem',
    },
    { id: 'role', header: text.role, cell: (member) => roles[member.role], wideOnly: 'lg', width: '12rem' },
    {
      id: 'level',
      header: text.level,
      cell: (member) => levels[member.permission_level],
      wideOnly: 'lg',
      width: '8rem',
    },
    {
      id: 'seen',
      header: text.lastSeen,
      cell: (member) => (
        <span className="tabular-nums">
          {member.last_seen_at ? shortDate(member.last_seen_at) : text.never}
        </span>
      ),
      wideOnly: true,
      width: '7rem',
    },
    ...(isAdmin
      ? [
          {
            id: 'edit',
            header: text.editMember,
            hideHeader: true,
            width: '4rem',
            cell: (member: Member) => (
              <IconButton
                name={text.edit(personName(member.user))}
                icon={<Ellipsis aria-hidden />}
                onClick={() => edit(member)}
              />
            ),
          },
        ]
      : []),
  ]
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} rows={5} />
  const members = filterMembers(data)
  return (
    <>
      <Table
        label={text.members}
        columns={columns}
        rows={members}
        rowKey={(member) => member.user_id}
        rowLabel={(member) => personName(member.user)}
        onOpen={isAdmin ? edit : undefined}
      />
      {onInvite && members.length < 2 && (
        <EmptyState
          drawing="people"
          title={text.onlyYou}
          action={<Button onClick={onInvite}>{text.invite}</Button>}
        >
          {text.onlyYouHint}
        </EmptyState>
      )}
      {editing && (
        <EditMemberDialog
          key={editing.opening}
          member={editing.member}
          others={members.filter(({ user_id }) => user_id !== editing.member.user_id)}
          open={question.about === editing}
          onClose={() => question.closeFor(editing)}
        />
      )}
    </>
  )
}
