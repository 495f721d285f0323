import { expect, test, vi } from 'vitest'
import { openView } from './open-view.ts'
import type { SessionColors } from './session-colors.ts'
import { INITIAL_STATE, type SessionHost, type SessionState } from './session-state.ts'
import type { SessionTools } from './session-tools.ts'
import { SessionViews } from './session-views.ts'
import type { SessionVisibility } from './session-visibility.ts'

type Opening = Parameters<typeof openView>[0]
type Stored = Awaited<ReturnType<Opening['fetchView']>>

/** A session whose models load when the test says so, and the cameras restored in it. */
function createSession() {
  const restored: unknown[] = []
  const feature = {
    list: [],
    capture: () => ({}),
    restore: ({ camera_view_point: at }: { camera_view_point: unknown }) => {
      restored.push(at)
      return { missing: 0 }
    },
  }
  let state: SessionState = INITIAL_STATE
  const host = {
    get state() {
      return state
    },
    set: (values: Partial<SessionState>) => {
      state = { ...state, ...values }
    },
    viewer: { models: new Map(), use: () => feature, camera: { inOwnView: (work: () => unknown) => work() } },
  }
  const views = new SessionViews(
    host as unknown as SessionHost,
    { orbit: () => undefined } as SessionTools,
    { forget: () => undefined } as unknown as SessionColors,
    { recordStorey: () => undefined } as unknown as SessionVisibility,
  )
  const loaded = Promise.withResolvers<void>()
  const models = { whenLoaded: () => loaded.promise }
  const session = { views, models } as unknown as Opening['session']
  return { session, restored, load: loaded.resolve }
}

const stored = (at: string, models: string[] = []) =>
  ({
    view: { camera_view_point: at },
    extras: { models: models.map((header_id) => ({ header_id, version: 1 })) },
  }) as unknown as Stored

const base = { chooseModels: (wanted: readonly string[]) => wanted, areChosen: () => true }

test('A saved view that arrives after a later one leaves the later one on screen', async () => {
  const { session, restored, load } = createSession()
  const late = Promise.withResolvers<Stored>()
  const chooseModels = vi.fn(base.chooseModels)
  const first = openView({ ...base, session, chooseModels, fetchView: () => late.promise })
  expect(await openView({ ...base, session, fetchView: async () => stored('second') })).toBe(0)
  late.resolve(stored('first', ['a']))
  load()
  expect(await first).toBe(null)
  expect(restored).toEqual(['second'])
  expect(chooseModels).not.toHaveBeenCalled()
})

test('A saved view is not opened after a view of an issue was shown while its models were loaded', async () => {
  const { session, restored, load } = createSession()
  const opening = openView({ ...base, session, fetchView: async () => stored('saved', ['a']) })
  await new Promise((turn) => setImmediate(turn))
  session.views.restore(stored('issue').view)
  load()
  expect(await opening).toBe(null)
  expect(restored).toEqual(['issue'])
})

test('A saved view is not opened in other models that were chosen while its own were loaded', async () => {
  const { session, restored, load } = createSession()
  let areChosen = true
  const opening = openView({
    ...base,
    session,
    areChosen: () => areChosen,
    fetchView: async () => stored('saved', ['a']),
  })
  await new Promise((turn) => setImmediate(turn))
  areChosen = false
  load()
  expect(await opening).toBe(null)
  expect(restored).toEqual([])
})
