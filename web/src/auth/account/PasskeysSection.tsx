import {
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  startPasskey,
} from '@plumbline/contract/auth/account'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../api/client.ts'
import { markStale, useRead, useWrite } from '../../api/query.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { longDate, shortDateTime } from '../../users/dates.ts'
import { parseUserAgent } from '../../users/me/devices.ts'
import { describeFormError, listFieldErrors } from '../../users/me/form-errors.ts'
import { ListState } from '../../users/me/ListState.tsx'
import { useMeText } from '../../users/me/text.ts'

export function PasskeysSection() {
  const text = useMeText()
  const [adding, setAdding] = useState(false)
  const { about: removing, ...question } = useQuestion<Passkey>()
  const passkeys = useRead(listPasskeys, {})
  const remove = useWrite(removePasskey, { onDone: () => toast.success() })
  const supported = 'PublicKeyCredential' in window
  return (
    <Card id="passkeys" title={text.passkeys}>
      <p className="mb-2 text-text-muted">{text.passkeysHint}</p>
      <ListState read={passkeys} empty={text.noPasskeys}>
        {(passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 border-line border-b py-2 last:border-b-0">
            <KeyRound aria-hidden className="text-text-muted" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{passkey.name}</p>
              <p className="text-13 text-text-muted">
                {text.added(longDate(passkey.created_at))},{' '}
                {passkey.used_at ? text.used(shortDateTime(passkey.used_at)) : text.neverUsed}
              </p>
            </div>
            <Button
              size="small"
              aria-label={text.removeNamed(passkey.name)}
              onClick={() => question.ask(passkey)}
            >
              {text.remove}
            </Button>
          </li>
        )}
      </ListState>
      <Button className="mt-4" disabled={!supported && text.noPasskeysHere} onClick={() => setAdding(true)}>
        {text.addPasskey}
      </Button>
      <Dialog open={adding} onClose={() => setAdding(false)} title={text.addPasskey} width="small">
        <AddForm onDone={() => setAdding(false)} />
      </Dialog>
      <AlertDialog
        open={removing !== null}
        onClose={question.close}
        title={text.removePasskey}
        action={text.removePasskey}
        onConfirm={() =>
          removing &&
          remove
            .send({ params: { passkeyId: removing.id } })
            .then(() => question.closeFor(removing))
            .catch(() => {})
        }
      >
        {removing && text.removePasskeyHint(removing.name)}
      </AlertDialog>
    </Card>
  )
}

const NewPasskey = z.extend(startPasskey.body, { name: addPasskey.body.shape.name })

function AddForm({ onDone }: { onDone: () => void }) {
  const text = useMeText()
  const ui = useUiText()
  const [refused, setRefused] = useState<ApiError | null>(null)
  const [problem, setProblem] = useState<string>()
  const { browser, system } = parseUserAgent(navigator.userAgent)

  async function add({ name, password }: { name: string; password: string }) {
    setRefused(null)
    setProblem(undefined)
    try {
      const { createPasskey, savePasskey } = await import('../passkeys.ts')
      const created = await createPasskey(password)
      if (!created) return
      await savePasskey(name, created)
      await markStale(addPasskey.tells)
      toast.success()
      onDone()
    } catch (error) {
      if (error instanceof ApiError) setRefused(error)
      else {
        const known = error instanceof Error && error.name === 'InvalidStateError'
        setProblem(known ? text.passkeyKnown : text.passkeyFailed)
      }
    }
  }
  return (
    <Form
      schema={NewPasskey}
      errors={listFieldErrors(refused, 'password')}
      problem={problem ?? describeFormError(refused, ui.needsConnection)}
      onSubmit={add}
    >
      <Field name="name" label={text.passkeyName} help={text.passkeyNameHelp} required>
        <Input
          autoComplete="off"
          defaultValue={browser && system ? text.browserOn(browser.replace(/ \d+$/, ''), system) : ''}
        />
      </Field>
      <Field name="password" label={text.yourPassword} required>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <DialogActions>
        <Button look="primary" type="submit">
          {text.addPasskey}
        </Button>
      </DialogActions>
    </Form>
  )
}
