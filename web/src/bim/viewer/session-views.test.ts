import { HIDDEN } from '@plumbline/viewer/element-state'
import { expect, test } from 'vitest'
import type { SessionColors } from './session-colors.ts'
import { INITIAL_STATE, type SessionHost, type SessionState } from './session-state.ts'
import type { SessionTools } from './session-tools.ts'
import { SessionViews } from './session-views.ts'
import type { SessionVisibility } from './session-visibility.ts'
import { formatViewParams, parseViewParams } from './view-url.ts'

const guid = (at: number) => `0VbIsZtR94gQ0HZvHK0${String(at).padStart(3, '0')}`

/** The views of one model of 300 elements; the first `hidden` are hidden. */
function createViews(hidden: number, state: Partial<SessionState>) {
  const model = {
    id: 'a',
    guidOf: guid,
    drawnElements: () => Array.from({ length: 300 }, (_, at) => at),
    state: { has: (element: number, flag: number) => flag === HIDDEN && element < hidden },
  }
  const host = {
    state: { ...INITIAL_STATE, hidden, ...state },
    viewer: { models: new Map([['a', model]]), clipping: [], camera: { goal: null } },
  } as unknown as SessionHost
  return new SessionViews(host, {} as SessionTools, {} as SessionColors, {} as SessionVisibility)
}

const select = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ model: 'a', element: 299 - at }))

test('A link contains the whole view, without hidden elements if there is no room', () => {
  expect(createViews(10, {}).isFullyInUrl).toBe(true)
  expect(createViews(10, { selection: select(20) }).isFullyInUrl).toBe(true)
  expect(createViews(10, { selection: select(62) }).isFullyInUrl).toBe(false)
  expect(createViews(150, {}).isFullyInUrl).toBe(false)
})

test('A link to a view with colours of its own is not complete', () => {
  expect(createViews(0, { viewColors: [{ color: '#ff0000', count: 3 }] }).isFullyInUrl).toBe(false)
})

test('Pictures of very large canvases keep their proportions and fit into the memory of a graphics card', async () => {
  const sizes: [number, number][] = []
  const feature = { take: async (width: number, height: number) => sizes.push([width, height]) }
  const shoot = async (width: number, height: number) => {
    const host = { state: INITIAL_STATE, viewer: { size: { width, height }, use: () => feature } }
    const views = new SessionViews(
      host as unknown as SessionHost,
      {} as SessionTools,
      {} as SessionColors,
      {} as SessionVisibility,
    )
    await views.renderPng(2)
    return sizes.at(-1) as [number, number]
  }
  expect(await shoot(1920, 1080)).toEqual([3840, 2160])
  for (const [width, height] of [
    [3840, 2160],
    [5120, 1440],
    [400, 6000],
  ] as const) {
    const [wide, high] = await shoot(width, height)
    expect(wide * high).toBeLessThan(18_000_000)
    expect(Math.max(wide, high)).toBeLessThanOrEqual(8192)
    expect((wide * height) / (high * width)).toBeCloseTo(1, 2)
  }
})

test('A saved plan of a storey that the models no longer have keeps its own view', () => {
  const done: unknown[] = []
  const feature = { list: [], capture: () => ({}), restore: () => ({ missing: 0 }) }
  const camera = { inOwnView: (work: () => unknown) => work() }
  const host = { state: INITIAL_STATE, set: () => undefined, viewer: { use: () => feature, camera } }
  const tools = {
    orbit: () => undefined,
    showPlan: (name: string) => done.push(['plan', name]),
    storeys: [{ name: 'Level 1' }],
  }
  const visibility = { recordStorey: (name: string | null) => done.push(['storey', name]) }
  const views = new SessionViews(
    host as unknown as SessionHost,
    tools as unknown as SessionTools,
    { forget: () => undefined } as unknown as SessionColors,
    visibility as unknown as SessionVisibility,
  )
  const view = {} as Parameters<typeof views.restore>[0]
  const extras = { models: [], is_plan: true, coloring: null }
  views.restore(view, { ...extras, storey: 'Level 3' })
  expect(done.splice(0)).toEqual([['storey', null]])
  views.restore(view, { ...extras, storey: 'Level 1' })
  expect(done).toEqual([
    ['storey', 'Level 1'],
    ['plan', 'Level 1'],
  ])
})

test('A link to an element of one of two copies of a model selects it in that copy only', () => {
  const selected: unknown[] = []
  const copy = (id: string) => ({
    id,
    guidOf: guid,
    elementsOf: (one: string) => (one === guid(7) ? [7] : []),
    drawnElements: () => [],
    state: { has: () => false },
  })
  const ids = ['0193f0a0-1b2c-7d3e-8f40-9a8b7c6d5e4f', '0193f0a0-1b2c-7d3e-8f40-1a2b3c4d5e6f']
  const viewer = {
    models: new Map(ids.map((id) => [id, copy(id)])),
    clipping: [],
    camera: { goal: null, fit: () => undefined },
    boxOf: () => null,
    use: () => ({ set: (refs: unknown[]) => selected.push(...refs) }),
  }
  const selection = [{ model: ids[1] as string, element: 7 }]
  const host = { state: { ...INITIAL_STATE, selection }, viewer } as unknown as SessionHost
  const visibility = { clearHistory: () => undefined } as unknown as SessionVisibility
  const views = new SessionViews(host, {} as SessionTools, {} as SessionColors, visibility)
  const link = formatViewParams(views.urlState())
  expect(views.restoreUrlState(parseViewParams(link))).toBe(0)
  expect(selected).toEqual(selection)
  expect(views.restoreUrlState(parseViewParams({ select: `${guid(7)},${guid(8)}` }))).toBe(1)
  expect(selected).toHaveLength(3)
})
