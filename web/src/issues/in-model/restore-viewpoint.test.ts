import { expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { restoreViewpoint } from './restore-viewpoint.ts'

type Session = Parameters<typeof restoreViewpoint>[0]
type Held = Parameters<typeof restoreViewpoint>[3]

const camera = { camera_view_point: { x: 1, y: 2, z: 3 } }
const held = { guid: 'v', orthogonal_camera: camera, is_abridged: true } as unknown as Held
const whole = {
  guid: 'v',
  orthogonal_camera: camera,
  components: { selection: [{ ifc_guid: '0' }], visibility: { default_visibility: true } },
}
const issue = { id: 'i', anchors: [] }

function createSession() {
  const restored: unknown[] = []
  let asked = 0
  const views = {
    ask: () => {
      const mine = ++asked
      return () => mine === asked
    },
    restore: (view: unknown) => restored.push(view),
  }
  return { session: { views } as unknown as Session, restored, views }
}

const answer = (reply: () => Response | Promise<Response>) => {
  queryClient.clear()
  const fetched = vi.fn(async (_url: string) => reply())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('A viewpoint that the issue holds abridged is fetched and restored with its elements', async () => {
  const fetched = answer(() => Response.json(whole))
  const { session, restored } = createSession()
  await restoreViewpoint(session, 'p', issue, held)
  expect(fetched.mock.calls[0]?.[0]).toContain('/api/project/p/issue/i/viewpoint/v')
  expect(restored).toEqual([whole])
})

test('Without the rest of an abridged viewpoint its camera is restored', async () => {
  answer(() => Response.json({ error: 'not_found', message: 'gone' }, { status: 404 }))
  const { session, restored } = createSession()
  await restoreViewpoint(session, 'p', issue, held)
  expect(restored).toEqual([held])
})

test('An abridged viewpoint that arrives after a later view leaves the later one on screen', async () => {
  const late = Promise.withResolvers<Response>()
  answer(() => late.promise)
  const { session, restored, views } = createSession()
  const restoring = restoreViewpoint(session, 'p', issue, held)
  views.ask()
  late.resolve(Response.json(whole))
  await restoring
  expect(restored).toEqual([])
})
