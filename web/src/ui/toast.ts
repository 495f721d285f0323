import { Toast } from '@base-ui/react/toast'

/** Read by Toasts, written by the functions below. */
export const toastManager = Toast.createToastManager<ToastData>()

export interface ToastData {
  kind: 'success' | 'error'
  /** null: the component's own words ('Success', 'Changes applied') */
  title: string | null
  text: string | null
  action?: { label: string; run: () => void }
}

export interface ToastOptions {
  title?: string
  text?: string
  /** such as Undo: the toast then stays 6 s instead of 5 */
  action?: { label: string; run: () => void }
}

/** Server texts come in lower case; a toast starts with a capital: 'bad password' becomes 'Bad password'. */
export function capitalised(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase() + text.slice(first.length)
}

function add(kind: ToastData['kind'], { title, text, action }: ToastOptions) {
  const id = toastManager.add({
    timeout: action ? 6000 : 5000,
    data: {
      kind,
      title: title ?? null,
      text: text ? capitalised(text) : null,
      action: action && {
        label: action.label,
        run: () => {
          action.run()
          toastManager.close(id)
        },
      },
    },
  })
}

/**
 * Says in a corner what happened; from anywhere, no hook needed.
 *
 *     toast.success()                                                  'Success', 'Changes applied'
 *     toast.success({ title: 'Issue #42 created', action: { label: 'Undo', run: undo } })
 *     toast.error({ text: refusal.message })                           'Error', the server's text
 */
export const toast = {
  success: (options: ToastOptions = {}) => add('success', options),
  error: (options: ToastOptions = {}) => add('error', options),
}
