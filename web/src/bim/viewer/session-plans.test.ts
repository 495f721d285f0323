import { expect, test } from 'vitest'
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
  const plans = new SessionPlans(host, tools as unknown as SessionTools, {} as SessionLines, 'en')

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
