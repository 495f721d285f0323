import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { buttonClass } from './button-look.ts'
import { DiscardQuestion } from './Dialog.tsx'
import { useUiText } from './text.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

/**
 * A modal over the whole window for a photo or drawing. Escape closes it and asks first when there is unsaved work.
 *
 *     <FullScreen open={open} onClose={close} title={photo.name} actions={() => <Button>Download</Button>}> … </FullScreen>
 */
export function FullScreen(props: {
  open: boolean
  onClose: () => void
  title: string
  /** buttons in the header before Close; `cancel` closes, and asks first when there is unsaved work */
  actions?: (cancel: () => void) => ReactNode
  /** true while there is unsaved work */
  dirty?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  /** the element focused after closing; by default the element focused before */
  returnTo?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const text = useUiText()
  const [asking, setAsking] = useState(false)
  const focusBack = useRestoreFocus(props.open)
  function requestClose() {
    if (props.dirty) setAsking(true)
    else props.onClose()
  }
  useBackCloses(props.open, requestClose)
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
        <BaseDialog.Viewport className="fixed inset-0 z-40 overflow-hidden">
          <BaseDialog.Popup
            onKeyDown={props.onKeyDown}
            finalFocus={props.returnTo ?? focusBack}
            className="relative flex size-full flex-col bg-canvas outline-none transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <header className="flex flex-none flex-wrap items-center gap-2 border-line border-b bg-surface px-4 py-2">
              <BaseDialog.Title className="min-w-24 flex-1 truncate font-semibold text-14">
                {props.title}
              </BaseDialog.Title>
              {props.actions?.(requestClose)}
              <BaseDialog.Close aria-label={text.close} className={buttonClass('ghost', 'normal', true)}>
                <X aria-hidden />
              </BaseDialog.Close>
            </header>
            <div inert={asking} className="flex min-h-0 flex-1 flex-col">
              {props.children}
            </div>
            {asking && (
              <DiscardQuestion
                onKeep={() => setAsking(false)}
                onDiscard={() => {
                  setAsking(false)
                  props.onClose()
                }}
              />
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
