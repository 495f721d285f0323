import { updateMe } from '@plumbline/contract/users/users'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { VisitorLayout } from '../auth/VisitorLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { MyPicture } from './MyPicture.tsx'
import { useUserText } from './text.ts'

const isMissing = (name: string) => name.trim().length < 2

/** Asks for a missing name, and offers a picture and a phone number. */
export function NamePage() {
  const text = useUserText()
  const me = useMe()
  const [missing] = useState({ first: isMissing(me.first_name), last: isMissing(me.last_name) })
  const save = useWrite(updateMe, { onDone: () => void goToNextStep() })
  return (
    <VisitorLayout title={text.nameTitle} hint={text.nameHint}>
      <div className="mb-5">
        <MyPicture />
      </div>
      <Form
        schema={updateMe.body}
        draft="name"
        errors={save.error?.fields}
        onSubmit={(body) => save.send({ body })}
      >
        {(missing.first || !missing.last) && (
          <Field name="first_name" label={text.firstName} required>
            <Input autoComplete="given-name" defaultValue={me.first_name} autoFocus />
          </Field>
        )}
        {(missing.last || !missing.first) && (
          <Field name="last_name" label={text.lastName} required>
            <Input autoComplete="family-name" defaultValue={me.last_name} autoFocus={!missing.first} />
          </Field>
        )}
        <Field name="phone" label={text.phone} help={text.phoneHelp}>
          <Input type="tel" autoComplete="tel" defaultValue={me.phone ?? ''} />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.continue}
          </Button>
        </FormActions>
      </Form>
    </VisitorLayout>
  )
}
