import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Input } from './Input.tsx'
import { useUiText } from './text.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

/**
 * Confirms an action that cannot be undone (other actions offer Undo instead). The backdrop does not close it. Focus
 * starts on Cancel, or on the field in which the name must be typed.
 *
 *     <AlertDialog open={asking} onClose={close} title="Delete project" action="Delete project"
 *       onConfirm={remove} typeToConfirm={project.name}>All models and issues are deleted.</AlertDialog>
 */
export function AlertDialog(props: {
  open: boolean
  onClose: () => void
  title: string
  /** label of the button: a verb, the same as the title */
  action: string
  /** the button shows a spinner until the promise settles */
  onConfirm: () => unknown
  /** the exact text that must be typed to enable the button, and the label of its field */
  typeToConfirm?: { text: string; label: string }
  children: ReactNode
}) {
  const text = useUiText()
  const cancel = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const label = useId()
  const [typed, setTyped] = useState('')
  /** the last confirmed action; a dialog closed in the meantime asks again */
  const [waiting, setWaiting] = useState<Promise<unknown> | null>(null)
  const focusBack = useRestoreFocus(props.open)
  const unlocked = !props.typeToConfirm || typed.trim() === props.typeToConfirm.text.trim()

  function close() {
    setWaiting(null)
    props.onClose()
  }
  useBackCloses(props.open, close)
  function confirm() {
    const outcome = props.onConfirm()
    if (!(outcome instanceof Promise)) return
    setWaiting(outcome)
    const settled = () => setWaiting((now) => (now === outcome ? null : now))
    outcome.then(settled, settled)
  }
  return (
    <BaseAlertDialog.Root
      open={props.open}
      onOpenChange={(open) => !open && close()}
      onOpenChangeComplete={(open) => !open && setTyped('')}
    >
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseAlertDialog.Popup
          initialFocus={props.typeToConfirm ? box : cancel}
          finalFocus={focusBack}
          className="fixed inset-x-4 top-[20vh] z-40 mx-auto flex max-h-[70vh] max-w-110 flex-col gap-3 overflow-y-auto rounded-card border border-line bg-raised p-5 shadow-float outline-none transition-[opacity,translate] duration-180 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
        >
          <BaseAlertDialog.Title className="font-semibold text-16">{props.title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description render={<div />} className="text-text-muted">
            {props.children}
          </BaseAlertDialog.Description>
          {props.typeToConfirm && (
            <div className="flex flex-col gap-1">
              <span id={label} className="font-medium text-13">
                {props.typeToConfirm.label}
              </span>
              <Input ref={box} aria-labelledby={label} autoComplete="off" value={typed} onChange={setTyped} />
            </div>
          )}
          <div className="flex flex-wrap justify-end gap-2 pt-1">
            <BaseAlertDialog.Close render={<Button ref={cancel}>{text.cancel}</Button>} />
            <Button
              look="danger"
              loading={waiting !== null}
              onClick={confirm}
              disabled={!unlocked && props.typeToConfirm?.label}
            >
              {props.action}
            </Button>
          </div>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
