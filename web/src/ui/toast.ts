export interface ToastOptions {
  title?: string
  text?: string
  /** an action such as Undo; the toast then stays 6 s instead of 5 */
  action?: { label: string; run: () => void }
}

/** A queued toast; without title and text it shows a default text. */
export interface ToastRequest extends ToastOptions {
  kind: 'success' | 'error'
}

/** longest queue before the renderer is loaded */
const most_waiting = 10
const waiting: ToastRequest[] = []
let show: ((request: ToastRequest) => void) | null = null
let wake: (() => void) | null = null

/** Capitalises a server text: 'bad password' becomes 'Bad password'. */
export function capitalise(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase() + text.slice(first.length)
}

function add(kind: ToastRequest['kind'], options: ToastOptions) {
  const isServers = kind === 'error' && options.text !== undefined
  const request = { ...options, kind, ...(isServers ? { text: capitalise(options.text ?? '') } : {}) }
  if (show) {
    show(request)
    return
  }
  if (waiting.length < most_waiting) waiting.push(request)
  wake?.()
}

/**
 * Shows a toast; can be called from anywhere.
 *
 *     toast.success()                                                  'Success', 'Changes applied'
 *     toast.success({ title: 'Issue #42 created', action: { label: 'Undo', run: undo } })
 *     toast.error({ text: refusal.message })                           'Error', the server's text
 */
export const toast = {
  success: (options: ToastOptions = {}) => add('success', options),
  error: (options: ToastOptions = {}) => add('error', options),
}

/** Sends every toast to `receive`, queued ones first; returns the unsubscribe function. Only one receiver at a time. */
export function receiveToasts(receive: (request: ToastRequest) => void): () => void {
  show = receive
  for (const request of waiting.splice(0)) receive(request)
  return () => {
    if (show === receive) show = null
  }
}

/** Calls `listener` when a toast is queued without a receiver, at once if one is queued already; returns the unsubscribe function. */
export function onToastQueued(listener: () => void): () => void {
  wake = listener
  if (waiting.length > 0) listener()
  return () => {
    if (wake === listener) wake = null
  }
}
