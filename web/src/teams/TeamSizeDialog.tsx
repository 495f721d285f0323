import { resizeTeam } from '@plumbline/contract/teams'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { toast } from '../ui/toast.ts'
import { useTeamText } from './text.ts'
import { useTeam } from './use-team.ts'

/** How many may be in the company; never fewer than there are. */
export default function TeamSizeDialog(props: { teamId: string; open: boolean; onClose: () => void }) {
  const text = useTeamText()
  const { team, used } = useTeam(props.teamId)
  const [problem, setProblem] = useState<string>()
  const resize = useWrite(resizeTeam, {
    onDone: () => {
      toast.success()
      props.onClose()
    },
    onError: (error) => setProblem(error.code === 'wrong_state' ? text.sizeTooSmall(used) : error.message),
  })
  return (
    <Dialog open={props.open} onClose={props.onClose} title={text.teamSize} width="small">
      <Form
        schema={resizeTeam.body}
        problem={problem}
        onSubmit={(body) => resize.send({ params: { id: props.teamId }, body })}
      >
        <Field name="max_team_size" label={text.teamSize} help={text.teamSizeHelp(used)}>
          <NumberField min={1} max={100_000} defaultValue={team?.max_team_size ?? undefined} />
        </Field>
        <DialogActions>
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
