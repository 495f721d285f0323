import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useWebhookText } from './text.ts'

/** The one moment in which a secret can be copied. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const text = useWebhookText()
  // it stays in view while the dialog fades
  const [last, setLast] = useState('')
  if (secret !== null && secret !== last) setLast(secret)
  return (
    <Dialog open={secret !== null} onClose={onClose} title={text.secretTitle} description={text.secretHint}>
      <p className="break-all rounded-control bg-sunken px-4 py-3">
        <code className="font-mono text-13">{last}</code>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={last} label={text.copySecret} />
        <Button look="primary" className="ms-auto" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  )
}
