import {
  type AccountDetails,
  deleteAccount,
  endAccountSessions,
  lockAccount,
  resetSecondFactor,
  unlockAccount,
} from '@plumbline/contract/admin/people'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { describeFormError, listFieldErrors } from '../users/me/form-errors.ts'
import { personName } from '../users/PersonCell.tsx'
import { refreshAdministration } from './admin-reads.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { useMergeText } from './merge-text.ts'
import { useAdminText } from './text.ts'

type Confirmed = 'lock' | 'signOut'
type Protected = 'reset' | 'remove'

/** An operator's actions on an account that is not an operator's. */
export function AccountActs({ account }: { account: AccountDetails }) {
  const text = useAdminText()
  const merge = useMergeText()
  const [asking, setAsking] = useState<Confirmed | null>(null)
  const [proving, setProving] = useState<Protected | null>(null)
  const [isMerging, setMerging] = useState(false)
  const input = { params: { id: account.id } }
  const done = (message: string) => () => {
    setAsking(null)
    toast.success({ text: message })
    void refreshAdministration()
  }
  const lock = useWrite(lockAccount, { onDone: done(text.done.lock) })
  const unlock = useWrite(unlockAccount, { onDone: done(text.done.unlock) })
  const signOut = useWrite(endAccountSessions, { onDone: done(text.done.signOut) })
  const confirmed = { lock, signOut }
  if (account.is_operator)
    return (
      <Card title={text.acts}>
        <p className="text-text-muted">{text.isOperator}</p>
      </Card>
    )
  return (
    <Card title={text.acts}>
      <p className="mb-2 text-text-muted">{text.told}</p>
      <ul className="divide-y divide-line">
        {account.locked_at === null ? (
          <Act hint={text.lockHint}>
            <Button onClick={() => setAsking('lock')}>{text.lock}</Button>
          </Act>
        ) : (
          <Act hint={text.unlockHint}>
            <Button loading={unlock.pending} onClick={() => unlock.run(input)}>
              {text.unlock}
            </Button>
          </Act>
        )}
        <Act hint={text.signOutHint}>
          <Button onClick={() => setAsking('signOut')}>{text.signOut}</Button>
        </Act>
        <Act hint={text.resetHint}>
          <Button disabled={account.has_totp ? false : text.noTotp} onClick={() => setProving('reset')}>
            {text.reset}
          </Button>
        </Act>
        <Act hint={merge.hint}>
          <Button onClick={() => setMerging(true)}>{merge.mergeAccounts}</Button>
        </Act>
        <Act hint={text.removeHint}>
          <Button look="danger" onClick={() => setProving('remove')}>
            {text.remove}
          </Button>
        </Act>
      </ul>
      {asking && (
        <AlertDialog
          open
          onClose={() => setAsking(null)}
          title={`${text[asking]}: ${personName(account)}`}
          action={text[asking]}
          onConfirm={() => confirmed[asking].send(input).catch(() => setAsking(null))}
        >
          {text[`${asking}Hint`]} {text.told}
        </AlertDialog>
      )}
      {isMerging && <MergeDialog account={account} onClose={() => setMerging(false)} />}
      {proving && <PasswordDialog act={proving} account={account} onClose={() => setProving(null)} />}
    </Card>
  )
}

function Act({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-72 text-13 text-text-muted">{hint}</p>
      {children}
    </li>
  )
}

/** Asks for the operator's own password before an act that the person cannot reverse. */
function PasswordDialog(props: { act: Protected; account: AccountDetails; onClose: () => void }) {
  const { act, account, onClose } = props
  const text = useAdminText()
  const ui = useUiText()
  const navigate = useNavigate()
  const onError = () => {}
  const done = () => {
    onClose()
    toast.success({ text: text.done[act] })
  }
  const reset = useWrite(resetSecondFactor, {
    onError,
    onDone: () => {
      done()
      void refreshAdministration()
    },
  })
  const remove = useWrite(deleteAccount, {
    onError,
    onDone: () => {
      done()
      navigate(paths.adminPart('people'))
    },
  })
  const { send, error } = act === 'reset' ? reset : remove
  return (
    <Dialog open width="small" onClose={onClose} title={`${text[act]}: ${personName(account)}`}>
      <div className="mb-3">
        <Banner tone="warning">
          {text[`${act}Hint`]} {text.told}
        </Banner>
      </div>
      <Form
        schema={deleteAccount.body}
        errors={listFieldErrors(error, 'password')}
        problem={describeFormError(error, ui.needsConnection)}
        onSubmit={(body) => send({ params: { id: account.id }, body })}
      >
        <Field name="password" label={text.yourPassword} required>
          <PasswordInput autoComplete="current-password" />
        </Field>
        <DialogActions>
          <Button look={act === 'remove' ? 'danger' : 'primary'} type="submit">
            {text[act]}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
