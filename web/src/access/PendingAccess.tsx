import {
  acceptInvite,
  cancelAccessRequest,
  declineInvite,
  type Invite,
  listMyAccessRequests,
  listMyInvites,
} from '@plumbline/contract/access/access'
import { acceptTeamInvite, declineTeamInvite, listMyTeamInvites } from '@plumbline/contract/teams/teams'
import type { UseQueryResult } from '@tanstack/react-query'
import { Children, type ReactNode } from 'react'
import { isUnreachable } from '../api/client.ts'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useProjectText } from '../projects/text.ts'
import { Button } from '../ui/Button.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { longDate } from '../users/dates.ts'
import { useAccessText } from './text.ts'

/** The person's open invitations and access requests; renders nothing when there are none. */
export function PendingAccess(props: {
  /** opens the details of an invitation */
  onOpen?: (inviteId: string) => void
  onJoined?: () => void
}) {
  const text = useAccessText()
  return (
    <>
      <Invitations {...props} title={text.invitations} />
      <Requests title={text.yourRequests} />
    </>
  )
}

/** Renders nothing without rows, unless a read was refused: an invited person would look for the project in vain. */
function Section(props: { title: string; reads: readonly UseQueryResult[]; children: ReactNode }) {
  const ui = useUiText()
  const failed = props.reads.filter(({ data, error }) => !data && error && !isUnreachable(error))
  const rows = Children.toArray(props.children)
  if (rows.length + failed.length === 0) return null
  return (
    <section className="mb-6 flex flex-col gap-2">
      <h2 className="font-semibold text-16">{props.title}</h2>
      {failed.length > 0 && (
        <LoadFailed error={failed[0]?.error} onRetry={() => failed.forEach(({ refetch }) => void refetch())}>
          {ui.loadFailed}
        </LoadFailed>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">{rows}</ul>
      )}
    </section>
  )
}

function Row({ title, detail, actions }: { title: ReactNode; detail: string; actions: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="[overflow-wrap:anywhere]">{title}</p>
        <p className="text-13 text-text-muted">{detail}</p>
      </div>
      <div className="flex gap-2">{actions}</div>
    </li>
  )
}

function Invitations(props: { title: string; onOpen?: (inviteId: string) => void; onJoined?: () => void }) {
  const { title, onOpen, onJoined } = props
  const text = useAccessText()
  const { roles, levels } = useProjectText()
  const ofProjects = useRead(listMyInvites, {})
  const ofCompanies = useRead(listMyTeamInvites, {})
  const { data: companies = [] } = ofCompanies
  const accept = useWrite(acceptInvite, {
    onDone: ({ project_name }) => {
      toast.success({ text: text.joined(project_name) })
      onJoined?.()
    },
  })
  const decline = useWrite(declineInvite, { onDone: () => toast.success({ text: text.declined }) })
  const enter = useWrite(acceptTeamInvite, {
    onDone: ({ team_name }) => {
      toast.success({ text: text.joinedCompany(team_name) })
      onJoined?.()
    },
  })
  const stay = useWrite(declineTeamInvite, { onDone: () => toast.success({ text: text.declined }) })
  const nameOf = (by: { first_name: string; last_name: string } | null) =>
    by ? `${by.first_name} ${by.last_name}` : text.somebody
  const pending = (ofProjects.data ?? []).filter(({ state }) => state === 'PENDING')
  return (
    <Section title={title} reads={[ofProjects, ofCompanies]}>
      {pending.map((invite) => {
        const params = { id: invite.project_id, inviteId: invite.id }
        return (
          <Row
            key={invite.id}
            title={<InviteTitle invite={invite} onOpen={onOpen} />}
            detail={text.asRole(roles[invite.role], levels[invite.permission_level])}
            actions={
              <Answers
                about={invite.project_name}
                pending={accept.pending || decline.pending}
                onAccept={() => accept.run({ params })}
                onDecline={() => decline.run({ params })}
              />
            }
          />
        )
      })}
      {companies.map((invite) => {
        const params = { id: invite.team_id, inviteId: invite.id }
        return (
          <Row
            key={invite.id}
            title={
              <span className="font-medium">
                {text.invitedToCompany(nameOf(invite.invited_by), invite.team_name)}
              </span>
            }
            detail={text.expiresOn(longDate(invite.expires_at))}
            actions={
              <Answers
                about={invite.team_name}
                pending={enter.pending || stay.pending}
                onAccept={() => enter.run({ params })}
                onDecline={() => stay.run({ params })}
              />
            }
          />
        )
      })}
    </Section>
  )
}

function Answers(props: { about: string; pending: boolean; onAccept: () => void; onDecline: () => void }) {
  const text = useAccessText()
  return (
    <>
      <Button
        aria-label={`${text.decline}: ${props.about}`}
        disabled={props.pending}
        onClick={props.onDecline}
      >
        {text.decline}
      </Button>
      <Button
        look="primary"
        aria-label={`${text.accept}: ${props.about}`}
        disabled={props.pending}
        onClick={props.onAccept}
      >
        {text.accept}
      </Button>
    </>
  )
}

function Requests({ title }: { title: string }) {
  const text = useAccessText()
  const { roles } = useProjectText()
  const me = useMe()
  const read = useRead(listMyAccessRequests, {})
  const cancel = useWrite(cancelAccessRequest)
  const mine = (read.data ?? []).filter(
    ({ user, state }) => user.id === me.id && (state === 'PENDING' || state === 'REJECTED'),
  )
  return (
    <Section title={title} reads={[read]}>
      {mine.map((request) => (
        <Row
          key={request.id}
          title={<span className="font-medium">{request.project_name}</span>}
          detail={
            request.state === 'PENDING'
              ? `${roles[request.role]} · ${text.requestedOn(longDate(request.created_at))}`
              : [text.rejected, request.reason].filter(Boolean).join(': ')
          }
          actions={
            request.state === 'PENDING' && (
              <Button
                aria-label={`${text.cancelRequest}: ${request.project_name}`}
                disabled={cancel.pending}
                onClick={() => cancel.run({ params: { id: request.project_id, requestId: request.id } })}
              >
                {text.cancelRequest}
              </Button>
            )
          }
        />
      ))}
    </Section>
  )
}

function InviteTitle({ invite, onOpen }: { invite: Invite; onOpen?: (inviteId: string) => void }) {
  const text = useAccessText()
  const by = invite.invited_by
  const title = text.invitedTo(by ? `${by.first_name} ${by.last_name}` : text.somebody, invite.project_name)
  if (!onOpen) return <span className="font-medium">{title}</span>
  return (
    <button
      type="button"
      className="text-start font-medium hover:underline"
      onClick={() => onOpen(invite.id)}
    >
      {title}
    </button>
  )
}
