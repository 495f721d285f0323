import type { PropertyBlock } from '@plumbline/bim/model'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { SessionColors } from './session-colors.ts'
import { SessionCompare } from './session-compare.ts'
import { INITIAL_STATE, type LoadedModel, type SessionHost, type SessionState } from './session-state.ts'
import type { SessionTools } from './session-tools.ts'
import { SessionViews } from './session-views.ts'
import type { SessionVisibility } from './session-visibility.ts'

/** A viewer with one model of one element, and what its features were told last. */
function createHost() {
  let painted: readonly unknown[] = []
  const feature = {
    list: [],
    capture: () => ({}),
    restore: () => {
      painted = []
      return { missing: 0 }
    },
    set: (groups: readonly unknown[]) => {
      painted = groups
    },
    clear: () => {
      painted = []
    },
    showAll: () => undefined,
  }
  const models = new Map([['a', { drawnElements: () => [0] }]])
  let state: SessionState = { ...INITIAL_STATE, models: [{ id: 'a' } as LoadedModel] }
  const host = {
    get state() {
      return state
    },
    set: (values: Partial<SessionState>) => {
      state = { ...state, ...values }
    },
    viewer: { models, use: () => feature, camera: { inOwnView: (work: () => unknown) => work() } },
  }
  return { host: host as unknown as SessionHost, painted: () => painted }
}

/** Property blocks that arrive when the test says so. */
function createBlocks() {
  const arrival = Promise.withResolvers<PropertyBlock>()
  const block = {
    elements: [[0]],
    sets: [{ name: 'Pset', properties: [{ name: 'Fire', value: 'EI 60' }] }],
  } as unknown as PropertyBlock
  return { fetch: () => arrival.promise, arrive: () => arrival.resolve(block) }
}

const byFire = { by: 'property', set: 'Pset', property: 'Fire' } as const

test('A restored view keeps its colours when the values of an earlier colouring arrive after it', async () => {
  const { host, painted } = createHost()
  const blocks = createBlocks()
  const colors = new SessionColors(host, blocks.fetch, 'en')
  const tools = { orbit: () => undefined } as SessionTools
  const visibility = { recordStorey: () => undefined } as unknown as SessionVisibility
  const views = new SessionViews(host, tools, colors, visibility)

  const coloured = colors.set(byFire)
  views.restore({} as Parameters<typeof views.restore>[0])
  blocks.arrive()
  await coloured

  expect(painted()).toEqual([])
  expect(host.state.coloring).toBeNull()
})

test('A comparison keeps its colours when the values of an earlier colouring arrive, and ends its legend', async () => {
  const { host, painted } = createHost()
  const blocks = createBlocks()
  const colors = new SessionColors(host, blocks.fetch, 'en')
  const visibility = { clearHistory: () => undefined }
  const parts = { colors, visibility } as unknown as ConstructorParameters<typeof SessionCompare>[1]
  const compare = new SessionCompare(host, parts)

  const coloured = colors.set(byFire)
  compare.paint([], 'both')
  blocks.arrive()
  await coloured

  expect(painted()).toEqual([])
  expect(host.state.coloring).toBeNull()
})

test('Elements with values that cannot be read are not counted as having none', async () => {
  const { host } = createHost()
  const failing = vi.fn(() => Promise.reject(new ApiError(404, {})))
  const colors = new SessionColors(host, failing, 'en')
  await colors.set(byFire)
  expect(host.state.coloring).toMatchObject({ swatches: [], withoutValue: 0, isPartial: true })

  const blocks = createBlocks()
  blocks.arrive()
  failing.mockImplementation(blocks.fetch as never)
  await colors.set(byFire)
  expect(host.state.coloring).toMatchObject({ swatches: [{ label: 'EI 60' }], isPartial: false })
})

test('Values of a server that is busy for a moment are read a moment later', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const { host } = createHost()
  const blocks = createBlocks()
  blocks.arrive()
  let isBusy = true
  const fetchBlock = async () => {
    if (isBusy) throw new ApiError(503, {})
    return blocks.fetch()
  }
  const coloured = new SessionColors(host, fetchBlock, 'en').set(byFire)
  await vi.advanceTimersByTimeAsync(100)
  isBusy = false
  await vi.runAllTimersAsync()
  await coloured
  expect(host.state.coloring).toMatchObject({ swatches: [{ label: 'EI 60' }], isPartial: false })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
