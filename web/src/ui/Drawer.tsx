import { useDirection } from '@base-ui/react/direction-provider'
import { Drawer as BaseDrawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buttonClass } from './button-look.ts'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

/** Heights at which a bottom sheet snaps, as parts of the window's height. */
const stops: readonly number[] = [0.25, 0.5, 0.9]

const sideLook =
  'h-full w-100 max-w-full border-s translate-x-(--drawer-swipe-movement-x) ' +
  'data-starting-style:translate-x-full rtl:data-starting-style:-translate-x-full ' +
  'data-ending-style:translate-x-full rtl:data-ending-style:-translate-x-full'
const bottomLook =
  'w-full max-h-dvh h-[90dvh] rounded-t-card border-t ' +
  'translate-y-[calc(var(--drawer-snap-point-offset)+var(--drawer-swipe-movement-y))] ' +
  'pb-[max(0px,calc(var(--drawer-snap-point-offset)+var(--drawer-swipe-movement-y)))] ' +
  'data-starting-style:translate-y-full data-ending-style:translate-y-full'

/**
 * A drawer at the inline end (notifications, versions), or a bottom sheet that snaps at 25, 50 or 90 % of the height (the
 * viewer's panels on phones). Swipe, Escape and the button close it; a slider sets the height of a sheet without swiping.
 *
 *     <Drawer open={open} onClose={close} title="Notifications"> … </Drawer>
 *     <Drawer side="bottom" modal={false} open={open} onClose={close} title="Tree"> … </Drawer>
 */
export function Drawer(props: {
  open: boolean
  onClose: () => void
  title: string
  side?: 'end' | 'bottom'
  /** false keeps the page behind usable */
  modal?: boolean
  action?: ReactNode
  children: ReactNode
}) {
  const text = useUiText()
  const rtl = useDirection() === 'rtl'
  const bottom = props.side === 'bottom'
  const [stop, setStop] = useState<number>(0.5)
  const modal = props.modal ?? true
  useBackCloses(props.open && modal, props.onClose)
  const focusBack = useRestoreFocus(props.open)
  return (
    <BaseDrawer.Root
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      swipeDirection={bottom ? 'down' : rtl ? 'left' : 'right'}
      modal={modal}
      disablePointerDismissal={!modal}
      {...(bottom && {
        snapPoints: [...stops],
        snapPoint: stop,
        onSnapPointChange: (next) => typeof next === 'number' && setStop(next),
      })}
    >
      <BaseDrawer.Portal>
        {modal && (
          <BaseDrawer.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        )}
        <BaseDrawer.Viewport
          className={cx(
            'fixed inset-0 z-40 flex overflow-hidden',
            bottom ? 'items-end' : 'justify-end',
            !modal && 'pointer-events-none',
          )}
        >
          <BaseDrawer.Popup
            finalFocus={focusBack}
            className={cx(
              'pointer-events-auto flex flex-col border-line bg-raised shadow-float outline-none',
              'transition-[translate] duration-180 data-swiping:duration-0',
              bottom ? bottomLook : sideLook,
            )}
          >
            {bottom && <SheetHandle stop={stop} onStop={setStop} label={text.sheetHeight} />}
            <header
              className={cx(
                'flex items-center gap-2 ps-4 pe-2',
                bottom ? 'pb-2' : 'h-14 border-line border-b',
              )}
            >
              <BaseDrawer.Title className="flex-1 font-semibold text-16">{props.title}</BaseDrawer.Title>
              {props.action}
              <BaseDrawer.Close aria-label={text.close} className={buttonClass('ghost', 'normal', true)}>
                <X aria-hidden />
              </BaseDrawer.Close>
            </header>
            <BaseDrawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">
              {props.children}
            </BaseDrawer.Content>
          </BaseDrawer.Popup>
        </BaseDrawer.Viewport>
      </BaseDrawer.Portal>
    </BaseDrawer.Root>
  )
}

function SheetHandle(props: { stop: number; onStop: (stop: number) => void; label: string }) {
  const at = Math.max(0, stops.indexOf(props.stop))
  return (
    <div className="relative flex h-6 flex-none items-center justify-center">
      <input
        type="range"
        min={0}
        max={stops.length - 1}
        step={1}
        value={at}
        aria-label={props.label}
        aria-valuetext={`${Math.round(props.stop * 100)} %`}
        onChange={(event) => props.onStop(stops[event.currentTarget.valueAsNumber] ?? 0.5)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="h-1 w-10 rounded-full bg-line-strong outline-offset-4 outline-focus peer-focus-visible:outline-2"
      />
    </div>
  )
}
