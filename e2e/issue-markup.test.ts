import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { enter, MAREN, makeIssue } from './demo-people.ts'
import { test } from './test.ts'

test('a drawing on a photo survives a reload and stays while it is being saved', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, context, projectId } = maren
  const number = await makeIssue(maren, 'Drawn on slowly')
  await page.goto(`/project/${projectId}/issues/${number}`)
  const buffer = fs.readFileSync(path.join(import.meta.dirname, '../web/public/icon-192.png'))
  await page
    .locator('input[type=file][aria-label="Add files"]')
    .first()
    .setInputFiles([{ name: 'wall.png', mimeType: 'image/png', buffer }])
  const canvas = page.getByRole('application', { name: 'Drawing' })
  const draw = async () => {
    await page.getByRole('button', { name: 'Open wall.png' }).click()
    await page.getByRole('button', { name: 'Draw on it' }).click()
    await expect(canvas.locator('img')).toBeVisible()
  }
  await draw()
  const drawBox = async (numbered: string) => {
    await canvas.focus()
    await page.keyboard.press('b')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: numbered, exact: true })).toBeVisible()
  }
  await drawBox('Box 1')
  await page.reload()
  await draw()
  const restored = page.getByText('Your unsaved changes were restored')
  await expect(restored).toBeVisible()
  await expect(page.getByRole('button', { name: 'Box 1', exact: true })).toBeVisible()
  const answer = Promise.withResolvers<void>()
  await page.route('**/markup', async (route) => {
    await answer.promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/markup')
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await drawBox('Box 2')
  answer.resolve()
  await expect(page.getByText('Drawing saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Box 2', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(canvas).toHaveCount(0)
  const reply = await context.request.get(`/api/project/${projectId}/issue/number/${number}`)
  const { attachments } = (await reply.json()) as { attachments: { markup: { shapes: unknown[] } }[] }
  expect(attachments[0]?.markup.shapes).toHaveLength(2)
  await page.reload()
  await draw()
  await expect(page.getByRole('button', { name: 'Box 2', exact: true })).toBeVisible()
  await expect(restored).toHaveCount(0)
})
