import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { AICHA, enter, JONAS, MAREN } from './demo-people.ts'
import { test } from './test.ts'

/** Who is here: in the header of a project, live. */

const here = (page: Page, here: number, online: number) =>
  page.getByRole('button', { name: `Who is here: ${here} in this project, ${online} online` })

test('people see each other come, look and go', async ({ browser, baseURL }) => {
  const { page: maren, projectId: id } = await enter(browser, baseURL, MAREN)
  await maren.goto(`/project/${id}/issues`)
  await expect(maren.getByRole('heading', { name: 'Issues' })).toBeVisible()
  // nobody else: nothing is shown, one’s own picture neither
  await expect(maren.getByRole('button', { name: /^Who is here/ })).toHaveCount(0)

  const { page: jonas } = await enter(browser, baseURL, JONAS)
  await jonas.goto('/projects')
  await expect(here(maren, 0, 1)).toBeVisible()
  await jonas.goto(`/project/${id}/members`)
  await expect(here(maren, 1, 1)).toBeVisible()
  await expect(here(jonas, 1, 1)).toBeVisible()
  const { page: aicha } = await enter(browser, baseURL, AICHA)
  await aicha.goto('/projects')
  await here(maren, 1, 2).click()
  const list = maren.getByRole('dialog', { name: 'Who is here' })
  await expect(list.getByRole('listitem')).toHaveText([/Jonas .*Here$/, /Aicha .*Online$/])
  await expectAccessible(maren, { part: '[role=dialog]' })
  await maren.keyboard.press('Escape')

  await jonas.getByRole('link', { name: 'Chat' }).first().click()
  await expect(here(maren, 0, 2)).toBeVisible()
  await jonas.context().close()
  await aicha.context().close()
  await expect(maren.getByRole('button', { name: /^Who is here/ })).toHaveCount(0)
})

test('on a phone there is a number, and the list behind it', async ({ browser, baseURL }) => {
  const { page: jonas, projectId: id } = await enter(browser, baseURL, JONAS)
  await jonas.goto(`/project/${id}/issues`)
  const viewport = { width: 360, height: 800 }
  const { page: maren } = await enter(browser, baseURL, MAREN, { viewport })
  await maren.goto(`/project/${id}/issues`)
  await here(maren, 1, 1).click()
  await expect(maren.getByRole('dialog', { name: 'Who is here' }).getByRole('listitem')).toHaveText([
    /Jonas .*Here$/,
  ])
  expect(await maren.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
