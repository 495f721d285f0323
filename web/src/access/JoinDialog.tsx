import { Dialog } from '../ui/Dialog.tsx'
import { JoinForm } from './JoinForm.tsx'
import { useAccessText } from './text.ts'

/** Joins a project by its code, opened from the project list. */
export default function JoinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useAccessText()
  return (
    <Dialog open={open} onClose={onClose} title={text.join} description={text.joinHint}>
      <JoinForm />
    </Dialog>
  )
}
