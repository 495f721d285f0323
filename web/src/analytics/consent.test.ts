import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('Consent that is withdrawn in another tab ends measuring in this one', async () => {
  const kept = new Map([['plumbline.analytics', 'yes']])
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  let tell: ((event: Pick<StorageEvent, 'key'>) => void) | undefined
  vi.stubGlobal('addEventListener', (_: string, listener: typeof tell) => {
    tell = listener
  })
  const measured: string[] = []
  vi.doMock('./amplitude.ts', () => ({
    startMeasuring: () => measured.push('start'),
    stopMeasuring: () => measured.push('stop'),
  }))
  vi.doMock('../api/client.ts', () => ({ call: async () => 'a key' }))
  const { loadAnalyticsKey } = await import('./consent.ts')
  await loadAnalyticsKey()
  await expect.poll(() => measured).toEqual(['start'])
  kept.set('plumbline.analytics', 'no')
  tell?.({ key: 'plumbline.analytics' })
  await expect.poll(() => measured).toEqual(['start', 'stop'])
})
