import type { Header } from '@plumbline/contract/bim/bim'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionLines } from './session-lines.ts'
import { SessionModels } from './session-models.ts'
import type { SessionSelection } from './session-selection.ts'
import { INITIAL_STATE, type SessionHost, type SessionState } from './session-state.ts'
import type { SessionVisibility } from './session-visibility.ts'

const header = (id: string) =>
  ({
    id,
    name: `File ${id}`,
    current: { id: `${id}-1`, version: 1, artefacts_key: id, stored_state: 'COMPLETED' },
  }) as unknown as Header

/** The part of the viewer that loads models; `model.shown` resolves at once. */
function createHost() {
  const models = new Map<string, { structure: unknown }>()
  let state: SessionState = INITIAL_STATE
  const listeners = new Set<() => void>()
  const host = {
    get state() {
      return state
    },
    set: (values: Partial<SessionState>) => {
      state = { ...state, ...values }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    viewer: {
      models,
      on: () => () => undefined,
      load: ({ id, manifest }: { id: string; manifest: object }) => {
        const model = {
          manifest,
          structure: null as unknown,
          shown: Promise.resolve(),
          ready: Promise.resolve(),
          setStructure: (structure: unknown) => {
            model.structure = structure
          },
        }
        models.set(id, model)
        return model
      },
    },
  }
  return host as unknown as SessionHost
}

function createModels(host: SessionHost, lines: object = { forget: () => undefined }) {
  const [selection, visibility] = [{ removeModel: () => undefined }, { recount: () => undefined }]
  return new SessionModels(
    host,
    'p',
    selection as unknown as SessionSelection,
    visibility as unknown as SessionVisibility,
    lines as unknown as SessionLines,
    () => undefined,
  )
}

/** Answers by the end of the address; requests whose signal aborts fail like those of a browser. */
let answers: [end: string, answer: () => Promise<Response> | Response][] = []
const reply = (body: object) => new Response(JSON.stringify(body))
const asked = vi.fn<(url: string) => void>()

beforeEach(() => {
  answers = [
    ['manifest.json', () => reply({ format: 1, chunks: [], storeys: [] })],
    ['structure.json', () => reply({ elements: {} })],
    ['', () => new Response('')],
  ]
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal | null }) => {
    asked(url)
    const answer = answers.find(([end]) => url.endsWith(end))?.[1]
    const stopped = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))),
    )
    return Promise.race([answer?.(), stopped])
  })
})
afterEach(() => {
  asked.mockReset()
  vi.unstubAllGlobals()
})

test('A model gets its tree although another model is opened while the tree is fetched', async () => {
  const host = createHost()
  const models = createModels(host)
  const [alone, together] = [new AbortController(), new AbortController()]
  answers.unshift(['structure.json', () => new Promise<never>(() => undefined)])
  void models.load(header('a'), alone.signal)
  await expect.poll(() => asked.mock.calls.flat().some((url) => url.endsWith('structure.json'))).toBe(true)
  answers.shift()

  alone.abort()
  await Promise.all(['a', 'b'].map((id) => models.load(header(id), together.signal)))

  expect(host.state.models.map(({ id, structure }) => [id, structure !== null])).toEqual([
    ['a', true],
    ['b', true],
  ])
  models.dispose()
})

test('A model that loads at the next change of the list is no longer named as failed', async () => {
  const host = createHost()
  const models = createModels(host)
  const [before, after] = [new AbortController(), new AbortController()]
  answers.unshift(['manifest.json', () => new Response('', { status: 404 })])
  await models.load(header('a'), before.signal)
  expect(host.state.failed).toEqual(['File a'])
  answers.shift()

  before.abort()
  await models.load(header('a'), after.signal)

  expect(host.state.models.map(({ structure }) => structure !== null)).toEqual([true])
  expect(host.state.failed).toEqual([])
  models.dispose()
})

test('A model that failed to load is no longer named as failed when its file is closed, others are', async () => {
  const host = createHost()
  const models = createModels(host)
  const { signal } = new AbortController()
  answers.unshift(['manifest.json', () => new Response('', { status: 404 })])
  await Promise.all(['a', 'b'].map((id) => models.load(header(id), signal)))
  expect(host.state.failed).toEqual(['File a', 'File b'])
  models.forgetClosed([header('b')])
  expect(host.state.failed).toEqual(['File b'])
  models.dispose()
})

