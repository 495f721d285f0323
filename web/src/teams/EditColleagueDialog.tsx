import { removeTeamMember, type TeamMember, updateTeamMember } from '@plumbline/contract/teams/teams'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { toast } from '../ui/toast.ts'
import { personName } from '../users/PersonCell.tsx'
import { useTeamText } from './text.ts'

/** Changes the role of a member of the company, or removes the member. */
export default function EditColleagueDialog(props: {
  teamId: string
  member: TeamMember
  open: boolean
  onClose: () => void
}) {
  const text = useTeamText()
  const { member, onClose } = props
  const name = personName(member.user)
  const params = { id: props.teamId, userId: member.user_id }
  const [removing, setRemoving] = useState(false)
  const change = useWrite(updateTeamMember, {
    onDone: () => {
      toast.success()
      onClose()
    },
  })
  const remove = useWrite(removeTeamMember, {
    onDone: () => {
      toast.success({ text: text.removed(name) })
      onClose()
    },
  })
  const roles = (['MEMBER', 'ADMIN'] as const).map((value) => ({
    value,
    label: text.roles[value],
    help: text.roleHelp[value],
  }))
  if (removing)
    return (
      <Dialog open={props.open} onClose={onClose} title={text.removeMember} width="small">
        <p className="mb-4">{text.removeHint(name)}</p>
        <DialogActions>
          <Button look="danger" loading={remove.pending} onClick={() => remove.run({ params })}>
            {text.removeMember}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={text.editMember}
      description={`${name}, ${member.email}`}
      width="small"
    >
      <Form
        schema={updateTeamMember.body}
        draft={`colleague.${props.teamId}.${member.user_id}`}
        onSubmit={(body) => change.send({ params, body })}
      >
        <RadioGroup
          name="role"
          label={text.role}
          options={roles}
          defaultValue={member.role === 'ADMIN' ? 'ADMIN' : 'MEMBER'}
        />
        <DialogActions
          start={
            <Button look="danger" onClick={() => setRemoving(true)}>
              {text.removeMember}
            </Button>
          }
        >
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
