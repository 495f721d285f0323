export interface ToastOptions {
  title?: string
  text?: string
  /** such as Undo: the toast then stays 6 s instead of 5 */
  action?: { label: string; run: () => void }
}

/** A toast as asked for; without title and text it says the component's own words. */
export interface ToastRequest extends ToastOptions {
  kind: 'success' | 'error'
}

/** More than this are never worth reading one after another. */
const most_waiting = 10
const waiting: ToastRequest[] = []
let show: ((request: ToastRequest) => void) | null = null
let wake: (() => void) | null = null

/** Server texts come in lower case; a toast starts with a capital: 'bad password' becomes 'Bad password'. */
export function capitalised(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase() + text.slice(first.length)
}

function add(kind: ToastRequest['kind'], options: ToastOptions) {
  const isServers = kind === 'error' && options.text !== undefined
  const request = { ...options, kind, ...(isServers ? { text: capitalised(options.text ?? '') } : {}) }
  if (show) {
    show(request)
    return
  }
  if (waiting.length < most_waiting) waiting.push(request)
  wake?.()
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

/** Hands every toast to `receive`, those that waited first; returns how to stop. One receiver at a time. */
export function takeToasts(receive: (request: ToastRequest) => void): () => void {
  show = receive
  for (const request of waiting.splice(0)) receive(request)
  return () => {
    if (show === receive) show = null
  }
}

/** Calls `listener` when a toast waits and nobody takes it, at once if one waits already; returns how to stop. */
export function whenToasted(listener: () => void): () => void {
  wake = listener
  if (waiting.length > 0) listener()
  return () => {
    if (wake === listener) wake = null
  }
}
