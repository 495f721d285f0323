import { expect, test } from 'vitest'
import { capitalise, onToastQueued, receiveToasts, type ToastRequest, toast } from './toast.ts'

test.each([
  ['verification link expired', 'Verification link expired'],
  ['bad password', 'Bad password'],
  ['missing or malformed jwt', 'Missing or malformed jwt'],
  ['éclairage', 'Éclairage'],
  ['', ''],
])('%j is shown as %j', (text, shown) => {
  expect(capitalise(text)).toBe(shown)
})

test('Toasts shown before the renderer is loaded are queued, wake it, and appear in order', () => {
  let wakes = 0
  const stopWaking = onToastQueued(() => {
    wakes += 1
  })
  toast.error({ text: 'bad password' })
  toast.success()
  expect(wakes).toBe(2)

  const seen: ToastRequest[] = []
  const stop = receiveToasts((request) => seen.push(request))
  toast.success({ title: 'Issue #42 created' })
  expect(seen.map(({ kind, title, text }) => [kind, title, text])).toEqual([
    ['error', undefined, 'Bad password'],
    ['success', undefined, undefined],
    ['success', 'Issue #42 created', undefined],
  ])
  expect(wakes).toBe(2)
  stop()
  stopWaking()
})

test('The queue before the renderer is loaded is limited', () => {
  for (let count = 0; count < 50; count += 1) toast.error()
  const seen: ToastRequest[] = []
  receiveToasts((request) => seen.push(request))()
  expect(seen.length).toBe(10)
})
