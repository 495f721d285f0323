import { acceptInvite, declineInvite, type Invite, listMyInvites } from '@plumbline/contract/access/access'
import type { RefObject } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useProjectText } from '../projects/text.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useIsShown } from '../ui/use-is-shown.ts'
import { longDate } from '../users/dates.ts'
import { useAccessText } from './text.ts'

/** Accepts or declines a project invitation; for an answered or expired one it shows that and offers the project code instead. */
export default function InviteDialog({
  inviteId,
  onClose,
}: {
  inviteId: string | null
  onClose: () => void
}) {
  const text = useAccessText()
  const { data, error, refetch } = useRead(listMyInvites, {}, { enabled: inviteId !== null })
  const invite = data?.find(({ id }) => id === inviteId)
  const isShown = useIsShown()
  return (
    <Dialog open={inviteId !== null} onClose={onClose} title={text.invitation}>
      {!data && <LoadingState error={error} onRetry={() => void refetch()} rows={3} />}
      {data && !invite && <ClosedInvite reason={text.noInvite} />}
      {invite && invite.state !== 'PENDING' && (
        <ClosedInvite invite={invite} reason={text.closedInvite[invite.state]} />
      )}
      {invite?.state === 'PENDING' && <AnswerForm invite={invite} onClose={onClose} isShown={isShown} />}
    </Dialog>
  )
}

function InviteFacts({ invite }: { invite: Invite }) {
  const text = useAccessText()
  const { roles, levels } = useProjectText()
  const by = invite.invited_by
  const rows = [
    [text.project, invite.project_name],
    [text.company, invite.team_name],
    [text.from, by ? `${by.first_name} ${by.last_name}` : text.somebody],
    [text.role, roles[invite.role]],
    [text.level, levels[invite.permission_level]],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {invite.message && (
        <blockquote className="mt-3 whitespace-pre-line border-line-strong border-s-2 ps-3 [overflow-wrap:anywhere]">
          {invite.message}
        </blockquote>
      )}
    </>
  )
}

function AnswerForm(props: {
  invite: Invite
  onClose: () => void
  /** whether the dialog is shown: this form unmounts as soon as the answer is known, which may be before it arrives */
  isShown: RefObject<boolean>
}) {
  const { invite, onClose, isShown } = props
  const text = useAccessText()
  const navigate = useNavigate()
  const params = { id: invite.project_id, inviteId: invite.id }
  const accept = useWrite(acceptInvite, {
    onDone: () => {
      toast.success({ text: text.joined(invite.project_name) })
      // a person who closed the dialog or left the page in the meantime is not redirected
      if (!isShown.current) return
      onClose()
      navigate(paths.project(invite.project_id))
    },
  })
  const decline = useWrite(declineInvite, {
    onDone: () => {
      toast.success({ text: text.declined })
      if (isShown.current) onClose()
    },
  })
  return (
    <>
      <InviteFacts invite={invite} />
      <p className="mt-3 mb-4 text-13 text-text-muted">{text.expiresOn(longDate(invite.expires_at))}</p>
      <DialogActions>
        <Button loading={decline.pending} onClick={() => decline.run({ params })}>
          {text.decline}
        </Button>
        <Button look="primary" loading={accept.pending} onClick={() => accept.run({ params })}>
          {text.accept}
        </Button>
      </DialogActions>
    </>
  )
}

function ClosedInvite({ invite, reason }: { invite?: Invite; reason: string }) {
  const text = useAccessText()
  return (
    <>
      <Banner tone="warning">{reason}</Banner>
      <div className="mt-4 mb-4">{invite && <InviteFacts invite={invite} />}</div>
      <DialogActions>
        {invite?.state === 'APPROVED' ? (
          <ButtonLink look="primary" href={paths.project(invite.project_id)}>
            {text.openProject}
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" href={paths.client()}>
            {text.requestAccess}
          </ButtonLink>
        )}
      </DialogActions>
    </>
  )
}
