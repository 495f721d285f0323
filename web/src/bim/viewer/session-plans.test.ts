import { expect, test, vi } from 'vitest'
import type { SessionLines } from './session-lines.ts'
import { SessionPlans } from './session-plans.ts'
import type { SessionHost } from './session-state.ts'
import type { SessionTools } from './session-tools.ts'

test('A plan that is saved waits for the models that are still loading', async () => {
  const loading = Promise.withResolvers<void>()
  let isLookedAt = false
  const model = {
    ready: loading.promise,
    box: null,
    manifest: { storeys: [{ element: 0, elevation_m: 0 }] },
    withParts: () => [0],
    boxOf: () => {
      isLookedAt = true
      return null
    },
  }
  const viewer = { models: new Map([['a', model]]), loadSpaces: async () => undefined }
  const tools = { storeys: [{ name: 'Level 1', elevation_m: 0, refs: [{ model: 'a', storey: 0 }] }] }
  const host = { viewer } as unknown as SessionHost
  const plans = new SessionPlans(host, tools as unknown as SessionTools, {} as SessionLines, 'en', 'METRIC')

  await plans.draw('Level 1', 'Project', 'svg')
  expect(isLookedAt).toBe(true)
  isLookedAt = false
  const saved = plans.draw('Level 1', 'Project', 'pdf', { isWhole: true })
  await new Promise((turn) => setImmediate(turn))
  expect(isLookedAt).toBe(false)
  loading.reject(new Error('a part did not come'))
  await saved
  expect(isLookedAt).toBe(true)
})

test.for([
  ['METRIC', '20 m²', '10 m'],
  ['IMPERIAL', '215.3 ft²', '33 ft'],
] as const)(
  'A plan of a project in %s units says areas as %s and lengths as %s',
  async ([units, area, length]) => {
    const layOutSheet = vi.fn(() => null)
    vi.doMock('@plumbline/viewer/plan-drawing', () => ({ drawPlan: () => ({}) }))
    vi.doMock('@plumbline/viewer/plan-sheet', () => ({ layOutSheet }))
    vi.doMock('@plumbline/viewer/floors', () => ({ findFloor: () => ({ elevation: 0 }) }))
    const tools = { storeys: [{ name: 'Level 1', elevation_m: 0, refs: [{ model: 'a', storey: 0 }] }] }
    const viewer = { models: new Map([['a', {}]]), loadSpaces: async () => undefined }
    const host = { viewer } as unknown as SessionHost
    const lines = {} as SessionLines
    const plans = new SessionPlans(host, tools as unknown as SessionTools, lines, 'en', units)
    await plans.draw('Level 1', 'Project', 'svg')
    const [, labels] = layOutSheet.mock.calls[0] as unknown as [
      unknown,
      Record<string, (value: number) => string>,
    ]
    expect([labels.area?.(20), labels.length?.(10)]).toEqual([area, length])
    vi.doUnmock('@plumbline/viewer/plan-drawing')
    vi.doUnmock('@plumbline/viewer/plan-sheet')
    vi.doUnmock('@plumbline/viewer/floors')
  },
)
