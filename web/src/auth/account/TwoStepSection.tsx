import { stopTotp } from '@plumbline/contract/auth/account'
import { Suspense, startTransition, useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { describeFormError, listFieldErrors } from '../../users/me/form-errors.ts'
import { useMeText } from '../../users/me/text.ts'

const TwoStepSetup = lazyPart(async () => ({ default: (await import('./TwoStepSetup.tsx')).TwoStepSetup }))

const FEW_CODES = 3

export function TwoStepSection() {
  const text = useMeText()
  const { has_totp, recovery_codes_left } = useMe()
  const [open, setOpen] = useState<'setup' | 'stop' | null>(null)
  const [visited, setVisited] = useState(false)
  const state = (
    <Badge tone={has_totp ? 'success' : 'neutral'}>{has_totp ? text.twoStepOn : text.twoStepOff}</Badge>
  )
  return (
    <Card id="two-step" title={text.twoStep} action={state}>
      <p className="text-text-muted">{text.twoStepHint}</p>
      {has_totp && (
        <p className="mt-2">
          {text.recoveryLeft(recovery_codes_left)}
          {recovery_codes_left <= FEW_CODES && <span className="block text-warning">{text.recoveryFew}</span>}
        </p>
      )}
      <div className="mt-4">
        {has_totp ? (
          <Button onClick={() => setOpen('stop')}>{text.switchOff}</Button>
        ) : (
          <Button
            onClick={() =>
              startTransition(() => {
                setVisited(true)
                setOpen('setup')
              })
            }
          >
            {text.setUp}
          </Button>
        )}
      </div>
      {visited && (
        <Suspense fallback={null}>
          <TwoStepSetup open={open === 'setup'} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      <StopDialog open={open === 'stop'} onClose={() => setOpen(null)} />
    </Card>
  )
}

function StopDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useMeText()
  return (
    <Dialog open={open} onClose={onClose} title={text.switchOffTitle} width="small">
      <StopForm onDone={onClose} />
    </Dialog>
  )
}

function StopForm({ onDone }: { onDone: () => void }) {
  const text = useMeText()
  const ui = useUiText()
  const stop = useWrite(stopTotp, {
    onDone: () => {
      toast.success()
      onDone()
    },
    onError: () => {},
  })
  const refused = stop.error
  const errors =
    refused?.code === 'bad_key' ? { second_factor: text.wrongCode } : listFieldErrors(refused, 'password')
  return (
    <Form
      schema={stopTotp.body}
      errors={errors}
      problem={refused?.code === 'bad_key' ? undefined : describeFormError(refused, ui.needsConnection)}
      onSubmit={(body) => stop.send({ body })}
    >
      <Field name="password" label={text.yourPassword} required>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Field name="second_factor" label={text.codeOrRecovery} required>
        <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
      </Field>
      <DialogActions>
        <Button look="primary" type="submit">
          {text.switchOff}
        </Button>
      </DialogActions>
    </Form>
  )
}
