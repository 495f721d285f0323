import { createToken, tokenDays, tokenScopes } from '@plumbline/contract/auth/tokens'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../api/query.ts'
import { useProjectOptions } from '../../api/use-projects.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { OneTimeSecret } from '../../ui/OneTimeSecret.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { Select } from '../../ui/Select.tsx'
import { useUiText } from '../../ui/text.tsx'
import { describeFormError, listFieldErrors } from '../me/form-errors.ts'
import { useApiAccessText } from './text.ts'

export function NewTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useApiAccessText()
  const [token, setToken] = useState<string | null>(null)
  function close() {
    setToken(null)
    onClose()
  }
  return (
    <Dialog
      // also when it was closed before the token arrived: it is shown only once
      open={open || token !== null}
      onClose={close}
      title={token ? text.madeTitle : text.newToken}
      description={token ? text.madeHint : undefined}
    >
      {token ? (
        <OneTimeSecret value={token} copy={text.copyToken} done={text.done} onDone={close} />
      ) : (
        <NewToken onMade={setToken} />
      )}
    </Dialog>
  )
}

const NEVER = 'never'
const ends = [...tokenDays.map(String), NEVER]
/** The form's fields: the lifetime is a select of strings instead of a number of days. */
const NewTokenForm = z.extend(z.omit(createToken.body, { expires_in_days: true }), { ends: z.enum(ends) })

const parseDays = (end: string) => tokenDays.find((days) => String(days) === end) ?? null

function NewToken({ onMade }: { onMade: (token: string) => void }) {
  const text = useApiAccessText()
  const ui = useUiText()
  const projects = useProjectOptions(({ name }) => name)
  const create = useWrite(createToken, { onDone: ({ token }) => onMade(token), onError: () => {} })
  return (
    <Form
      schema={NewTokenForm}
      draft="new-token"
      errors={listFieldErrors(create.error, 'password')}
      problem={describeFormError(create.error, ui.needsConnection)}
      onSubmit={({ ends: end, ...body }) =>
        create.send({ body: { ...body, expires_in_days: parseDays(end) } })
      }
    >
      <Field name="name" label={text.name} help={text.nameHelp} required>
        <Input autoComplete="off" />
      </Field>
      <RadioGroup
        name="scope"
        label={text.scope}
        defaultValue="READ"
        options={tokenScopes.map((value) => ({
          value,
          label: text.scopes[value],
          help: text.scopeHelp[value],
        }))}
      />
      <Field name="project_id" label={text.project} help={text.projectHelp}>
        <Combobox {...projects} placeholder={text.allProjects} />
      </Field>
      <Field name="ends" label={text.ends}>
        <Select
          defaultValue="90"
          options={ends.map((value) => ({
            value,
            label: value === NEVER ? text.never : text.days(Number(value)),
          }))}
        />
      </Field>
      <Field name="password" label={text.password} required>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <DialogActions>
        <Button look="primary" type="submit">
          {text.create}
        </Button>
      </DialogActions>
    </Form>
  )
}
