import {
  type Account,
  type AccountDetails,
  getMergePlan,
  listAccounts,
  type MergePlan,
  type MergeSide,
  mergeAccounts,
} from '@plumbline/contract/admin/people'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { useReasonText } from '../api/reason-text.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useProjectText } from '../projects/text.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { shortDateTime } from '../users/dates.ts'
import { describeFormError, listFieldErrors } from '../users/me/form-errors.ts'
import { PersonCell, personName } from '../users/PersonCell.tsx'
import { refreshAdministration, useAdminRead } from './admin-reads.ts'
import { useMergeText } from './merge-text.ts'
import { useAdminText } from './text.ts'

const findOthers = (id: string) => async (q: string, signal: AbortSignal) => {
  const { items } = await call(listAccounts, { query: { q } }, { signal })
  return items
    .filter((account: Account) => account.id !== id && account.merged_into === null)
    .map((account: Account) => ({
      value: account.id,
      label: [personName(account), account.email].filter(Boolean).join(' · '),
    }))
}

/**
 * Merges another account of the same person into this one: shows both side by side, then the consequences, then asks for
 * proof.
 */
export function MergeDialog({ account, onClose }: { account: AccountDetails; onClose: () => void }) {
  const text = useMergeText()
  const [other, setOther] = useState<string | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  return (
    <Dialog open width="wide" onClose={onClose} title={text.title}>
      <div className="mb-4">
        <Field label={text.other} help={text.otherHint}>
          <Combobox options={[]} search={findOthers(account.id)} value={other} onChange={setOther} />
        </Field>
      </div>
      {other !== null && (
        <Comparison
          key={`${other} ${isSwapped}`}
          kept={isSwapped ? other : account.id}
          givenUp={isSwapped ? account.id : other}
          onSwap={() => setSwapped(!isSwapped)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface ComparisonProps {
  kept: string
  givenUp: string
  onSwap: () => void
  onClose: () => void
}

function Comparison({ kept, givenUp, onSwap, onClose }: ComparisonProps) {
  const text = useMergeText()
  const describeReason = useReasonText()
  const input = { params: { id: kept }, query: { given_up_id: givenUp } }
  const { data: plan, error, refetch } = useAdminRead(getMergePlan, input)
  if (!plan) return <LoadingState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <Side title={text.kept} side={plan.kept} />
        <Side title={text.givenUp} side={plan.given_up} issues={plan.issues} />
      </div>
      <div className="mb-4">
        <Button look="ghost" icon={<ArrowLeftRight aria-hidden />} onClick={onSwap}>
          {text.swap}
        </Button>
      </div>
      {plan.problem ? (
        <Banner tone="warning">{describeReason(plan.problem)}</Banner>
      ) : (
        <Confirmation plan={plan} onClose={onClose} />
      )}
    </>
  )
}

/** A name with its value below. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-text-muted">{label}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Names({ label, names }: { label: string; names: ReactNode[] }) {
  const text = useMergeText()
  return (
    <div>
      <dt className="text-text-muted">{label}</dt>
      <dd>
        {names.length === 0 ? (
          text.none
        ) : (
          <ul className="[overflow-wrap:anywhere]">
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={index}>{name}</li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  )
}

/** names shown of each list */
const MAX_NAMES = 6

function Side({ title, side, issues }: { title: string; side: MergeSide; issues?: number }) {
  const text = useMergeText()
  const admin = useAdminText()
  const { levels } = useProjectText()
  const time = (at: string | null) => (at === null ? admin.never : shortDateTime(at))
  const right = (name: string, role: string) => (
    <>
      {name} <span className="text-text-muted">· {role}</span>
    </>
  )
  const shorten = (names: ReactNode[]) =>
    names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), text.more(names.length - MAX_NAMES)] : names
  return (
    <section className="rounded-card border border-line p-3" aria-label={title}>
      <h3 className="mb-2 font-medium">{title}</h3>
      <PersonCell person={side} email={side.email} />
      <dl className="mt-2 flex flex-col gap-1.5 text-13">
        <Row label={admin.lastSignIn}>{time(side.signed_in_at)}</Row>
        <Row label={admin.lastSeen}>{time(side.seen_at)}</Row>
        <Row label={admin.twoSteps}>{side.has_totp ? admin.yes : admin.no}</Row>
        <Row label={admin.passkeys}>{side.passkeys}</Row>
        <Row label={text.programs}>{side.programs}</Row>
        <Row label={text.assigned}>{side.assigned_issues}</Row>
        {issues !== undefined && <Row label={text.issues}>{issues}</Row>}
        <Row label={text.conversations}>{side.conversations}</Row>
        <Names
          label={text.companies}
          names={shorten(side.companies.map(({ name, role }) => right(name, admin.roles[role])))}
        />
        <Names
          label={text.projects}
          names={shorten(
            side.memberships.map(({ name, permission_level }) => right(name, levels[permission_level])),
          )}
        />
      </dl>
    </section>
  )
}

/** The consequences in words, and the proof: the address of the given-up account, and the operator's own password. */
function Confirmation({ plan, onClose }: { plan: MergePlan; onClose: () => void }) {
  const text = useMergeText()
  const admin = useAdminText()
  const ui = useUiText()
  const navigate = useNavigate()
  const { kept, given_up } = plan
  const { send, error } = useWrite(mergeAccounts, {
    onError: () => {},
    onDone: () => {
      onClose()
      toast.success({ text: text.done })
      navigate(paths.administeredPerson(kept.id))
      void refreshAdministration()
    },
  })
  return (
    <>
      <h3 className="mb-1 font-medium">{text.what}</h3>
      <ul className="mb-4 list-disc ps-5 text-13">
        {text.consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Form
        schema={mergeAccounts.body}
        fixed={{ given_up_id: given_up.id }}
        errors={listFieldErrors(error, 'password')}
        problem={describeFormError(error, ui.needsConnection)}
        onSubmit={(body) => send({ params: { id: kept.id }, body })}
      >
        <Field name="email" label={text.address} help={text.addressHint(given_up.email)} required>
          <Input type="email" autoComplete="off" />
        </Field>
        <Field name="password" label={admin.yourPassword} required>
          <PasswordInput autoComplete="current-password" />
        </Field>
        <DialogActions>
          <Button look="danger" type="submit">
            {text.mergeAccounts}
          </Button>
        </DialogActions>
      </Form>
    </>
  )
}
