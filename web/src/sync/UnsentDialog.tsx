import { Download } from 'lucide-react'
import { useWaitingOperations } from '../api/waiting.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { exportOperations } from './export-operations.ts'
import { useSyncText } from './text.ts'

/** Asks before signing out when something on this device has not been sent. */
export default function UnsentDialog(props: { onClose: () => void; onConfirm: () => void }) {
  const text = useSyncText()
  const operations = useWaitingOperations()
  return (
    <AlertDialog
      open
      onClose={props.onClose}
      title={text.signOutQuestion(operations.length)}
      action={text.signOut}
      onConfirm={props.onConfirm}
    >
      <p>{text.signOutHint}</p>
      <Button
        className="mt-3"
        size="small"
        icon={<Download aria-hidden />}
        onClick={() => void exportOperations(operations, text)}
      >
        {text.exportAll}
      </Button>
    </AlertDialog>
  )
}
