import { expect } from '@playwright/test'
import { enter, MAREN, send } from './demo-people.ts'
import { test } from './test.ts'

/** The list of a person's issues in all projects. */

test('Issues of two projects that wait for a person are in one list, and open where they belong', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, context, id: assignee_id } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Quay wall' })
  const report = (name: string, more: object) =>
    send<{ number: number }>(maren, 'post', `/api/project/${id}/issue`, { name, ...more })
  await report('Anchor head is loose', { assignee_id, due_date: '2020-01-01', priority: 'HIGH' })
  await report('Nobody does this', {})
  await page.goto('/projects')
  await page.getByRole('link', { name: /^My issues/ }).click()
  await expect(page).toHaveURL(/\/issues$/)
  const rows = page.getByRole('list', { name: 'My issues' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Anchor head is loose')
  await expect(rows.first()).toContainText('Quay wall #1')
  await expect(rows.filter({ hasText: 'Demo Tower' }).first()).toBeVisible()
  await expect(page.getByText('Nobody does this')).toHaveCount(0)
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/project/${id}/issues/1$`))
  // resolved: nothing to do any more, but to check
  await send(maren, 'patch', `/api/project/${id}/issue/${(await issueOf(id, 1)).id}`, {
    status: 'RESOLVED',
    comment: 'Tightened',
  })
  await page.goBack()
  await expect(page.getByText('Anchor head is loose')).toHaveCount(0)
  await page.getByRole('link', { name: /^To check/ }).click()
  await expect(rows.filter({ hasText: 'Anchor head is loose' })).toBeVisible()

  async function issueOf(project: string, number: number) {
    const reply = await context.request.get(`/api/project/${project}/issue/number/${number}`)
    return (await reply.json()) as { id: string }
  }
})

test('A date is overdue by the days of its project, wherever the reader is', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN, { timezoneId: 'Pacific/Pago_Pago' })
  const { page, id: assignee_id } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Reef pier' })
  // 25 hours ahead of the reader
  await send(maren, 'put', `/api/project/${id}`, { timezone: 'Pacific/Kiritimati' })
  const due_date = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Pago_Pago' }).format(new Date())
  await send(maren, 'post', `/api/project/${id}/issue`, { name: 'Pile cap cracks', assignee_id, due_date })
  await page.goto('/issues')
  const row = page.getByRole('listitem').filter({ hasText: 'Pile cap cracks' })
  await expect(row.getByTitle('Overdue')).toBeVisible()
})

test('Search and commands finds issues of all projects, and opens one where it belongs', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Lock gate' })
  await send(maren, 'post', `/api/project/${id}/issue`, { name: 'Hinge squeaks' })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('hinge sq')
  await expect(palette.getByRole('option', { name: /#1 Hinge squeaks/ })).toContainText('Lock gate')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/project/${id}/issues/1$`))
  await expect(page.getByRole('heading', { name: 'Hinge squeaks' })).toBeVisible()
  // the other project, from within this one
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('architecture')
  await expect(palette.getByRole('option', { name: /^Architecture/ })).toContainText('Demo Tower')
})
