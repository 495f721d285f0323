import { type Chat, leaveChat, updateChat } from '@plumbline/contract/chat/chat'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useOnlineUsers } from '../presence/use-online-users.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { MultiCombobox } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { fullName } from '../ui/person.ts'
import { usePeopleOptions } from './NewChatDialog.tsx'
import { useChatText } from './text.ts'

/** The details of a group: rename it, list and add members, leave. */
export default function GroupDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const text = useChatText()
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const leave = useWrite(leaveChat, {
    onDone: () => {
      onClose()
      navigate(paths.chat, { replace: true })
    },
  })
  return (
    <>
      <Dialog open={!leaving} onClose={onClose} title={text.groupDetails} width="small">
        <div className="flex flex-col gap-4">
          <Name chat={chat} />
          <Members chat={chat} />
          <Add chat={chat} />
          <Button className="self-start" onClick={() => setLeaving(true)}>
            {text.leave}
          </Button>
        </div>
      </Dialog>
      <AlertDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={text.leaveQuestion}
        action={text.leave}
        onConfirm={() => leave.run({ params: { id: chat.id } })}
      >
        {text.leaveHint}
      </AlertDialog>
    </>
  )
}

function Name({ chat }: { chat: Chat }) {
  const text = useChatText()
  /** null until it is changed here: another member may rename the group in the meantime */
  const [typed, setTyped] = useState<string | null>(null)
  const rename = useWrite(updateChat, {
    onDone: (_chat, { body }) => setTyped((now) => (now === body.name ? null : now)),
  })
  const name = typed ?? chat.name
  const changed = name.trim() !== '' && name.trim() !== chat.name
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) rename.run({ params: { id: chat.id }, body: { name } })
      }}
    >
      <Field label={text.groupName} className="min-w-0 flex-1">
        <Input maxLength={80} value={name} onChange={setTyped} />
      </Field>
      <Button type="submit" disabled={!changed} loading={rename.pending}>
        {text.save}
      </Button>
    </form>
  )
}

function Members({ chat }: { chat: Chat }) {
  const text = useChatText()
  const me = useMe()
  const online = useOnlineUsers()
  return (
    <section aria-label={text.members(chat.members.length)}>
      <h3 className="mb-1 font-medium text-13">{text.members(chat.members.length)}</h3>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
        {chat.members.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-1">
            <Avatar person={person} decorative />
            <span className="min-w-0 flex-1 truncate">
              {person.id === me.id ? text.you : fullName(person)}
            </span>
            {online.has(person.id) && person.id !== me.id && (
              <span className="text-12 text-success">{text.online}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Add({ chat }: { chat: Chat }) {
  const text = useChatText()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const people = usePeopleOptions(
    chat.members.map(({ id }) => id),
    chosen,
  )
  const add = useWrite(updateChat, {
    // more may have been chosen in the meantime
    onDone: (_chat, { body }) => setChosen((now) => now.filter((id) => !body.add_member_ids?.includes(id))),
  })
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) add.run({ params: { id: chat.id }, body: { add_member_ids: [...chosen] } })
      }}
    >
      <Field label={text.addPeople} help={text.addHint} className="min-w-0 flex-1">
        <MultiCombobox {...people} value={chosen} onChange={setChosen} />
      </Field>
      <Button type="submit" disabled={chosen.length === 0} loading={add.pending} className="mb-5">
        {text.add}
      </Button>
    </form>
  )
}
