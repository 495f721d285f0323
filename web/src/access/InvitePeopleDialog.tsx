import { addMember, createInvite, listConnected } from '@plumbline/contract/access/access'
import { type PermissionLevel, type ProjectRole, suggestLevel } from '@plumbline/contract/roles'
import { useState } from 'react'
import * as z from 'zod/mini'
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
import { type InviteOutcome, invitePeople } from './invite-people.ts'
import { RoleAndLevelFields } from './RoleAndLevelFields.tsx'
import { useAccessText } from './text.ts'

const EmptyForm = z.object({})
const tones = {
  invited: 'success',
  added: 'success',
  member: 'neutral',
  later: 'warning',
  failed: 'danger',
} as const

/** Invites many addresses with one role and permission level, and shows the result of each. */
export default function InvitePeopleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useAccessText()
  const project = useProject()
  const { data: connected = [] } = useRead(listConnected, {}, { enabled: open })
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<ProjectRole>('SUBCONTRACTOR')
  const [level, setLevel] = useState<PermissionLevel>('CONTRIBUTOR')
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, InviteOutcome>>(new Map())
  const people = connected.map((person) => ({
    value: person.email,
    label: [personName(person), person.team_name].filter(Boolean).join(', '),
  }))
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
    const wanted = valid.map((email) => ({ email, user_id: known.get(email) ?? null }))
    const left = new Set(valid)
    await invitePeople(
      project.id,
      wanted,
      { role, permission_level: level, message: message.trim() },
      (email, outcome) => {
        setOutcomes((before) => new Map(before).set(email, outcome))
        if (outcome.result !== 'failed' && outcome.result !== 'later') left.delete(email)
      },
    )
    // more may have been typed meanwhile
    setTyped((now) => withoutAddresses(now, new Set(valid.filter((email) => !left.has(email)))))
    void markStale([...createInvite.tells, ...addMember.tells], project.id)
    return left.size === 0
  }
  return (
    <Dialog open={open} onClose={onClose} title={text.invitePeople} dirty={typed !== ''}>
      <Form schema={EmptyForm} draft={`invite.${project.id}`} problem={problem} onSubmit={send}>
        {people.length > 0 && (
          <Field label={text.workedWith}>
            <Combobox
              options={people}
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
        <AddressOutcomes
          label={text.results}
          outcomes={[...outcomes].map(([email, { result, reason }]) => ({
            email,
            text: text.outcomes[result],
            tone: tones[result],
            reason,
          }))}
        />
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
