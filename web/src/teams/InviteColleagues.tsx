import { inviteToTeam, listTeamInvites } from '@plumbline/contract/teams/teams'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../api/client.ts'
import { markStale, useRead } from '../api/query.ts'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { KeepInDraft } from '../ui/form-draft.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { type AddressOutcome, AddressOutcomes } from '../users/AddressOutcomes.tsx'
import { parseAddresses, withoutAddresses } from '../users/addresses.ts'
import { useTeamText } from './text.ts'

type ColleagueOutcome = AddressOutcome<'invited' | 'member' | 'pending' | 'no_seats' | 'failed'>

const tones = {
  invited: 'success',
  member: 'neutral',
  pending: 'neutral',
  no_seats: 'warning',
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
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, ColleagueOutcome>>(new Map())
  const { valid, invalid } = parseAddresses(typed)
  const roles = (['MEMBER', 'ADMIN'] as const).map((value) => ({
    value,
    label: text.roles[value],
    help: text.roleHelp[value],
  }))
  async function inviteOne(email: string, role: 'MEMBER' | 'ADMIN'): Promise<ColleagueOutcome> {
    // the invitation that waits would stay as it is, and no mail be sent
    if (invites.some((invite) => invite.email === email)) return { result: 'pending' }
    try {
      await call(inviteToTeam, { params, body: { email, role } })
      return { result: 'invited' }
    } catch (error) {
      if (!(error instanceof ApiError)) return { result: 'failed' }
      if (error.code === 'already_exists') return { result: 'member' }
      if (error.code === 'no_seats') return { result: 'no_seats' }
      return { result: 'failed', reason: Object.values(error.fields)[0] ?? error.message }
    }
  }
  async function send(role: 'MEMBER' | 'ADMIN') {
    if (invalid.length > 0 || valid.length === 0) {
      setProblem(invalid.length > 0 ? text.notAddresses(invalid.join(', ')) : text.noAddress)
      return false
    }
    setProblem(undefined)
    const found = new Map<string, ColleagueOutcome>()
    for (const email of valid) {
      found.set(email, await inviteOne(email, role))
      setOutcomes(new Map(found))
    }
    void markStale(inviteToTeam.tells)
    const left = valid.filter((email) => ['no_seats', 'failed'].includes(found.get(email)?.result ?? ''))
    // more may have been typed meanwhile
    setTyped((now) => withoutAddresses(now, new Set(valid.filter((email) => !left.includes(email)))))
    if ([...found.values()].some(({ result }) => result === 'no_seats')) props.onFull?.()
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
