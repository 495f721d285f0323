import { cutText } from '@plumbline/contract/characters'
import { maxGroupMembers, openChat } from '@plumbline/contract/chat/chat'
import { listUsers, type Person } from '@plumbline/contract/users/users'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useRead, useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { MultiCombobox } from '../ui/Combobox.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { fullName } from '../ui/person.ts'
import { useFoundPeople } from '../users/use-found-people.ts'
import { useChatText } from './text.ts'

const findPeople = (q: string, signal: AbortSignal) => call(listUsers, { query: { q } }, { signal })

/** Select options of the people the person may write to, those `chosen` in a draft among them. */
export function usePeopleOptions(without: readonly string[], chosen: readonly string[]) {
  const { data } = useRead(listUsers, { query: {} }, { silent: true })
  const { people, search } = useFoundPeople(data, findPeople)
  const known = new Set(people.map(({ id }) => id))
  const ids = search ? chosen.filter((id) => !known.has(id)).join() : ''
  const { data: kept = [] } = useRead(
    listUsers,
    { query: { ids } },
    { enabled: ids !== '', keepPrevious: true },
  )
  const build = (some: readonly Person[]) =>
    some
      .filter((person) => !without.includes(person.id))
      .map((person) => ({ value: person.id, label: fullName(person) }))
  return {
    unread: !data,
    options: build([...people, ...kept.filter(({ id }) => !known.has(id))]),
    search: search && (async (q: string, signal: AbortSignal) => build(await search(q, signal))),
  }
}

/** Starts a conversation with one person, or a named group with several. */
export default function NewChatDialog({ onClose }: { onClose: () => void }) {
  const text = useChatText()
  const me = useMe()
  const navigate = useNavigate()
  const [member_ids, setMembers] = useState<readonly string[]>([])
  const people = usePeopleOptions([me.id], member_ids)
  const [name, setName] = useState('')
  const open = useWrite(openChat, {
    onDone: ({ id }) => {
      onClose()
      navigate(paths.thread(id))
    },
  })
  const isGroup = member_ids.length > 1
  const first = member_ids.map((id) => people.options.find(({ value }) => value === id)?.label.split(' ')[0])
  // default name of a group: the first names of its members
  const suggested = cutText(first.filter(Boolean).join(', '), 80)
  const body = isGroup
    ? { kind: 'GROUP' as const, name: name.trim() || suggested, member_ids: [...member_ids] }
    : { kind: 'DIRECT' as const, member_ids: [...member_ids] }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.newChat}
      description={text.newChatHint}
      width="small"
      dirty={member_ids.length > 0}
    >
      <Form
        schema={openChat.body}
        draft="new-chat"
        fixed={body}
        errors={open.error?.fields}
        onSubmit={() => open.send({ body })}
      >
        <Field name="member_ids" label={text.with} help={text.withHint} required>
          <MultiCombobox
            {...people}
            value={member_ids}
            onChange={(ids) => setMembers(ids.slice(0, maxGroupMembers - 1))}
          />
        </Field>
        {isGroup && (
          <Field draftName="name" label={text.groupName}>
            <Input maxLength={80} placeholder={suggested} value={name} onChange={setName} />
          </Field>
        )}
        <DialogActions>
          <Button look="primary" type="submit" disabled={member_ids.length === 0}>
            {text.begin}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
