import { cancelInvite, type Invite } from '@plumbline/contract/access/access'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { useProjectText } from '../projects/text.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { shortDate } from '../users/dates.ts'
import { useAccessText } from './text.ts'

function InviteState({ state }: Pick<Invite, 'state'>) {
  const text = useAccessText()
  return (
    <Badge tone={state === 'PENDING' ? 'info' : state === 'APPROVED' ? 'success' : 'neutral'}>
      {text.inviteStates[state]}
    </Badge>
  )
}

/** The invitations to the project with their states. */
export function InviteList({
  read,
  onInvite,
}: {
  read: UseQueryResult<Invite[], ApiError>
  onInvite: () => void
}) {
  const { data: invites } = read
  const text = useAccessText()
  const { roles, levels } = useProjectText()
  const cancel = useWrite(cancelInvite)
  const columns: TableColumn<Invite>[] = [
    {
      id: 'email',
      header: text.email,
      cell: ({ email, role, permission_level, state }) => (
        <span className="min-w-0 py-1">
          <span className="block max-sm:whitespace-normal max-sm:wrap-anywhere sm:truncate">{email}</span>
          <span className="block whitespace-normal text-13 text-text-muted wrap-anywhere lg:hidden">
            {roles[role]} · {levels[permission_level]}
          </span>
          <span className="block pt-1 sm:hidden">
            <InviteState state={state} />
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: text.state,
      cell: ({ state }) => <InviteState state={state} />,
      wideOnly: true,
      width: '7rem',
    },
    { id: 'role', header: text.role, cell: ({ role }) => roles[role], wideOnly: 'lg', width: '12rem' },
    {
      id: 'level',
      header: text.level,
      cell: ({ permission_level }) => levels[permission_level],
      wideOnly: 'lg',
      width: '9rem',
    },
    {
      id: 'expires',
      header: text.until,
      cell: ({ expires_at }) => <span className="tabular-nums">{shortDate(expires_at)}</span>,
      wideOnly: true,
      width: '6rem',
    },
    {
      id: 'cancel',
      header: text.withdraw,
      hideHeader: true,
      width: '9rem',
      align: 'end',
      cell: (invite) =>
        invite.state === 'PENDING' && (
          <Button
            size="small"
            aria-label={`${text.withdraw}: ${invite.email}`}
            disabled={cancel.pending}
            onClick={() => cancel.run({ params: { id: invite.project_id, inviteId: invite.id } })}
          >
            {text.withdraw}
          </Button>
        ),
    },
  ]
  if (!invites) return <LoadingState error={read.error} onRetry={() => void read.refetch()} rows={3} />
  if (invites.length === 0)
    return (
      <EmptyState
        drawing="people"
        title={text.noInvites}
        action={<Button onClick={onInvite}>{text.invite}</Button>}
      >
        {text.noInvitesHint}
      </EmptyState>
    )
  return (
    <Table
      label={text.invitations}
      columns={columns}
      rows={invites}
      rowKey={({ id }) => id}
      rowLabel={({ email }) => email}
    />
  )
}
