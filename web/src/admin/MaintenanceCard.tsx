import { Maintenance, setMaintenance } from '@plumbline/contract/admin/maintenance'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMaintenance } from '../api/maintenance.ts'
import { useWrite } from '../api/query.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { describeFormError } from '../users/me/form-errors.ts'
import { useUpkeepText } from './upkeep-text.ts'

const MaintenanceForm = z.object({
  text: Maintenance.shape.text,
  /** in the time zone of the browser; '': unknown */
  until: z.string(),
})

/** As a control of date and time shows it. */
function formatLocal(iso: string): string {
  const moment = new Date(iso)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Starts and ends maintenance of the server. */
export function MaintenanceCard() {
  const text = useUpkeepText()
  const current = useMaintenance()
  return (
    <Card title={text.maintenance}>
      <p className="mb-3 text-text-muted">{text.maintenanceCard.hint}</p>
      {/* another operator's values replace those in the controls */}
      <MaintenanceControls key={JSON.stringify(current)} current={current} />
    </Card>
  )
}

function MaintenanceControls({ current }: { current: Maintenance | null }) {
  const text = useUpkeepText().maintenanceCard
  const ui = useUiText()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { send, run, pending, error } = useWrite(setMaintenance, {
    onError: () => {},
    onDone: (_reply, { body: { maintenance } }) =>
      toast.success({ text: maintenance === null ? text.ended : current ? text.saved : text.begun }),
  })
  async function submit(values: { text: string; until: string }) {
    const until = values.until === '' ? null : new Date(values.until).toISOString()
    const isPast = until !== null && Date.parse(until) <= Date.now()
    setErrors(isPast ? { until: text.past } : {})
    if (isPast) return false
    await send({ body: { maintenance: { text: values.text, until } } })
  }
  return (
    <>
      {current && (
        <div className="mb-3">
          <Banner
            tone="warning"
            action={
              <Button size="small" loading={pending} onClick={() => run({ body: { maintenance: null } })}>
                {text.end}
              </Button>
            }
          >
            {text.isOn}
          </Banner>
        </div>
      )}
      <Form
        schema={MaintenanceForm}
        errors={errors}
        problem={describeFormError(error, ui.needsConnection)}
        onSubmit={submit}
      >
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <Field name="text" label={text.text} help={text.textHelp} required>
            <Input maxLength={300} defaultValue={current?.text ?? ''} />
          </Field>
          <Field name="until" label={text.until} help={text.untilHelp}>
            <DatePicker withTime defaultValue={current?.until ? formatLocal(current.until) : ''} />
          </Field>
        </div>
        <div className="mt-2 flex justify-end">
          <Button look={current ? 'secondary' : 'primary'} type="submit">
            {current ? text.save : text.begin}
          </Button>
        </div>
      </Form>
    </>
  )
}
