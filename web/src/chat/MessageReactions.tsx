import { type Chat, type ChatMessage, messageReactions, setReaction } from '@plumbline/contract/chat/chat'
import { SmilePlus } from 'lucide-react'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuSign } from '../ui/Menu.tsx'
import { useTooltip } from '../ui/Tooltip.tsx'
import { createNameLookup } from './people.tsx'
import { reactionSigns } from './reactions.ts'
import { useChatText } from './text.ts'

interface OfMessage {
  chat: Chat
  message: ChatMessage
}
type Reaction = ChatMessage['reactions'][number]

/** Sets the person's reaction, or takes it back. */
function useReact({ chat, message }: OfMessage) {
  const me = useMe()
  const { run } = useWrite(setReaction)
  const isSet = (reaction: Reaction['reaction']) =>
    message.reactions.some((each) => each.reaction === reaction && each.user_ids.includes(me.id))
  const toggle = (reaction: Reaction['reaction']) =>
    run({ params: { id: chat.id, messageId: message.id }, body: { reaction, is_set: !isSet(reaction) } })
  return { isSet, toggle }
}

/** The button that offers all reactions in a row. */
export function ReactButton(props: OfMessage) {
  const text = useChatText()
  const { isSet, toggle } = useReact(props)
  return (
    <Menu
      align="end"
      isRow
      trigger={<IconButton size="small" name={text.react} icon={<SmilePlus aria-hidden />} />}
    >
      {messageReactions.map((reaction) => (
        <MenuSign
          key={reaction}
          name={text.reactions[reaction]}
          checked={isSet(reaction)}
          onChange={() => toggle(reaction)}
        >
          {reactionSigns[reaction]}
        </MenuSign>
      ))}
    </Menu>
  )
}

/** The reactions to a message with their counts; pressing one adds or removes the person's own. */
export function MessageReactions(props: OfMessage) {
  const { reactions } = props.message
  const { isSet, toggle } = useReact(props)
  if (reactions.length === 0) return null
  return (
    <div className="mt-1 mb-0.5 flex flex-wrap gap-1">
      {reactions.map((each) => (
        <ReactionChip
          key={each.reaction}
          chat={props.chat}
          reaction={each}
          pressed={isSet(each.reaction)}
          onPress={() => toggle(each.reaction)}
        />
      ))}
    </div>
  )
}

function ReactionChip(props: { chat: Chat; reaction: Reaction; pressed: boolean; onPress: () => void }) {
  const text = useChatText()
  const me = useMe()
  const { chat, pressed } = props
  const { reaction, user_ids } = props.reaction
  const nameOf = createNameLookup(chat)
  const people = user_ids.map((id) => (id === me.id ? text.you : (nameOf(id) ?? text.formerMember)))
  const name = `${text.reactions[reaction]}: ${people.join(', ')}`
  const { trigger, tip } = useTooltip({ text: name })
  const mayWrite = chat.read_only === null
  return (
    <>
      <button
        {...trigger}
        type="button"
        aria-pressed={pressed}
        aria-disabled={!mayWrite}
        onClick={() => mayWrite && props.onPress()}
        className={cx(
          'inline-flex h-6 select-none items-center gap-1 rounded-full border px-2 text-12 tabular-nums pointer-coarse:h-9 pointer-coarse:px-3',
          pressed ? 'border-accent bg-accent-soft font-medium' : 'border-line bg-raised',
          mayWrite ? 'hover:border-line-strong' : 'cursor-default',
        )}
      >
        <span aria-hidden className="text-14">
          {reactionSigns[reaction]}
        </span>
        <span aria-hidden>{user_ids.length}</span>
        <span className="sr-only">{name}</span>
      </button>
      {tip}
    </>
  )
}
