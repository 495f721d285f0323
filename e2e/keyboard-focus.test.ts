import { expect, type Page } from '@playwright/test'
import { enter, MAREN, makeIssue } from './demo-people.ts'
import { test } from './test.ts'

/** The keyboard's place on the page when the focused element goes, and moves of the board that do not happen. */

const column = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}, \\d+ issue`) })

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

test('A card that could not be moved is announced as not moved, and keeps the focus', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const number = await makeIssue(maren, 'Loose tread of the ladder')
  await page.goto(`/project/${projectId}/issues?layout=board&q=tread+of+the+ladder`)
  const card = page.getByRole('listitem', { name: /Loose tread/ })
  await page.route('**/issue/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: 'conflict', message: 'Locked' } })
      : route.continue(),
  )
  await card.focus()
  for (const key of [' ', 'ArrowRight', ' ']) await page.keyboard.press(key)
  await expect(page.getByText('Locked')).toBeVisible()
  await expect(column(page, 'Open').getByText('Loose tread')).toBeVisible()
  await expect(page.getByText(`#${number} was not moved`)).toBeAttached()
  await expect(page.getByText(`#${number} moved to In progress`)).toHaveCount(0)
  await expect(card).toBeFocused()
})

test('A card is not announced as moved while its resolution asks for a comment', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const number = await makeIssue(maren, 'Cracked step of the ladder')
  await page.goto(`/project/${projectId}/issues?layout=board&q=step+of+the+ladder`)
  const card = page.getByRole('listitem', { name: /Cracked step/ })
  await card.focus()
  for (const key of [' ', 'ArrowRight', 'ArrowRight', ' ']) await page.keyboard.press(key)
  await expect(page.getByRole('textbox', { name: 'What was done' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toBeFocused()
  await expect(page.getByText(`#${number} moved to Resolved`)).toHaveCount(0)
  await expect(page.getByText(`#${number} was not moved`)).toBeAttached()
})

test('A picked up card is put back when the focus goes to another one, which the arrows then leave in place', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  await makeIssue(maren, 'Lower rung of the ladder')
  await makeIssue(maren, 'Upper rung of the ladder')
  await page.goto(`/project/${projectId}/issues?layout=board&q=rung+of+the+ladder`)
  await page.getByRole('listitem', { name: /Upper rung/ }).focus()
  await page.keyboard.press(' ')
  await page.getByRole('listitem', { name: /Lower rung/ }).focus()
  for (const key of ['ArrowRight', ' ']) await page.keyboard.press(key)
  await expect(page.getByText(/picked up from Open/)).toBeAttached()
  await expect(column(page, 'In progress').getByText('rung')).toHaveCount(0)
  await expect(page.getByText(/Over In progress/)).toHaveCount(0)
})
