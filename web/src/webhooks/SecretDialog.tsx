import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { useWebhookText } from './text.ts'

/** The one moment in which a secret can be copied. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const text = useWebhookText()
  // it stays in view while the dialog fades
  const [last, setLast] = useState('')
  if (secret !== null && secret !== last) setLast(secret)
  return (
    <Dialog open={secret !== null} onClose={onClose} title={text.secretTitle} description={text.secretHint}>
      <ShownOnce value={last} copy={text.copySecret} done={text.done} onDone={onClose} />
    </Dialog>
  )
}
