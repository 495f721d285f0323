import { AlertDialog } from '../ui/AlertDialog.tsx'
import { queueOf } from './own-queue.ts'
import { useChatText } from './text.ts'

/** Asks before signing out when unsent messages would be discarded. */
export default function UnsentQuestion(props: {
  userId: string
  onClose: () => void
  onConfirm: () => void
}) {
  const text = useChatText()
  const queue = queueOf(props.userId)
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
