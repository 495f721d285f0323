import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

/** A server of its own that takes payments by invoice, beside the one of the other tests, which takes none. */

const port = Number(process.env.E2E_PORT) + 1
export const billedOrigin = `http://localhost:${port}`

export async function startBilledServer() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-e2e-billing-'))
  fs.chmodSync(folder, 0o755)
  const server = spawn('node', ['server/src/main.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_SIGN_IN: '1000',
      RATE_LIMIT_MAIL: '1000',
      BILLING: 'builtin',
      BILLING_SELLER_NAME: 'Plumbline GmbH',
      BILLING_SELLER_COUNTRY: 'DE',
      BILLING_TAX: 'DE:19',
    },
  })
  await expect
    .poll(
      () =>
        fetch(`${billedOrigin}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
  return () => stop(server, folder)
}

async function stop(server: ChildProcess, folder: string) {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  fs.rmSync(folder, { recursive: true, force: true })
}

/** What was said in a corner has gone: on a phone it lies over a dialog's head. */
export async function quiet(page: Page) {
  await page.mouse.move(0, 0)
  await expect(page.getByText('Success', { exact: true })).toHaveCount(0)
}

/** Opens a part of the company's settings. */
export async function openPart(page: Page, part: 'plan' | 'payment' | 'details' | 'invoices') {
  const names = {
    plan: 'Plan',
    payment: 'Payment methods',
    details: 'Billing details',
    invoices: 'Invoices',
  }
  await page.goto(`/account?part=${part}`)
  const nav = page.getByRole('navigation', { name: 'Company settings' })
  await expect(nav.getByRole('link', { name: names[part], exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
}

/** Subscribes to Team with three seats, as the person would. */
export async function subscribe(page: Page) {
  await openPart(page, 'plan')
  await page.getByRole('button', { name: 'Choose Team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Team' })
  await dialog.getByLabel('Seats').fill('3')
  await expect(dialog.getByRole('row', { name: /^Team, 3 seats/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  await quiet(page)
}
