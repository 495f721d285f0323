import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from './button-look.ts'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'
import { receiveToasts, type ToastRequest } from './toast.ts'

/** time on screen in ms; longer for toasts with an action */
const stay_ms = { plain: 5000, withAction: 6000 }

/** Renders the toasts; loaded lazily by Toasts. */
export function ToastStack() {
  const text = useUiText()
  const [manager] = useState(() => Toast.createToastManager<ToastRequest>())
  useEffect(
    () =>
      receiveToasts((request) => {
        const { action } = request
        const id = manager.add({
          timeout: action ? stay_ms.withAction : stay_ms.plain,
          data: {
            ...request,
            action: action && {
              label: action.label,
              run: () => {
                action.run()
                manager.close(id)
              },
            },
          },
        })
      }),
    [manager],
  )
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={text.notifications}
          className="fixed inset-x-4 top-16 z-60 flex flex-col gap-2 outline-none sm:start-auto sm:end-4 sm:top-auto sm:bottom-[calc(1rem+var(--bottom-bar,0px))] sm:w-90 sm:flex-col-reverse"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const text = useUiText()
  const { toasts } = Toast.useToastManager<ToastRequest>()
  return toasts.map((toast) => {
    const error = toast.data?.kind === 'error'
    const action = toast.data?.action
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={cx(
          'w-full translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-card border border-line bg-raised shadow-float transition-[opacity,translate] duration-180',
          'data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0',
        )}
      >
        <Toast.Content role={error ? 'alert' : 'status'} className="flex items-start gap-3 py-3 ps-4 pe-2">
          {error ? (
            <CircleAlert aria-hidden className="mt-0.5 text-danger" />
          ) : (
            <CircleCheck aria-hidden className="mt-0.5 text-success" />
          )}
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1.5">
            <div className={toast.data?.title && toast.data.text ? 'w-full' : 'min-w-0 flex-1'}>
              <Toast.Title render={<p />} className="font-semibold">
                {toast.data?.title ?? (error ? text.error : text.success)}
              </Toast.Title>
              <Toast.Description render={<p />} className="text-text-muted">
                {toast.data?.text ??
                  (toast.data?.title ? null : error ? text.serverError : text.changesApplied)}
              </Toast.Description>
            </div>
            {action && (
              <Toast.Action onClick={action.run} className={buttonClass('secondary', 'small')}>
                {action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close aria-label={text.close} className={buttonClass('ghost', 'small', true)}>
            <X aria-hidden />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
