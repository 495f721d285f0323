import { expect, onTestFinished, test } from 'vitest'
import { startApp } from './app.ts'
import { runCuts } from './cuts.ts'
import { atSize } from './size.ts'

/** A short form of `npm run bench -- cuts`, which makes 1,000 cuts and 20 kills with a browser's pauses. */

test('No event is lost, duplicated or reordered by cut sockets and killed servers under load', async () => {
  const app = await startApp()
  onTestFinished(() => app.close())
  const report = await runCuts({
    ...{ db: app.server.db, databaseUrl: app.url, dataDir: app.dataDir },
    ...{
      readers: 8,
      cuts: atSize(60, 30),
      kills: atSize(2, 1),
      writes: 30,
      cut_every_ms: 60,
      reconnect_ms: 20,
      jitter_ms: 100,
      seed: 6,
    },
  })
  expect(report).toMatchObject({ lost: 0, doubled: 0, disordered: 0, reloads: 0, forgotten: 0 })
  expect(report.written).toBeGreaterThan(20)
  expect(report.slowest_return_ms).not.toBe(Number.POSITIVE_INFINITY)
})
