import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { InviteColleagues } from './InviteColleagues.tsx'
import { useTeamText } from './text.ts'
import { useTeam } from './use-team.ts'

/** Invites people to the company, while it has free seats. */
export default function InviteColleaguesDialog(props: {
  teamId: string
  open: boolean
  onClose: () => void
  onSize: () => void
}) {
  const text = useTeamText()
  const { used, seats: max } = useTeam(props.teamId)
  const [refused, setRefused] = useState(false)
  const full = max !== null && (refused || used >= max)
  return (
    <Dialog open={props.open} onClose={props.onClose} title={text.inviteToCompany}>
      <p className="mb-3 text-13 text-text-muted">{text.seats(used, max)}</p>
      {full && (
        <div className="mb-4">
          <Banner tone="warning" action={<Button onClick={props.onSize}>{text.changeSize}</Button>}>
            {text.allSeats(max)}
          </Banner>
        </div>
      )}
      <InviteColleagues teamId={props.teamId} onFull={() => setRefused(true)}>
        <DialogActions>
          <Button look="primary" type="submit">
            {text.invite}
          </Button>
        </DialogActions>
      </InviteColleagues>
    </Dialog>
  )
}
