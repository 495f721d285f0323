import {
  cancelTeamInvite,
  listTeamInvites,
  listTeamMembers,
  type TeamMember,
} from '@plumbline/contract/teams/teams'
import { Ellipsis, UserPlus } from 'lucide-react'
import { type ComponentType, startTransition, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { useGrowingList } from '../ui/use-growing-list.ts'
import { useQuestion } from '../ui/use-question.ts'
import { longDate, shortDate } from '../users/dates.ts'
import { PersonCell, personName } from '../users/PersonCell.tsx'
import { useTeamText } from './text.ts'
import { useTeam } from './use-team.ts'

type DialogName = 'invite' | 'size'
type CompanyDialog = ComponentType<{
  teamId: string
  open: boolean
  onClose: () => void
  onSize: () => void
}>
const InviteColleaguesDialog = lazyPart(() => import('./InviteColleaguesDialog.tsx'), { placeless: true })
const EditColleagueDialog = lazyPart(() => import('./EditColleagueDialog.tsx'), { placeless: true })

/** The members and open invitations of the company, with the seats in use. */
export function CompanyMembers(props: {
  teamId: string
  /** the dialog that changes the number of seats, injected from billing */
  SizeDialog: CompanyDialog
}) {
  const { teamId } = props
  const text = useTeamText()
  const { team, used, seats, isAdmin, error, refetch } = useTeam(teamId)
  const { data: members, ...read } = useRead(listTeamMembers, { params: { id: teamId } })
  const [dialog, setDialog] = useState<DialogName>()
  const [open, setOpen] = useState(false)
  const show = (name: DialogName) =>
    startTransition(() => {
      setDialog(name)
      setOpen(true)
    })
  if (!team || !members)
    return (
      <LoadingState
        error={error ?? read.error}
        onRetry={() => void Promise.all([refetch(), read.refetch()])}
      />
    )
  const dialogs: Record<DialogName, CompanyDialog> = {
    invite: InviteColleaguesDialog,
    size: props.SizeDialog,
  }
  const Dialog = dialog && dialogs[dialog]
  return (
    <>
      <Card
        title={text.members}
        action={
          isAdmin && (
            <div className="flex gap-2">
              <Button size="small" onClick={() => show('size')}>
                {text.teamSize}
              </Button>
              <Button size="small" icon={<UserPlus aria-hidden />} onClick={() => show('invite')}>
                {text.invite}
              </Button>
            </div>
          )
        }
      >
        <p className="mb-2 text-13 text-text-muted">{text.seats(used, seats)}</p>
        <MemberTable teamId={teamId} members={members} mayEdit={isAdmin} />
      </Card>
      {isAdmin && <Invitations teamId={teamId} />}
      {Dialog && (
        <Dialog teamId={teamId} open={open} onClose={() => setOpen(false)} onSize={() => show('size')} />
      )}
    </>
  )
}

/**
 * When the dialog is opened again, it starts with the member's current values and without the question about the last
 * removal.
 */
interface Editing {
  member: TeamMember
  opening: number
}

function MemberTable(props: { teamId: string; members: TeamMember[]; mayEdit: boolean }) {
  const text = useTeamText()
  const me = useMe()
  const [editing, setEditing] = useState<Editing>()
  const question = useQuestion<Editing>()
  const edit = (member: TeamMember) =>
    startTransition(() => {
      const next = { member, opening: (editing?.opening ?? 0) + 1 }
      setEditing(next)
      question.ask(next)
    })
  const columns: TableColumn<TeamMember>[] = [
    {
      id: 'person',
      header: text.person,
      cell: (member) => (
        <PersonCell
          person={member.user}
          email={member.email}
          mark={member.user_id === me.id ? text.you : null}
          detail={text.roles[member.role]}
        />
      ),
    },
    { id: 'role', header: text.role, cell: ({ role }) => text.roles[role], wideOnly: 'lg', width: '8rem' },
    {
      id: 'seen',
      header: text.lastSeen,
      cell: ({ last_seen_at }) => (
        <span className="tabular-nums">{last_seen_at ? shortDate(last_seen_at) : text.never}</span>
      ),
      wideOnly: true,
      width: '7rem',
    },
    ...(props.mayEdit
      ? [
          {
            id: 'edit',
            header: text.editMember,
            hideHeader: true,
            width: '4rem',
            cell: (member: TeamMember) =>
              member.user_id !== me.id && (
                <IconButton
                  name={text.edit(personName(member.user))}
                  icon={<Ellipsis aria-hidden />}
                  disabled={member.role === 'OWNER' ? text.ownerStays : false}
                  onClick={() => edit(member)}
                />
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      <Table
        label={text.members}
        columns={columns}
        rows={props.members}
        rowKey={({ user_id }) => user_id}
        rowLabel={({ user }) => personName(user)}
        isAboveMore
      />
      {editing && (
        <EditColleagueDialog
          key={editing.opening}
          teamId={props.teamId}
          member={editing.member}
          open={question.about === editing}
          onClose={() => question.closeFor(editing)}
        />
      )}
    </>
  )
}

function Invitations({ teamId }: { teamId: string }) {
  const text = useTeamText()
  const {
    data = [],
    error,
    refetch,
  } = useRead(listTeamInvites, { params: { id: teamId } }, { redirects: false })
  const cancel = useWrite(cancelTeamInvite)
  const list = useGrowingList(data.length)
  if (data.length === 0 && !error) return null
  return (
    <Card title={text.invitations}>
      {data.length === 0 && <LoadingState error={error} onRetry={() => void refetch()} />}
      <ul className="divide-y divide-line">
        {data.slice(0, list.count).map((invite) => (
          <li key={invite.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-48">
              <p className="truncate">{invite.email}</p>
              <p className="text-13 text-text-muted">
                {text.roles[invite.role]} · {text.until(longDate(invite.expires_at))}
              </p>
            </div>
            <Button
              size="small"
              aria-label={`${text.withdraw}: ${invite.email}`}
              disabled={cancel.pending}
              onClick={() => cancel.run({ params: { id: teamId, inviteId: invite.id } })}
            >
              {text.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      <div ref={list.end} />
    </Card>
  )
}
