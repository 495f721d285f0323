import { cancelSubscription } from '@plumbline/contract/billing/billing'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Link } from '../ui/Link.tsx'
import { capitalise, toast } from '../ui/toast.ts'
import { longDate } from '../users/dates.ts'
import { useBillingText } from './text.ts'
import { useSubscription } from './use-subscription.ts'

/** Cancels the subscription in two steps: first the consequences and the data exports, then the confirmation with the end date. */
export default function CancelDialog(props: { teamId: string; open: boolean; onClose: () => void }) {
  const text = useBillingText()
  const { data } = useSubscription(props.teamId)
  const [sure, setSure] = useState(false)
  const [problem, setProblem] = useState<string>()
  const end = data?.period_end ? longDate(data.period_end) : ''
  const plan = data ? text.plans[data.slug] : ''
  function close() {
    setSure(false)
    setProblem(undefined)
    props.onClose()
  }
  const cancel = useWrite(cancelSubscription, {
    onDone: ({ cancels_at }) => {
      toast.success({ text: text.cancelled(plan, cancels_at ? longDate(cancels_at) : end) })
      close()
    },
    onError: (error) => setProblem(capitalise(error.message)),
  })
  return (
    <Dialog open={props.open} onClose={close} title={text.cancelPlan} width="small">
      {problem && (
        <p role="alert" className="mb-3 rounded-control bg-danger-soft px-3 py-2 text-danger">
          {problem}
        </p>
      )}
      {sure ? (
        <p className="pb-4">{text.cancelSure(plan, end)}</p>
      ) : (
        <div className="flex flex-col gap-3 pb-4">
          <p>{text.cancelMeans(end)}</p>
          <p>{text.cancelThen}</p>
          <p>
            {text.cancelExport} <Link href={paths.accountPart('projects')}>{text.toExports}</Link>
          </p>
        </div>
      )}
      <DialogActions>
        {sure ? (
          <Button
            look="danger"
            loading={cancel.pending}
            onClick={() => cancel.run({ params: { id: props.teamId } })}
          >
            {text.cancelPlan}
          </Button>
        ) : (
          <Button onClick={() => setSure(true)}>{text.goOn}</Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
