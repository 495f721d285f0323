import { afterAll, beforeAll, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from './app.ts'
import { attack } from './attack/attack.ts'

/** A short run of `npm run test:attack` with a fixed seed, so that a failure is reproducible. */

const COUNT = 300
const SEED = 15

let app: TestApp
beforeAll(async () => {
  app = await startApp(BILLING)
})
afterAll(() => app.close())

test('Hostile requests get declared replies and neither read nor change another company’s data', async () => {
  const { sent, problems, statuses } = await attack(app, {
    ...{ count: COUNT, seed: SEED, longest_ms: 400 },
  })
  expect(problems).toEqual([])
  expect(sent).toBe(COUNT)
  // some requests succeed, so the attack reaches the rules behind validation
  const passed = (statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[204] ?? 0)
  expect(passed).toBeGreaterThan(COUNT / 20)
})
