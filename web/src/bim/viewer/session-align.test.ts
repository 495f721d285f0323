import { IDENTITY_PLACEMENT, ModelFrame, type ModelPlacement } from '@plumbline/viewer/frame'
import { expect, test, vi } from 'vitest'
import { SessionAlign } from './session-align.ts'
import type { SessionHost } from './session-state.ts'

vi.mock('@plumbline/viewer/snap', () => ({ snap: (hit: { point: number[] }) => ({ point: hit.point }) }))

test('Points clicked before another person moved the model must be clicked again', () => {
  const hear: Record<string, (event: unknown) => void> = {}
  const place = (setting: ModelPlacement) => ({ setting, frame: new ModelFrame([0, 0, 0], setting) })
  const models = new Map([
    ['own', place(IDENTITY_PLACEMENT)],
    ['other', place(IDENTITY_PLACEMENT)],
  ])
  let hit: unknown = null
  const viewer = {
    ...{ models, tool: null as string | null, camera: { project: () => null }, planes: [] },
    on: (event: string, listener: (event: unknown) => void) => {
      hear[event] = listener
      return () => undefined
    },
    setTool: (tool: string | null) => {
      viewer.tool = tool
    },
    pick: () => hit,
  }
  const steps: (number | null)[] = []
  const done = vi.fn()
  const align = new SessionAlign({ viewer } as unknown as SessionHost)
  align.start('own', (points) => steps.push(points), done)
  const click = (model: string, point: number[]) => {
    hit = { model, point }
    hear.pick?.({ at: { x: 0, y: 0 } })
  }
  click('own', [0, 0, 0])
  click('other', [5, 0, 0])
  models.set('own', place({ turn_deg: 0, move: [100, 0, 0] }))
  click('own', [100, 0, 0])
  click('other', [5, 0, 0])
  expect(steps).toEqual([0, 1, 2, 1, 2])
  click('own', [101, 0, 0])
  click('other', [6, 0, 0])
  expect(done).toHaveBeenCalledExactlyOnceWith({ turn_deg: 0, move: [-95, 0, 0] }, [5, 0, 0])
})
