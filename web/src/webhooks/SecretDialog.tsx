import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { OneTimeSecret } from '../ui/OneTimeSecret.tsx'
import { useWebhookText } from './text.ts'

/** Shows a new secret, which cannot be read again later. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const text = useWebhookText()
  // keeps the text while the dialog fades out
  const [last, setLast] = useState('')
  if (secret !== null && secret !== last) setLast(secret)
  return (
    <Dialog open={secret !== null} onClose={onClose} title={text.secretTitle} description={text.secretHint}>
      <OneTimeSecret value={last} copy={text.copySecret} done={text.done} onDone={onClose} />
    </Dialog>
  )
}
