import { resizeTeam } from '@plumbline/contract/teams/teams'
import { Suspense, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useTeamText } from '../teams/text.ts'
import { useTeam } from '../teams/use-team.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { capitalise, toast } from '../ui/toast.ts'
import { isRunning, useSubscription } from './use-subscription.ts'

const SeatsDialog = lazyPart(() => import('./SeatsDialog.tsx'), { placeless: true })

interface Props {
  teamId: string
  open: boolean
  onClose: () => void
}

/** Changes the size of the company: the paid seats of a running plan, else the company's own limit. */
export default function TeamSizeDialog(props: Props) {
  const { data: subscription, error } = useSubscription(props.teamId)
  if (!subscription && !error) return null
  if (!subscription || !isRunning(subscription)) return <OwnTeamSizeDialog {...props} />
  return (
    <Suspense>
      <SeatsDialog {...props} />
    </Suspense>
  )
}

/** The company's own limit: at least its members and open invitations, at most the plan's limit. */
function OwnTeamSizeDialog(props: Props) {
  const text = useTeamText()
  const { team, configuration, used } = useTeam(props.teamId)
  const [problem, setProblem] = useState<string>()
  const resize = useWrite(resizeTeam, {
    onDone: () => {
      toast.success()
      props.onClose()
    },
    onError: (error) =>
      setProblem(error.code === 'wrong_state' ? text.sizeTooSmall(used) : capitalise(error.message)),
  })
  const most = configuration?.limits.team_members ?? null
  return (
    <Dialog open={props.open} onClose={props.onClose} title={text.teamSize} width="small">
      <Form
        schema={resizeTeam.body}
        draft={`team-size.${props.teamId}`}
        problem={problem}
        onSubmit={(body) => resize.send({ params: { id: props.teamId }, body }, { redirects: false })}
      >
        <Field
          name="max_team_size"
          label={text.teamSize}
          help={most === null ? text.teamSizeHelp(used) : text.teamSizeOfPlan(used, most)}
        >
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
