import { expect } from '@playwright/test'
import { look } from './account-parts.ts'
import { enter, MAREN } from './demo-people.ts'
import { test } from './test.ts'

/** "?" in the top bar, and the user guide behind it. */

test('the help menu leads to the guide, the keys, a message to the operator and the terms', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await enter(browser, baseURL, MAREN)
  await page.goto('/projects')
  const open = () => page.getByRole('button', { name: 'Help', exact: true }).click()
  await open()
  await expect(page.getByRole('menuitem')).toHaveText([
    'User guide',
    /^Keyboard shortcuts/,
    'Contact us',
    'Terms of use',
  ])
  await expect(page.getByText(/^Plumbline, version \d+\.\d+\.\d+$/)).toBeVisible()
  const arrives = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'User guide' }).click()
  const guide = await arrives
  await expect(guide.getByRole('heading', { name: 'User guide', level: 1 })).toBeVisible()
  await look(guide)
  await open()
  await page.getByRole('menuitem', { name: 'Contact us' }).click()
  await expect(page.getByRole('dialog', { name: 'Contact us' })).toBeVisible()
  await page.keyboard.press('Escape')
  await open()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a visitor searches the guide and reads the section that was found, also in German', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: /^Help/ })).toHaveAttribute('href', '/help')
  await page.goto('/help')
  const search = page.getByRole('searchbox', { name: 'Search the guide' })
  await search.fill('no such words')
  await expect(page.getByText('Nothing in the guide matches')).toBeVisible()
  await search.fill('revit')
  await expect(page.getByRole('status').filter({ hasText: '1 section found' })).toBeVisible()
  await page.getByRole('link', { name: 'What you can upload' }).click()
  await expect(page).toHaveURL('/help/models?section=what-you-can-upload')
  await expect(page.getByRole('heading', { name: 'What you can upload' })).toBeFocused()
  await expect(page).toHaveTitle('Models and drawings · Plumbline')
  await look(page)
  await page.getByRole('navigation', { name: 'Chapters' }).getByRole('link', { name: 'The 3D view' }).click()
  await expect(page.getByRole('img', { name: 'The 3D view with a selected element' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The 3D view', level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Models and drawings', level: 1 })).toBeVisible()

  await page.context().addCookies([{ name: 'plumbline_locale', value: 'de', url: page.url() }])
  await page.goto('/help/viewer')
  await expect(page.getByRole('heading', { name: 'Die 3D-Ansicht', level: 1 })).toBeVisible()
  await page.goto('/help/no-such-chapter')
  await expect(page.getByText('Dieses Kapitel gibt es nicht')).toBeVisible()
})
