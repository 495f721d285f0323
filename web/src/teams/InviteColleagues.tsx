import { inviteToTeam, listTeamInvites } from '@plumbline/contract/teams/teams'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { ApiError, call, redirectForError } from '../api/client.ts'
import { markStale, useRead } from '../api/query.ts'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { KeepInDraft } from '../ui/form-draft.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { type AddressOutcome, AddressOutcomes } from '../users/AddressOutcomes.tsx'
import { parseAddresses, withoutAddresses } from '../users/addresses.ts'
import { type RefusedResult, sendInvitations } from '../users/send-invitations.ts'
import { useTeamText } from './text.ts'

type ColleagueResult = 'invited' | 'pending' | 'no_seats' | RefusedResult

const unsentResults: ReadonlySet<ColleagueResult | undefined> = new Set([
  'no_seats',
  'later',
  'unsent',
  'failed',
])

const tones = {
  invited: 'success',
  member: 'neutral',
  pending: 'neutral',
  no_seats: 'warning',
  later: 'warning',
  unsent: 'warning',
  failed: 'danger',
} as const
const Fields = z.object({ role: z._default(z.enum(['MEMBER', 'ADMIN']), 'MEMBER') })

/** Invites many addresses to a company and shows the result of each. Calls `onDone` when all of them succeeded. */
export function InviteColleagues(props: {
  teamId: string
  /** buttons below the form */
  children: ReactNode
  onDone?: () => void
  onFull?: () => void
}) {
  const text = useTeamText()
  const params = { id: props.teamId }
  const { data: invites = [] } = useRead(listTeamInvites, { params }, { redirects: false })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, AddressOutcome<ColleagueResult>>>(new Map())
  const { valid, invalid } = parseAddresses(typed)
  const roles = (['MEMBER', 'ADMIN'] as const).map((value) => ({
    value,
    label: text.roles[value],
    help: text.roleHelp[value],
  }))
  async function inviteOne(email: string, role: 'MEMBER' | 'ADMIN') {
    // the pending invitation would not change, and no mail would be sent
    if (invites.some((invite) => invite.email === email)) return 'pending'
    try {
      await call(inviteToTeam, { params, body: { email, role } }, { redirects: false })
      return 'invited'
    } catch (error) {
      if (error instanceof ApiError && error.code === 'no_seats') return 'no_seats'
      throw error
    }
  }
  async function send(role: 'MEMBER' | 'ADMIN') {
    if (invalid.length > 0 || valid.length === 0) {
      setProblem(invalid.length > 0 ? text.notAddresses(invalid.join(', ')) : text.noAddress)
      return false
    }
    setProblem(undefined)
    const found = new Map<string, AddressOutcome<ColleagueResult>>()
    const refusal = await sendInvitations(
      valid.map((email) => ({ email })),
      1,
      ({ email }) => inviteOne(email, role),
      (email, outcome) => {
        found.set(email, outcome)
        setOutcomes(new Map(found))
      },
    )
    void markStale(inviteToTeam.tells)
    const left = valid.filter((email) => unsentResults.has(found.get(email)?.result))
    const gone = new Set(valid.filter((email) => !left.includes(email)))
    // more may have been typed meanwhile; the draft is saved before a redirect leaves the page
    flushSync(() => setTyped((now) => withoutAddresses(now, gone)))
    if (refusal) redirectForError(inviteToTeam.path, refusal)
    else if ([...found.values()].some(({ result }) => result === 'no_seats')) props.onFull?.()
    else if (left.length === 0) props.onDone?.()
    return left.length === 0
  }
  return (
    <Form
      schema={Fields}
      draft={`invite-colleagues.${props.teamId}`}
      problem={problem}
      onSubmit={({ role }) => send(role)}
    >
      <Field name="addresses" label={text.addresses} help={text.addressesHelp(valid.length)} required>
        <Textarea rows={4} value={typed} onChange={setTyped} autoComplete="off" spellCheck={false} />
      </Field>
      <KeepInDraft field="addresses" value={typed} />
      <RadioGroup name="role" label={text.role} options={roles} defaultValue="MEMBER" />
      <AddressOutcomes label={text.results} outcomes={outcomes} texts={text.outcomes} tones={tones} />
      {props.children}
    </Form>
  )
}
