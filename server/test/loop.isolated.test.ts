import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from './app.ts'
import { driveLargest } from './loop/paths.ts'
import { longestPiece } from './loop/pieces.ts'
import { atSize } from './size.ts'

/**
 * The short form of `npm run bench -- loop`: the same paths at reduced sizes. Reference work measured the same way gives the
 * speed of the machine; no piece may take many times as long.
 */

const sizes = { members: 50, places: 10, issues: atSize(1500, 500), long: atSize(25, 10) }
const MOST = 4

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** reference work of about 20 ms on a machine of 2026 */
const reference = async () => {
  const { ms } = await longestPiece(async () => {
    for (let round = 0; round < 20; round++)
      JSON.parse(JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ n, text: `Issue ${n}` }))))
  })
  return ms
}

test('No call blocks the event loop for long at the largest sizes', async () => {
  await reference()
  const unit = Math.max(await reference(), await reference())
  const long: string[] = []
  const failed: string[] = []
  for await (const { name, ms, got } of driveLargest(app, await listenOnPort(app), sizes)) {
    if (ms > MOST * unit) long.push(`${name}: ${ms.toFixed(0)} ms, reference ${unit.toFixed(0)} ms`)
    const isBody = /^body|wrong|empty rows/.test(name)
    if (got.status >= (isBody ? 500 : 400)) failed.push(`${name}: ${got.status} ${got.head}`)
  }
  expect(failed).toEqual([])
  expect(long).toEqual([])
}, 300_000)
