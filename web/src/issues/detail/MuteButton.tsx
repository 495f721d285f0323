import { getIssueMute, muteIssue } from '@plumbline/contract/issues/mutes'
import { BellOff, BellRing } from 'lucide-react'
import { useRead, useWrite } from '../../api/query.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'
import { useIssueParams } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** Toggles whether the current user is told about the issue; not shown until that is known. */
export function MuteButton() {
  const text = useDetailText()
  const params = useIssueParams()
  const { data } = useRead(getIssueMute, { params }, { silent: true })
  const mute = useWrite(muteIssue, {
    onDone: (_, { body }) => toast.success({ title: body.muted ? text.mutedToast : text.unmutedToast }),
  })
  if (!data) return null
  const { muted } = data
  return (
    <IconButton
      size="small"
      name={muted ? text.unmute : text.mute}
      pressed={muted}
      loading={mute.pending}
      icon={muted ? <BellOff aria-hidden /> : <BellRing aria-hidden />}
      onClick={() => mute.run({ params, body: { muted: !muted } })}
    />
  )
}
