import { AlertDialog } from '../ui/AlertDialog.tsx'
import { useChatText } from './text.ts'
import { getChatQueue } from './user-queue.ts'

/** Asks before signing out when unsent messages would be discarded. */
export default function UnsentMessagesDialog(props: {
  userId: string
  onClose: () => void
  onConfirm: () => void
}) {
  const text = useChatText()
  const queue = getChatQueue(props.userId)
  const discard = async () => {
    await Promise.all(queue.read().map(({ id }) => queue.discard(id)))
    props.onConfirm()
  }
  return (
    <AlertDialog
      open
      onClose={props.onClose}
      title={text.unsentQuestion(queue.read().length)}
      action={text.unsentConfirm}
      onConfirm={discard}
    >
      {text.unsentHint}
    </AlertDialog>
  )
}
