import { logout } from '@plumbline/contract/auth/auth'
import { Download } from 'lucide-react'
import { discardAllOperations } from '../api/keep-write.ts'
import { useWrite } from '../api/query.ts'
import { endUserSession } from '../api/session.ts'
import { useWaitingOperations } from '../api/waiting.ts'
import { paths } from '../base/paths.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { exportOperations } from './export-operations.ts'
import { useSyncText } from './text.ts'

/** Asks before signing out when something on this device has not been sent. */
export default function UnsentDialog(props: { onClose: () => void }) {
  const text = useSyncText()
  const signOut = useWrite(logout, {
    // only now: without a network the person stays signed in, and keeps it
    onDone: () =>
      void discardAllOperations()
        .catch(() => undefined)
        .then(endUserSession)
        .then(() => location.assign(paths.root)),
    onError: () => toast.error(),
  })
  const operations = useWaitingOperations()
  return (
    <AlertDialog
      open
      onClose={props.onClose}
      title={text.signOutQuestion(operations.length)}
      action={text.signOut}
      onConfirm={() => signOut.run({})}
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
