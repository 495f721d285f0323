import { withDatabase } from '../../bench/database.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { TestApp } from '../app.ts'
import { attack } from './attack.ts'

/** `npm run test:attack [-- count seed]`: see attack.ts. */

const [count = 20_000, seed = Math.floor(Math.random() * 1e9)] = process.argv.slice(2).map(Number)
const LONGEST_MS = 100

const say = (line: string) => process.stdout.write(`${line}\n`)
say(`${count} requests, seed ${seed}`)
let failed = false
await withDatabase(async ({ databaseUrl, dataDir }) => {
  const config = readConfig(
    {
      ...{ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      ...{ RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_MAIL: '1000000', RATE_LIMIT_SIGN_IN: '1000000' },
    },
    dataDir,
  )
  const app: TestApp = { ...(await createApp({ config, databaseUrl })), url: databaseUrl, dataDir }
  const report = await attack(app, { count, seed, longest_ms: LONGEST_MS, say })
  await app.close()
  const { statuses, problems, longest } = report
  say(`${report.sent} requests: ${JSON.stringify(statuses)}`)
  say(`longest piece of work: ${longest.ms.toFixed(0)} ms ${longest.request}`)
  for (const problem of problems) if (problem.startsWith('rows')) say(problem)
  say(problems.length > 0 ? `${problems.length} problems, seed ${seed}` : 'nothing wrong')
  failed = problems.length > 0
})
process.exit(failed ? 1 : 0)
