import { expect } from '@playwright/test'
import { enter, MAREN, makeIssue } from './demo-people.ts'
import { test } from './test.ts'

/** The keyboard's place on the page when the focused element goes. */

test('The focus of a deleted row goes to the row in its place', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  for (const name of ['Third of the gutters', 'Second of the gutters', 'First of the gutters'])
    await makeIssue(maren, name)
  await page.goto(`/project/${projectId}/issues?q=of+the+gutters`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Second of the gutters').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Delete issue' }).press('Enter')
  await expect(row('Second of the gutters')).toHaveCount(0)
  await expect(row('Third of the gutters')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row('First of the gutters')).toBeFocused()
})

test('A filter removed by keyboard leaves the focus beside its place', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/issues?status=OPEN&priority=MEDIUM`)
  await page.getByRole('button', { name: 'Remove Status' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Priority:/ })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Priority' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused()
})

test('The focus does not follow an element that goes after a press of the mouse', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/issues?status=OPEN&priority=MEDIUM`)
  await page.getByRole('button', { name: 'Remove Status' }).click()
  await expect(page.getByRole('button', { name: 'Remove Status' })).toHaveCount(0)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
})
