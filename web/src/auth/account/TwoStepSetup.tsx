import { confirmTotp, startTotp } from '@plumbline/contract/auth/account'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import { useWrite } from '../../api/query.ts'
import { saveFile } from '../../base/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { OtpField } from '../../ui/OtpField.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { useUiText } from '../../ui/text.tsx'
import { describeFormError, listFieldErrors } from '../../users/me/form-errors.ts'
import { useMeText } from '../../users/me/text.ts'

type Step =
  | { name: 'password' }
  | { name: 'scan'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] }

/** Sets up two-step sign-in: password, then authenticator app, then the recovery codes, which are shown only once. */
export function TwoStepSetup({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useMeText()
  const [step, setStep] = useState<Step>({ name: 'password' })
  function close() {
    setStep({ name: 'password' })
    onClose()
  }
  return (
    <Dialog
      // also when it was closed before the codes arrived: they are shown only once
      open={open || step.name === 'codes'}
      onClose={close}
      title={step.name === 'codes' ? text.recoveryTitle : text.setUpTitle}
      width="small"
      dirty={step.name === 'codes'}
    >
      {step.name === 'password' && (
        <PasswordStep onStarted={(started) => setStep({ name: 'scan', ...started })} />
      )}
      {step.name === 'scan' && (
        <ScanStep {...step} onConfirmed={(codes) => setStep({ name: 'codes', codes })} />
      )}
      {step.name === 'codes' && <CodesStep codes={step.codes} onDone={close} />}
    </Dialog>
  )
}

function PasswordStep({ onStarted }: { onStarted: (started: { secret: string; uri: string }) => void }) {
  const text = useMeText()
  const ui = useUiText()
  const start = useWrite(startTotp, { onDone: onStarted, onError: () => {} })
  return (
    <Form
      schema={startTotp.body}
      errors={listFieldErrors(start.error, 'password')}
      problem={describeFormError(start.error, ui.needsConnection)}
      onSubmit={(body) => start.send({ body })}
    >
      <Field name="password" label={text.yourPassword} required>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <DialogActions>
        <Button look="primary" type="submit">
          {text.continue}
        </Button>
      </DialogActions>
    </Form>
  )
}

function ScanStep(props: { secret: string; uri: string; onConfirmed: (codes: string[]) => void }) {
  const text = useMeText()
  const ui = useUiText()
  // remounts the code field after a wrong code, which empties it
  const [attempts, setAttempts] = useState(0)
  const confirm = useWrite(confirmTotp, {
    onDone: ({ recovery_codes }) => props.onConfirmed(recovery_codes),
    onError: () => setAttempts((count) => count + 1),
  })
  const refused = confirm.error
  const groups = props.secret.match(/.{1,4}/g)?.join(' ') ?? props.secret
  return (
    <Form
      key={attempts}
      schema={confirmTotp.body}
      problem={refused?.code === 'bad_key' ? text.wrongCode : describeFormError(refused, ui.needsConnection)}
      onSubmit={(body) => confirm.send({ body })}
    >
      <p>{text.scan}</p>
      <QrCode text={props.uri} label={text.qrCode} />
      <p className="text-13 text-text-muted">{text.secret}</p>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-words font-mono text-13">{groups}</code>
        <CopyButton size="small" text={props.secret} label={text.copyKey} />
      </div>
      <Field name="code" label={text.appCode} required>
        <OtpField autoFocus={attempts > 0 || hasFinePointer()} />
      </Field>
      <DialogActions>
        <Button look="primary" type="submit">
          {text.switchOn}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** False on touch screens, where focusing the field would open the on-screen keyboard over the QR code. */
const hasFinePointer = () => matchMedia('(pointer: fine)').matches

/** Dark on light in every theme, because cameras do not read inverted codes. */
function QrCode(props: { text: string; label: string }) {
  const { data, size } = encode(props.text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="qr-colours mx-auto my-2 size-52 rounded-control"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function CodesStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = useMeText()
  const list = codes.join('\n')
  const save = () => saveFile(new Blob([`${list}\n`], { type: 'text/plain' }), text.recoveryFile)
  return (
    <>
      <p className="mb-3">{text.recoveryHint}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-13">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={list} />
        <Button icon={<Download aria-hidden />} onClick={save}>
          {text.download}
        </Button>
        <Button look="primary" className="ms-auto" onClick={onDone}>
          {text.kept}
        </Button>
      </div>
    </>
  )
}
