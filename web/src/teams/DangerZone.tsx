import {
  deleteTeam,
  listTeamMembers,
  removeTeamMember,
  updateTeamMember,
} from '@plumbline/contract/teams/teams'
import { type ReactNode, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { chooseCurrentTeam, useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { OptionPicker } from '../ui/OptionPicker.tsx'
import { toast } from '../ui/toast.ts'
import { useTeamText } from './text.ts'
import { useTeam } from './use-team.ts'

/** Leave the company; its owner hands it over or closes it instead. */
export function CompanyDangerZone({ teamId }: { teamId: string }) {
  const text = useTeamText()
  const { team, error, refetch } = useTeam(teamId)
  if (!team) return <LoadingState error={error} onRetry={() => void refetch()} />
  return (
    <Card title={text.danger}>
      {team.my_role === 'OWNER' ? (
        <>
          <HandOver teamId={team.id} />
          <Close teamId={team.id} name={team.name} />
        </>
      ) : (
        <Leave teamId={team.id} name={team.name} />
      )}
    </Card>
  )
}

/** Returns a function that leaves the pages of a deleted company: makes another company current and opens the projects. */
function useLeaveCompanyPages(teamId: string) {
  const me = useMe()
  const navigate = useNavigate()
  return () => {
    const team_id = chooseCurrentTeam({ teams: me.teams.filter((each) => each.team_id !== teamId) }, null)
    storage.setTeam(team_id ? { team_id } : null)
    navigate(paths.projects)
  }
}

function Line({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3 last:border-b-0">
      <p className="min-w-0 flex-1 basis-60 text-text-muted">{hint}</p>
      {children}
    </div>
  )
}

function Leave({ teamId, name }: { teamId: string; name: string }) {
  const text = useTeamText()
  const me = useMe()
  const depart = useLeaveCompanyPages(teamId)
  const [open, setOpen] = useState(false)
  const leave = useWrite(removeTeamMember, {
    onDone: () => {
      toast.success({ text: text.left(name) })
      depart()
    },
  })
  return (
    <Line hint={text.leaveHint}>
      <Button look="danger" onClick={() => setOpen(true)}>
        {text.leave}
      </Button>
      <AlertDialog
        open={open}
        onClose={() => setOpen(false)}
        title={text.leave}
        action={text.leave}
        onConfirm={() => leave.send({ params: { id: teamId, userId: me.id } }).catch(() => undefined)}
      >
        {text.leaveHint}
      </AlertDialog>
    </Line>
  )
}

function HandOver({ teamId }: { teamId: string }) {
  const text = useTeamText()
  const me = useMe()
  const { data: members, error, refetch } = useRead(listTeamMembers, { params: { id: teamId } })
  const [open, setOpen] = useState(false)
  const [heir, setHeir] = useState<string | null>(null)
  const others = members
    ?.filter(({ user_id }) => user_id !== me.id)
    .map(({ user }) => ({ value: user.id, label: `${user.first_name} ${user.last_name}` }))
  const handOver = useWrite(updateTeamMember, {
    onDone: ({ user }) => {
      toast.success({ text: text.handedOver(`${user.first_name} ${user.last_name}`) })
      setOpen(false)
    },
  })
  if (!others) return <LoadingState error={error} onRetry={() => void refetch()} rows={1} className="py-3" />
  return (
    <Line hint={text.handOverHint}>
      <Button disabled={others.length === 0 ? text.handOverNobody : false} onClick={() => setOpen(true)}>
        {text.handOver}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={text.handOver}
        description={text.handOverHint}
      >
        <Form
          schema={updateTeamMember.body}
          fixed={{ role: 'OWNER' }}
          onSubmit={(body) => heir && handOver.send({ params: { id: teamId, userId: heir }, body })}
        >
          <Field label={text.handOverTo} required>
            <OptionPicker options={others} value={heir} onChange={setHeir} />
          </Field>
          <DialogActions>
            <Button look="primary" type="submit" disabled={heir === null ? text.handOverTo : false}>
              {text.handOver}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </Line>
  )
}

function Close({ teamId, name }: { teamId: string; name: string }) {
  const text = useTeamText()
  const depart = useLeaveCompanyPages(teamId)
  const [open, setOpen] = useState(false)
  const close = useWrite(deleteTeam, {
    onDone: () => {
      toast.success({ text: text.closed(name) })
      depart()
    },
  })
  return (
    <Line hint={text.closeHint}>
      <Button look="danger" onClick={() => setOpen(true)}>
        {text.close}
      </Button>
      <AlertDialog
        open={open}
        onClose={() => setOpen(false)}
        title={text.close}
        action={text.close}
        typeToConfirm={{ text: name, label: text.typeName(name) }}
        onConfirm={() => close.send({ params: { id: teamId } }).catch(() => undefined)}
      >
        {text.closeHint}
      </AlertDialog>
    </Line>
  )
}
