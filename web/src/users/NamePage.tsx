import { updateMe } from '@plumbline/contract/users'
import { useWrite } from '../api/query.ts'
import { useMe } from '../app/session.ts'
import { proceed } from '../app/start.ts'
import { OutsidePage } from '../auth/OutsidePage.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { useUserText } from './text.ts'

/** Asks for the name of somebody who has none yet. */
export function NamePage() {
  const text = useUserText()
  const me = useMe()
  const save = useWrite(updateMe, { onDone: () => void proceed() })
  return (
    <OutsidePage title={text.nameTitle} hint={text.nameHint}>
      <Form schema={updateMe.body} errors={save.error?.fields} onSubmit={(body) => save.send({ body })}>
        <Field name="first_name" label={text.firstName} required>
          <Input autoComplete="given-name" defaultValue={me.first_name} autoFocus />
        </Field>
        <Field name="last_name" label={text.lastName} required>
          <Input autoComplete="family-name" defaultValue={me.last_name} />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.continue}
          </Button>
        </FormActions>
      </Form>
    </OutsidePage>
  )
}