test.each([
  ['its file is closed', (models: SessionModels) => models.forgetClosed([header('b')])],
  ['the viewer is closed', (models: SessionModels) => models.dispose()],
  ['another version replaces it', (models: SessionModels) => models.unload('a')],
])('A model that is loaded again does not return after %s', async (_what, close) => {
  const host = createHost()
  Object.assign(host.viewer, { unload: (id: string) => host.viewer.models.delete(id) })
  const models = createModels(host)
  const manifest = Promise.withResolvers<Response>()
  answers.unshift(['manifest.json', () => manifest.promise])
  const reloaded = models.reload(header('a'))
  await expect.poll(() => asked.mock.calls.flat().some((url) => url.endsWith('manifest.json'))).toBe(true)
  close(models)
  manifest.resolve(reply({ format: 1, chunks: [], storeys: [] }))
  await reloaded
  expect(host.state.models).toEqual([])
})

test('A model without lines does not open a view before other models are loaded', async () => {
  const host = createHost()
  const models = createModels(host, {
    load: () => Promise.reject(new Error('no lines')),
    drawings: new Map(),
  })
  const { signal } = new AbortController()
  answers.unshift(['manifest.json', () => reply({ format: 1, chunks: [], storeys: [], lines: 1 })])
  await models.load(header('a'), signal)
  expect(host.state.failed).toEqual(['File a'])

  const tree = Promise.withResolvers<Response>()
  answers.unshift(['structure.json', () => tree.promise])
  void models.load(header('b'), signal)
  await expect.poll(() => host.state.models).toHaveLength(2)
  const loaded: (boolean | undefined)[] = []
  const opened = models.whenLoaded(['a', 'b']).then(() => {
    loaded.push(host.state.models.every(({ structure }) => structure))
  })
  await new Promise((turn) => setImmediate(turn))
  tree.resolve(reply({ elements: {} }))
  await opened

  expect(loaded).toEqual([true])
  models.dispose()
})

test('Waiting for the models of a view ends when others are chosen, not when the same are chosen again later', async () => {
  const host = createHost()
  const models = createModels(host)
  const { signal } = new AbortController()
  answers.unshift(['structure.json', () => new Promise<never>(() => undefined)])
  void models.load(header('a'), signal)
  await expect.poll(() => asked.mock.calls.flat().some((url) => url.endsWith('structure.json'))).toBe(true)
  let isWanted = true
  const waited = models.whenLoaded(['a'], () => isWanted)
  isWanted = false
  answers.shift()
  await models.load(header('b'), signal)
  await waited
  expect(host.state.models.map(({ id, structure }) => [id, structure !== null])).toEqual([
    ['a', false],
    ['b', true],
  ])
  models.dispose()
})

test('A model opened later shows its rooms when rooms are shown', async () => {
  const host = createHost()
  const shown: [id: string, on: boolean][] = []
  const showSpaces = async (id: string, on: boolean) => void shown.push([id, on])
  Object.assign(host.viewer, { showSpaces, showOpenings: showSpaces })
  const models = createModels(host)
  const { signal } = new AbortController()
  await models.load(header('a'), signal)
  expect(shown).toEqual([])
  await models.showSpaces(true)
  await models.load(header('b'), signal)
  expect(shown).toEqual([
    ['a', true],
    ['b', true],
  ])
  const older = { ...header('b').current, id: 'b-0' } as Header['current']
  await models.load(header('b'), signal, older)
  expect(shown).toHaveLength(2)
  models.dispose()
})

test('An open model follows a change of its file’s name and position', async () => {
  const host = createHost()
  const models = createModels(host)
  const { signal } = new AbortController()
  await Promise.all(['a', 'b'].map((id) => models.load(header(id), signal)))
  models.rename([{ ...header('a'), name: 'Structure' }, header('b')])
  expect(host.state.models.map(({ id, name }) => [id, name])).toEqual([
    ['b', 'File b'],
    ['a', 'Structure'],
  ])
  const before = host.state.models
  models.rename([{ ...header('a'), name: 'Structure' }, header('b')])
  expect(host.state.models).toBe(before)
  models.dispose()
})
