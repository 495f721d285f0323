import { contactTopics, contactUs } from '@plumbline/contract/settings/settings'
import { getMe } from '@plumbline/contract/users/get-me'
import type { Me } from '@plumbline/contract/users/users'
import { useState } from 'react'
import * as z from 'zod/mini'
import { keyOf, queryClient, useWrite } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { useUiText } from '../ui/text.tsx'
import { capitalise } from '../ui/toast.ts'
import { useOnline } from '../ui/use-online.ts'
import { describeBrowser } from '../users/me/devices.ts'
import { useContactText } from './contact-text.ts'

/** The message is shorter than the endpoint allows: the version is appended to it. */
const Message = z.extend(contactUs.body, {
  message: z.string().check(z.trim(), z.minLength(10), z.maxLength(4500)),
})

const MAX_PAGE_URL = 2000

/** A contact form to the operator of the server, also for visitors. Shows the data sent along with the message. */
export function ContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useContactText()
  const [answer, setAnswer] = useState<{ email: string; reference: string } | null>(null)
  return (
    <Dialog open={open} onClose={onClose} title={answer ? text.sentTitle : text.title}>
      {answer ? (
        <div role="status">
          <p>{text.sent(answer.email)}</p>
          <p className="mt-1 text-text-muted">{text.reference(answer.reference)}</p>
          <Button
            look="primary"
            className="mt-5"
            onClick={() => {
              setAnswer(null)
              onClose()
            }}
          >
            {text.done}
          </Button>
        </div>
      ) : (
        <ContactForm onSent={setAnswer} />
      )}
    </Dialog>
  )
}

function ContactForm({ onSent }: { onSent: (answer: { email: string; reference: string }) => void }) {
  const text = useContactText()
  const ui = useUiText()
  const online = useOnline()
  const me = queryClient.getQueryData<Me>(keyOf(getMe, {}))
  const [honeypot, setHoneypot] = useState('')
  const write = useWrite(contactUs, {
    onDone: ({ reference }, { body: { email } }) => onSent({ email, reference }),
    onError: () => {},
  })
  // an address with many selected elements exceeds the endpoint's limit
  const page_url = location.href.slice(0, MAX_PAGE_URL)
  const version = text.version(__APP_VERSION__, describeBrowser(navigator.userAgent))
  const refused = write.error
  const topics = contactTopics.map((value) => ({ value, label: text.topics[value] }))
  const send = (body: z.output<typeof Message>) =>
    write.send({ body: { ...body, message: `${body.message}\n\n${version}`, page_url, honeypot } })
  return (
    <Form
      schema={Message}
      draft="contact"
      errors={refused?.fields}
      problem={
        refused ? (refused.code === 'offline' ? ui.needsConnection : capitalise(refused.message)) : undefined
      }
      onSubmit={send}
    >
      <Field name="topic" label={text.topic} required>
        <Select options={topics} defaultValue="SUPPORT" />
      </Field>
      <Field name="message" label={text.message} required>
        <Textarea rows={5} />
      </Field>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <Field name="name" label={text.name} required>
          <Input autoComplete="name" defaultValue={me && `${me.first_name} ${me.last_name}`.trim()} />
        </Field>
        <Field name="email" label={text.email} required>
          <Input type="email" autoComplete="email" defaultValue={me?.email} />
        </Field>
      </div>
      {/* honeypot for bots that fill in every field */}
      <input
        aria-hidden
        tabIndex={-1}
        autoComplete="off"
        value={honeypot}
        onChange={(event) => setHoneypot(event.currentTarget.value)}
        className="absolute size-0 opacity-0"
      />
      <Checkbox name="consent" label={text.consent} required />
      <div className="mt-2 mb-4 rounded-control bg-sunken px-3 py-2 text-13 text-text-muted">
        <p className="font-medium">{text.attached}</p>
        <p className="break-all">{text.page(page_url)}</p>
        <p>{version}</p>
      </div>
      <DialogActions>
        <Button look="primary" type="submit" disabled={!online && ui.needsConnection}>
          {text.send}
        </Button>
      </DialogActions>
    </Form>
  )
}
