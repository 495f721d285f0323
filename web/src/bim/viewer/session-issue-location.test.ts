import type { Pick } from '@plumbline/viewer/pick'
import { expect, test } from 'vitest'
import { SessionElements } from './session-elements.ts'
import { SessionIssueLocation } from './session-issue-location.ts'
import type { SessionLines } from './session-lines.ts'
import type { SessionModels } from './session-models.ts'
import { INITIAL_STATE, type LoadedModel, type SessionHost, type SessionState } from './session-state.ts'

/** A viewer in which one version of a file is open, and the next one can take its place. */
function createLocation() {
  let state: SessionState = INITIAL_STATE
  const models = new Map<string, object>()
  const hear: ((event: { hit: Pick | null }) => void)[] = []
  const host = {
    get state() {
      return state
    },
    set: (values: Partial<SessionState>) => {
      state = { ...state, ...values }
    },
    viewer: {
      models,
      size: { width: 100, height: 100 },
      pick: () => null,
      boxOf: () => [0, 0, 0, 2, 2, 2],
      on: (_name: string, listener: (event: { hit: Pick | null }) => void) => {
        hear.push(listener)
        return () => undefined
      },
    },
  } as unknown as SessionHost
  const lines = { describePlace: () => null, drawings: new Map() } as unknown as SessionLines
  const elements = new SessionElements(host, {} as SessionModels, lines)
  const location = new SessionIssueLocation(host, elements, lines)
  const open = (version: number, guids: string[]) => {
    const rows = { guid: guids, name: guids, tag: guids, class: [], type: [], storey: [], parent: [] }
    const structure = { elements: rows, classes: [], types: [], groups: [] }
    const model = { id: 'file', name: 'File', version, structure, manifest: { storeys: [] } }
    models.set('file', { box: [0, 0, 0, 2, 2, 2] })
    host.set({ models: [model as unknown as LoadedModel], selection: [] })
  }
  const click = (element: number) => {
    const hit = { model: 'file', element, point: [9, 9, 9] } as unknown as Pick
    for (const each of hear) each({ hit })
    host.set({ selection: [{ model: 'file', element }] })
  }
  return { host, location, open, click }
}

test('A proposed element stays the same in the next version of its file, which has other element indices', () => {
  const { location, open } = createLocation()
  open(1, ['door', 'wall'])
  location.propose([1, 2, 3], { model: 'file', element: 0 }, 'file')
  expect(location.find()).toMatchObject({ element: { guid: 'door' }, point: [1, 2, 3], version: 1 })
  open(2, ['slab', 'door', 'wall'])
  expect(location.find()).toMatchObject({ element: { guid: 'door' }, point: [1, 2, 3], version: 2 })
  open(3, ['slab', 'wall'])
  expect(location.find()).toMatchObject({ element: null, point: [1, 2, 3], version: 3 })
})

test('A click belongs to the version that was clicked', () => {
  const { host, location, open, click } = createLocation()
  open(1, ['door', 'wall'])
  click(0)
  expect(location.find()).toMatchObject({ element: { guid: 'door' }, point: [9, 9, 9] })
  open(2, ['slab', 'door', 'wall'])
  host.set({ selection: [{ model: 'file', element: 0 }] })
  expect(location.find()).toMatchObject({ element: { guid: 'slab' }, point: [1, 1, 1] })
})
