import {
  addMember,
  type ConnectedPerson,
  createInvite,
  listConnected,
  listInvites,
} from '@plumbline/contract/access/access'
import { type PermissionLevel, type ProjectRole, suggestLevel } from '@plumbline/contract/roles'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { call, redirectForError } from '../api/client.ts'
import { markStale, useRead } from '../api/query.ts'
import { useProject } from '../projects/use-project.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { KeepInDraft } from '../ui/form-draft.ts'
import { Textarea } from '../ui/Textarea.tsx'
import { AddressOutcomes } from '../users/AddressOutcomes.tsx'
import { parseAddresses, withoutAddresses } from '../users/addresses.ts'
import { personName } from '../users/PersonCell.tsx'
import { useFoundPeople } from '../users/use-found-people.ts'
import { type InviteOutcome, type InviteResult, invitePeople } from './invite-people.ts'
import { RoleAndLevelFields } from './RoleAndLevelFields.tsx'
import { useAccessText } from './text.ts'

const EmptyForm = z.object({})
const unsentResults: ReadonlySet<InviteResult> = new Set(['later', 'unsent', 'failed'])
const findConnected = (q: string, signal: AbortSignal) => call(listConnected, { query: { q } }, { signal })

const tones = {
  invited: 'success',
  added: 'success',
  member: 'neutral',
  pending: 'neutral',
  later: 'warning',
  unsent: 'warning',
  failed: 'danger',
} as const

const buildOptions = (people: readonly ConnectedPerson[]) =>
  people.map((person) => ({
    value: person.email,
    label: [personName(person), person.team_name].filter(Boolean).join(', '),
  }))

/** Invites many addresses with one role and permission level, and shows the result of each. */
export default function InvitePeopleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useAccessText()
  const project = useProject()
  const { data: listed = [] } = useRead(listConnected, { query: {} }, { enabled: open, silent: true })
  const { people: connected, search } = useFoundPeople(listed, findConnected)
  const { data: invites = [] } = useRead(
    listInvites,
    { params: { id: project.id } },
    { enabled: open, redirects: false, silent: true },
  )
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<ProjectRole>('SUBCONTRACTOR')
  const [level, setLevel] = useState<PermissionLevel>('CONTRIBUTOR')
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, InviteOutcome>>(new Map())
  const { valid, invalid } = parseAddresses(typed)
  const isDone = outcomes.size > 0 && typed === ''

  async function send() {
    if (invalid.length > 0 || valid.length === 0) {
      setProblem(invalid.length > 0 ? text.notAddresses(invalid.join(', ')) : text.noAddress)
      return false
    }
    setProblem(undefined)
    setOutcomes(new Map())
    const known = new Map(connected.map(({ email, id }) => [email, id]))
    const pending = new Set(invites.flatMap(({ email, state }) => (state === 'PENDING' ? email : [])))
    const wanted = valid.map((email) => ({
      ...{ email, user_id: known.get(email) ?? null, is_invited: pending.has(email) },
    }))
    const left = new Set(valid)
    const refusal = await invitePeople(
      project.id,
      wanted,
      { role, permission_level: level, message: message.trim() },
      (email, outcome) => {
        setOutcomes((before) => new Map(before).set(email, outcome))
        if (!unsentResults.has(outcome.result)) left.delete(email)
      },
    )
    const gone = new Set(valid.filter((email) => !left.has(email)))
    // more may have been typed meanwhile; the draft is saved before a redirect leaves the page
    flushSync(() => setTyped((now) => withoutAddresses(now, gone)))
    void markStale([...createInvite.tells, ...addMember.tells], project.id)
    if (refusal) redirectForError(createInvite.path, refusal)
    return left.size === 0
  }
  return (
    <Dialog open={open} onClose={onClose} title={text.invitePeople} dirty={typed !== ''}>
      <Form schema={EmptyForm} draft={`invite.${project.id}`} problem={problem} onSubmit={send}>
        {connected.length > 0 && (
          <Field label={text.workedWith}>
            <Combobox
              options={buildOptions(connected)}
              search={search && (async (q, signal) => buildOptions(await search(q, signal)))}
              placeholder={text.findPerson}
              value={null}
              onChange={(email) => email && setTyped([...valid, ...invalid, email].join('\n'))}
            />
          </Field>
        )}
        <Field draftName="addresses" label={text.addresses} help={text.addressesHelp(valid.length)} required>
          <Textarea rows={4} value={typed} onChange={setTyped} autoComplete="off" spellCheck={false} />
        </Field>
        <KeepInDraft field="addresses" value={typed} />
        <RoleAndLevelFields
          role={role}
          level={level}
          onRole={(chosen) => {
            setRole(chosen)
            setLevel(suggestLevel(chosen))
          }}
          onLevel={setLevel}
        />
        <Field draftName="message" label={text.message}>
          <Textarea maxLength={1000} value={message} onChange={setMessage} />
        </Field>
        <AddressOutcomes label={text.results} outcomes={outcomes} texts={text.outcomes} tones={tones} />
        <DialogActions close={isDone ? text.done : undefined}>
          {!isDone && (
            <Button look="primary" type="submit">
              {text.invite}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
