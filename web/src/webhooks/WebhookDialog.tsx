import {
  createWebhook,
  isWebhookAddress,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
} from '@plumbline/contract/webhooks/webhooks'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../api/query.ts'
import { sendChanges } from '../base/pick-changes.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { useUiText } from '../ui/text.tsx'
import { capitalise, toast } from '../ui/toast.ts'
import { useWebhookText, type WebhookText } from './text.ts'

interface Props {
  projectId: string
  /** null: creates one */
  hook: Webhook | null
  onClose: () => void
  onSecret: (secret: string) => void
}

export function WebhookDialog({ open, ...props }: Props & { open: boolean }) {
  const text = useWebhookText()
  return (
    <Dialog open={open} onClose={props.onClose} title={props.hook ? text.edit : text.add}>
      <WebhookForm key={props.hook?.id ?? 'new'} {...props} />
    </Dialog>
  )
}

const groups: Record<keyof WebhookText['groups'], readonly WebhookEvent[]> = {
  issues: ['issue.created', 'issue.updated', 'issue.deleted', 'comment.added'],
  models: ['variant.completed', 'variant.failed'],
  people: ['member.added', 'member.updated', 'member.removed'],
}

const selectedEvents = (values: Record<string, unknown>) =>
  webhookEvents.filter((event) => values[event] === true)

/** One checkbox per event; at least one is required. */
const formSchema = (text: WebhookText) =>
  z
    .object({
      url: z
        .string()
        .check(z.trim(), z.minLength(1), z.maxLength(1000), z.refine(isWebhookAddress, text.addressWrong)),
      ...Object.fromEntries(webhookEvents.map((event) => [event, z.boolean()])),
    })
    .check(z.refine((values) => selectedEvents(values).length > 0, text.chooseEvents))

function WebhookForm({ projectId, onClose, onSecret, ...props }: Props) {
  const [hook] = useState(props.hook)
  const text = useWebhookText()
  const ui = useUiText()
  const schema = useMemo(() => formSchema(text), [text])
  const create = useWrite(createWebhook, {
    onDone: ({ secret }) => {
      onClose()
      onSecret(secret)
    },
    onError: () => {},
  })
  const update = useWrite(updateWebhook, {
    onDone: () => {
      toast.success()
      onClose()
    },
    onError: () => {},
  })
  const params = { id: projectId }
  const error = hook ? update.error : create.error
  const isOfField = error !== null && Object.keys(error.fields).length > 0
  const problem = error?.code === 'offline' ? ui.needsConnection : capitalise(error?.message ?? '')
  const isTicked = (event: WebhookEvent, group: string) =>
    hook ? hook.events.includes(event) : group === 'issues'
  return (
    <Form
      schema={schema}
      draft={hook ? `webhook.${hook.id}` : `new-webhook.${projectId}`}
      errors={error?.fields ?? {}}
      problem={error && !isOfField && problem}
      onSubmit={(values) => {
        const wanted = { url: values.url, events: selectedEvents(values) }
        if (!hook) return create.send({ params, body: wanted })
        const at = { ...params, webhookId: hook.id }
        const before = { url: hook.url, events: webhookEvents.filter((event) => hook.events.includes(event)) }
        return sendChanges(before, wanted, (body) => update.send({ params: at, body }), onClose)
      }}
    >
      <Field name="url" label={text.address} help={text.addressHelp} required>
        <Input type="url" inputMode="url" autoComplete="off" defaultValue={hook?.url} />
      </Field>
      <div className="mb-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {Object.entries(groups).map(([group, events]) => (
          <fieldset key={group} className="min-w-0 sm:first:row-span-2">
            <legend className="mb-1 font-medium text-13">{text.groups[group as keyof typeof groups]}</legend>
            {events.map((event) => (
              <Checkbox
                key={event}
                name={event}
                label={text.events[event]}
                defaultChecked={isTicked(event, group)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <DialogActions>
        <Button look="primary" type="submit">
          {hook ? text.save : text.add}
        </Button>
      </DialogActions>
    </Form>
  )
}
