import { expect } from '@playwright/test'
import { AICHA, enter, MAREN, send } from './demo-people.ts'
import { test } from './test.ts'

test('An administrator reads, filters, checks and exports the audit log; a member does not see it', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  await send(maren, 'put', `/api/project/${maren.projectId}`, { contributor_issue_scope: 'ALL' })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await expect(log.getByRole('listitem').first()).toContainText('changed the settings of')
  await expect(log).toContainText('signed in (password)')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Sign-ins' }).click()
  await expect(log).not.toContainText('changed the settings of')
  await expect(page).toHaveURL(/group=SIGN_IN/)
  await page.getByRole('button', { name: 'Check log' }).click()
  await expect(page.getByText(/Log verified: \d+ entries, none altered/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByLabel('From').fill('2099-01-01')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(log.getByRole('listitem').first()).toContainText('exported the audit log')
  const aicha = await enter(browser, baseURL, AICHA)
  await aicha.page.goto('/account?part=audit')
  await expect(aicha.page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
})
