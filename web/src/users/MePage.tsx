import { updateMe } from '@plumbline/contract/users'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useMe } from '../app/session.ts'
import { type Appearance, appearance, setAppearance } from '../app/theme.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { toast } from '../ui/toast.ts'
import { useUserText } from './text.ts'

/** What is one's own: name, address, how the application looks. */
export function MePage() {
  const text = useUserText()
  const me = useMe()
  const [look, setLook] = useState<Appearance>(appearance())
  const save = useWrite(updateMe, { onDone: () => toast.success() })
  const looks = (['light', 'dark', 'system'] as const).map((value) => ({ value, label: text[value] }))
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-6 p-4 sm:p-6">
      <h1 className="font-semibold text-26">{text.me}</h1>
      <Card title={text.profile}>
        <p className="mb-4 text-text-muted">
          {text.email}: {me.email}
        </p>
        <Form schema={updateMe.body} errors={save.error?.fields} onSubmit={(body) => save.send({ body })}>
          <div className="grid gap-x-3 sm:grid-cols-2">
            <Field name="first_name" label={text.firstName} required>
              <Input autoComplete="given-name" defaultValue={me.first_name} />
            </Field>
            <Field name="last_name" label={text.lastName} required>
              <Input autoComplete="family-name" defaultValue={me.last_name} />
            </Field>
          </div>
          <Field name="phone" label={text.phone} help={text.phoneHelp}>
            <Input type="tel" autoComplete="tel" defaultValue={me.phone ?? ''} />
          </Field>
          <FormActions>
            <Button look="primary" type="submit">
              {text.save}
            </Button>
          </FormActions>
        </Form>
      </Card>
      <Card title={text.appearance}>
        <Field label={text.appearance} hideLabel help={text.appearanceHelp}>
          <Select
            options={looks}
            value={look}
            onChange={(chosen) => {
              if (!chosen) return
              setLook(chosen)
              setAppearance(chosen)
            }}
            className="max-w-60"
          />
        </Field>
      </Card>
    </div>
  )
}
