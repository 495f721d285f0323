import type { BodyOf } from '@plumbline/contract/http'
import { updateMe } from '@plumbline/contract/users/users'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { useSendChanges } from '../../base/use-send-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { MyPicture } from '../MyPicture.tsx'
import { useMeText } from './text.ts'

export function ProfileSection() {
  const text = useMeText()
  const me = useMe()
  const save = useWrite(updateMe, { onDone: () => toast.success() })
  const submit = useSendChanges<BodyOf<typeof updateMe>>(me, (body) => save.send({ body }))
  return (
    <Card id="profile" title={text.profile}>
      <div className="flex gap-5 max-sm:flex-col">
        <MyPicture />
        <Form
          schema={updateMe.body}
          draft="profile"
          errors={save.error?.fields}
          onSubmit={submit}
          className="min-w-0 flex-1"
        >
          <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
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
            <Button type="submit">{text.save}</Button>
          </FormActions>
        </Form>
      </div>
    </Card>
  )
}
