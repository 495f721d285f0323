import { expect, test } from 'vitest'
import { capitalised, type ToastRequest, takeToasts, toast, whenToasted } from './toast.ts'

test.each([
  ['verification link expired', 'Verification link expired'],
  ['bad password', 'Bad password'],
  ['missing or malformed jwt', 'Missing or malformed jwt'],
  ['éclairage', 'Éclairage'],
  ['', ''],
])('%j is shown as %j', (text, shown) => {
  expect(capitalised(text)).toBe(shown)
})

test('toasts asked for before anything can draw them wait, wake it, and come in order', () => {
  let wakes = 0
  const stopWaking = whenToasted(() => {
    wakes += 1
  })
  toast.error({ text: 'bad password' })
  toast.success()
  expect(wakes).toBe(2)

  const seen: ToastRequest[] = []
  const stop = takeToasts((request) => seen.push(request))
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

test('no flood is kept for later', () => {
  for (let count = 0; count < 50; count += 1) toast.error()
  const seen: ToastRequest[] = []
  takeToasts((request) => seen.push(request))()
  expect(seen.length).toBe(10)
})
