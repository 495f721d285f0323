import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { accompany } from '../server/test/stripe-partner.ts'
import { startStripe, stripeEnvironment } from '../server/test/stripe-server.ts'
import { headersOf } from './account-parts.ts'

/** Servers with billing turned on, in addition to the shared test server, which has none. */

const portAfter = (count: number) => String(Number(process.env.E2E_PORT) + count)
export const billedOrigin = `http://localhost:${portAfter(1)}`
export const paidOrigin = `http://localhost:${portAfter(2)}`

const root = path.join(import.meta.dirname, '..')

async function startServer(origin: string, billing: Record<string, string>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-e2e-billing-'))
  fs.chmodSync(folder, 0o755)
  const server = spawn('node', ['server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: new URL(origin).port,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      // otherwise the demo's models would be converted during the tests
      DEMO: 'false',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_SIGN_IN: '1000',
      RATE_LIMIT_MAIL: '1000',
      BILLING_SELLER_NAME: 'Plumbline GmbH',
      BILLING_SELLER_COUNTRY: 'DE',
      BILLING_TAX: 'DE:19',
      ...billing,
    },
  })
  const readStatus = () =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    // the limit ends a start that hangs: on a busy machine it takes over a minute
    await expect.poll(readStatus, { timeout: 240_000, intervals: [100] }).toBe(200)
  } catch (error) {
    await stop(server, folder)
    throw error
  }
  return { folder, stop: () => stop(server, folder) }
}

/** Starts a server with payment by invoice; `operate` runs an operator command on it. */
export async function startBilledServer() {
  const { folder, stop: end } = await startServer(billedOrigin, { BILLING: 'builtin' })
  const operate = (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: folder }
    const { stdout, stderr, status } = spawnSync('node', ['server/src/operator.ts', ...args], {
      ...{ cwd: root, env, encoding: 'utf8' },
    })
    return { said: `${stdout}${stderr}`.trim(), status }
  }
  return { stop: end, operate }
}

/** Payment by card, and who plays Stripe. */
export async function startPaidServer() {
  const stripe = await startStripe()
  const leave = accompany(stripe, `${paidOrigin}/api/billing/stripe/webhook`)
  const server = await startServer(paidOrigin, stripeEnvironment(stripe))
  return {
    stripe,
    stop: async () => {
      await leave()
      await server.stop()
      await stripe.close()
    },
  }
}

async function stop(server: ChildProcess, folder: string) {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  fs.rmSync(folder, { recursive: true, force: true })
}

/** Opens a part of the company's settings. */
export async function openPart(page: Page, part: 'plan' | 'payment' | 'details' | 'invoices') {
  const names = {
    plan: 'Plan',
    payment: 'Payment methods',
    details: 'Billing details',
    invoices: 'Invoices',
  }
  const nav = page.getByRole('navigation', { name: 'Company settings' })
  const link = nav.getByRole('link', { name: names[part], exact: true })
  if (await link.isVisible()) await link.click()
  else await page.goto(`/account?part=${part}`)
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Subscribes to Team with three seats by the API. */
export async function subscribe(page: Page) {
  const { teams } = (await (await page.request.get('/api/me')).json()) as { teams: { team_id: string }[] }
  const reply = await page.request.post(`/api/team/${teams[0]?.team_id}/billing/subscription`, {
    headers: await headersOf(page),
    data: { slug: 'team', currency: 'EUR', interval: 'MONTH', seats: 3 },
  })
  expect(reply.status()).toBe(201)
}
