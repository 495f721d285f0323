import { type Member, removeMember, updateMember } from '@plumbline/contract/access/access'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { useState } from 'react'
import { useWrite, type WriteOptions } from '../api/query.ts'
import { sendChanges } from '../base/pick-changes.ts'
import { useProject } from '../projects/use-project.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { OptionPicker } from '../ui/OptionPicker.tsx'
import { toast } from '../ui/toast.ts'
import { personName } from '../users/PersonCell.tsx'
import { RoleAndLevelFields } from './RoleAndLevelFields.tsx'
import { useAccessText } from './text.ts'

/** Changes a member's role and permission level, or removes the member; not for the last administrator. */
export default function EditMemberDialog(props: {
  member: Member
  /** the other members, to whom open issues can be reassigned */
  others: Member[]
  open: boolean
  onClose: () => void
}) {
  const text = useAccessText()
  const { id } = useProject()
  const { member, onClose } = props
  const name = personName(member.user)
  const params = { id, userId: member.user_id }
  const [role, setRole] = useState(member.role)
  const [level, setLevel] = useState(member.permission_level)
  const [removing, setRemoving] = useState(false)
  const [heir, setHeir] = useState<string | null>(null)
  const isLastAdmin =
    member.permission_level === 'ADMIN' && !props.others.some((other) => other.permission_level === 'ADMIN')
  const onError: WriteOptions<typeof updateMember>['onError'] = (error) =>
    toast.error({ text: error.code === 'last_administrator' ? text.lastAdministratorOf : error.message })
  const change = useWrite(updateMember, {
    onDone: () => {
      toast.success()
      onClose()
    },
    onError,
  })
  const remove = useWrite(removeMember, {
    onDone: () => {
      toast.success({ text: text.removed(name) })
      onClose()
    },
    onError,
  })
  const heirs = props.others
    .filter((other) => isLevelAtLeast(other.permission_level, 'CONTRIBUTOR'))
    .map((other) => ({ value: other.user_id, label: personName(other.user) }))
  if (removing)
    return (
      <Dialog open={props.open} onClose={onClose} title={text.removeMember}>
        <p className="mb-4">{text.removeHint(name)}</p>
        <Form
          schema={removeMember.query}
          onSubmit={() => remove.send({ params, query: heir ? { reassign_to: heir } : {} })}
        >
          <Field label={text.reassignTo} help={text.reassignHelp}>
            <OptionPicker options={heirs} placeholder={text.nobody} value={heir} onChange={setHeir} />
          </Field>
          <DialogActions>
            <Button look="danger" type="submit">
              {text.removeMember}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    )
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={text.editMember}
      description={`${name}, ${member.email}`}
    >
      <Form
        schema={updateMember.body}
        fixed={{ role, permission_level: level }}
        onSubmit={(values) => sendChanges(member, values, (body) => change.send({ params, body }), onClose)}
      >
        <RoleAndLevelFields role={role} level={level} onRole={setRole} onLevel={setLevel} />
        {level === 'VIEWER' && member.permission_level !== 'VIEWER' && (
          <p role="status" className="text-13 text-text-muted">
            {text.becomesViewer}
          </p>
        )}
        <DialogActions
          start={
            <Button
              look="danger"
              disabled={isLastAdmin ? text.lastAdministratorOf : false}
              onClick={() => setRemoving(true)}
            >
              {text.remove}
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
