import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, use, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { buttonClass } from './button-look.ts'
import { cx } from './cx.ts'
import { DialogContext } from './dialog-context.ts'
import { useUiText } from './text.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

const widths = { small: 'sm:max-w-100', normal: 'sm:max-w-140', wide: 'sm:max-w-220' }

export interface DialogProps {
  open: boolean
  /** called when the person closes the dialog and no unsaved work would be lost */
  onClose: () => void
  /** the action, as on the primary button: 'New issue' */
  title: string
  description?: ReactNode
  width?: keyof typeof widths
  /** unsaved work outside of Fields; changed Fields are detected without it */
  dirty?: boolean
  /** the address says that it is open, so that Back changes the address */
  linked?: boolean
  /** the content is text only and takes the focus, so that keys scroll it */
  textOnly?: boolean
  /** the element focused first; by default the first field, else the first button */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * A modal dialog: focus stays inside, Escape and the backdrop close it, full screen below 640 px. When a Field in it has
 * changed, closing asks first inside the dialog.
 *
 *     <Dialog open={open} onClose={close} title="New issue"> <Form …> …
 *       <DialogActions><Button look="primary" type="submit">Create issue</Button></DialogActions> </Form> </Dialog>
 */
export function Dialog(props: DialogProps) {
  const text = useUiText()
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const focusBack = useRestoreFocus(props.open)
  const forgets = useRef(new Set<() => void>())
  const onDiscard = useCallback((forget: () => void) => {
    forgets.current.add(forget)
    return () => void forgets.current.delete(forget)
  }, [])

  const hasUnsavedWork = () =>
    props.dirty || Boolean(popup.current?.querySelector('[data-field]:not([data-field=""])[data-dirty]'))

  function requestClose() {
    if (hasUnsavedWork()) setAsking(true)
    else props.onClose()
  }
  // changes being sent when the question was asked have been saved by now
  useEffect(() => {
    if (asking && !hasUnsavedWork()) setAsking(false)
  })
  useBackCloses(props.open && !props.linked, requestClose)
  function discard() {
    for (const forget of forgets.current) forget()
    setAsking(false)
    props.onClose()
  }
  function firstField() {
    return (
      body.current?.querySelector<HTMLElement>(
        '[data-field] :is(input:not([aria-hidden], [type=hidden]), textarea, button[role=combobox])',
      ) ?? true
    )
  }

  return (
    <BaseDialog.Root
      open={props.open}
      onOpenChange={(open) => {
        if (open) return
        if (asking) setAsking(false)
        else requestClose()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-hidden sm:p-4 sm:pt-[10vh]">
          <BaseDialog.Popup
            ref={popup}
            initialFocus={props.initialFocus ?? firstField}
            finalFocus={focusBack}
            className={cx(
              'relative flex size-full flex-col border-line bg-raised shadow-float outline-none',
              'transition-[opacity,translate] duration-180 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
              'sm:h-auto sm:max-h-full sm:rounded-card sm:border',
              widths[props.width ?? 'normal'],
            )}
          >
            <header className="flex items-start gap-4 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="font-semibold text-16">{props.title}</BaseDialog.Title>
                {props.description && (
                  <BaseDialog.Description className="text-text-muted">
                    {props.description}
                  </BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close
                aria-label={text.close}
                className={cx(buttonClass('ghost', 'small', true), '-me-2 pointer-coarse:-my-2.5')}
              >
                <X aria-hidden />
              </BaseDialog.Close>
            </header>
            <div
              ref={body}
              inert={asking}
              tabIndex={props.textOnly ? 0 : undefined}
              className="flex min-h-0 flex-1 scroll-py-16 flex-col overflow-y-auto px-5 pt-1 pb-5 has-data-dialog-actions:pb-0 *:flex-none [&>form]:flex-[1_0_auto]"
            >
              <DialogContext value={{ requestClose, onDiscard }}>{props.children}</DialogContext>
            </div>
            {asking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Replaces the footer of a dialog to ask whether unsaved work should be discarded. */
export function DiscardQuestion(props: { onKeep: () => void; onDiscard: () => void }) {
  const text = useUiText()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    keep.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div
      role="alert"
      className="absolute inset-x-0 bottom-0 flex flex-wrap items-center gap-2 rounded-b-card border-line border-t bg-raised px-5 py-4"
    >
      <p className="me-auto font-medium">{text.discardQuestion}</p>
      <Button ref={keep} onClick={props.onKeep}>
        {text.keepEditing}
      </Button>
      <Button look="danger" onClick={props.onDiscard}>
        {text.discard}
      </Button>
    </div>
  )
}

/**
 * The sticky footer of a dialog: Cancel first, the primary button last. Place it inside the form, so that Enter submits.
 * `close` replaces the label "Cancel" where closing cancels nothing.
 */
export function DialogActions(props: { children?: ReactNode; start?: ReactNode; close?: string }) {
  const text = useUiText()
  const dialog = use(DialogContext)
  return (
    <div
      data-dialog-actions
      // on a low window, as above the keyboard of a phone, many buttons would cover the content: they come at its end
      className="sticky bottom-0 -mx-5 mt-auto flex flex-wrap items-center justify-end gap-2 border-line border-t bg-raised px-5 py-3 sm:rounded-b-card [@media(max-height:30rem)]:has-[>:nth-child(4)]:static"
    >
      {props.start && <div className="me-auto">{props.start}</div>}
      {dialog && <Button onClick={dialog.requestClose}>{props.close ?? text.cancel}</Button>}
      {props.children}
    </div>
  )
}
