import { afterAll, beforeAll, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from './app.ts'
import { attack } from './attack/attack.ts'

/** The short form of `npm run test:attack`, always with the same seed, so that it fails for who broke something. */

const COUNT = 300
const SEED = 15

let app: TestApp
beforeAll(async () => {
  app = await startApp(BILLING)
})
afterAll(() => app.close())

test('requests that were made to do harm get answers that are declared, and see and change nothing of others', async () => {
  const { sent, problems, statuses } = await attack(app, {
    ...{ count: COUNT, seed: SEED, longest_ms: 400 },
  })
  expect(problems).toEqual([])
  expect(sent).toBe(COUNT)
  // the requests come as far as the rules: not all of them are refused at the door
  const passed = (statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[204] ?? 0)
  expect(passed).toBeGreaterThan(COUNT / 20)
})
