import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('A saved file stays readable while an iPhone asks whether to download it', () => {
  vi.useFakeTimers()
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:plan')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  saveFile(new Blob(['plan']), 'plan.pdf')
  expect(link).toMatchObject({ href: 'blob:plan', download: 'plan.pdf' })
  expect(link.click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(30_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:plan')
})
