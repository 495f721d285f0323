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
    setting: { move: [0, 0, 0] },
    boxesOf: () => {
      isLookedAt = true
      return []
    },
  }
  const viewer = { models: new Map([['a', model]]), loadSpaces: async () => undefined }
  const tools = { storeys: [{ name: 'Level 1', elevation_m: 0, refs: [{ model: 'a', storey: 0 }] }] }
  const host = { viewer } as unknown as SessionHost
  const plans = new SessionPlans(host, tools as unknown as SessionTools, {} as SessionLines, 'en', 'METRIC')

  await plans.draw('Level 1', 'Project', 'svg')
  expect(isLookedAt).toBe(true)
  isLookedAt = false
  const saved = plans.draw('Level 1', 'Project', 'pdf', { incomplete: 'incomplete' })
  await new Promise((turn) => setImmediate(turn))
  expect(isLookedAt).toBe(false)
  loading.reject(new Error('a part did not come'))
  await saved
  expect(isLookedAt).toBe(true)
})

test('A saved plan reports parts that are not in memory', async () => {
  const layOutSheet = vi.fn(() => null)
  vi.doMock('@plumbline/viewer/plan-drawing', () => ({ drawPlan: () => ({}), BELOW_M: 0.3 }))
  vi.doMock('@plumbline/viewer/plan-sheet', () => ({ layOutSheet }))
  vi.doMock('@plumbline/viewer/floors', () => ({ findFloor: () => ({ elevation: 3 }), PLAN_CUT_M: 1.2 }))
  const tools = { storeys: [{ name: 'Level 1', elevation_m: 3, refs: [{ model: 'a', storey: 0 }] }] }
  const release = vi.fn()
  let missing = 0
  const gather = vi.fn(async () => ({ missing, release }))
  const viewer = { models: new Map([['a', {}]]), loadSpaces: async () => undefined, gather }
  const host = { viewer } as unknown as SessionHost
  const lines = {} as SessionLines
  const plans = new SessionPlans(host, tools as unknown as SessionTools, lines, 'en', 'METRIC')
  const readTitle = async (options: { incomplete?: string }) => {
    await plans.draw('Level 1', 'Tower', 'svg', options)
    return (layOutSheet.mock.lastCall as unknown as [unknown, { title: string }])[1].title
  }
  expect(await readTitle({ incomplete: 'incomplete' })).toBe('Tower, Level 1')
  expect(gather).toHaveBeenLastCalledWith(2.7, 4.2)
  missing = 2
  expect(await readTitle({ incomplete: 'incomplete' })).toBe('Tower, Level 1, incomplete')
  expect(release).toHaveBeenCalledTimes(2)
  expect(await readTitle({})).toBe('Tower, Level 1')
  for (const part of ['plan-drawing', 'plan-sheet', 'floors']) vi.doUnmock(`@plumbline/viewer/${part}`)
})

test.for([
  ['METRIC', '20 m²', '10 m'],
  ['IMPERIAL', '215.3 ft²', '33 ft'],
] as const)(
  'A plan of a project in %s units shows areas as %s and lengths as %s',
  async ([units, area, length]) => {
    const layOutSheet = vi.fn(() => null)
    vi.doMock('@plumbline/viewer/plan-drawing', () => ({ drawPlan: () => ({}), BELOW_M: 0.3 }))
    vi.doMock('@plumbline/viewer/plan-sheet', () => ({ layOutSheet }))
    vi.doMock('@plumbline/viewer/floors', () => ({ findFloor: () => ({ elevation: 0 }), PLAN_CUT_M: 1.2 }))
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
