import { type Browser, expect, type Locator } from '@playwright/test'
import { enter, MAREN, TOMAS } from './demo-people.ts'
import { test } from './test.ts'

/** Rows on narrow screens, on phones in French, which has the longest words. */

async function enterInFrench(browser: Browser, baseURL: string | undefined) {
  const tomas = await enter(browser, baseURL, TOMAS, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await tomas.page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), locale: 'fr' } })
  })
  return tomas
}

test('The actions of a model stand in one row, and the button of the bar above has no frame', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enterInFrench(browser, baseURL)
  await page.goto(`/project/${projectId}/models`)
  const open = page.getByRole('link', { name: 'Ouvrir: Architecture' })
  const more = page.getByRole('button', { name: /Architecture$/ }).and(page.locator('[aria-haspopup=menu]'))
  await expect(open).toBeVisible()
  const [first, last] = await Promise.all([open.boundingBox(), more.boundingBox()])
  expect(last?.y).toBe(first?.y)
  await expect(page.getByRole('button', { name: 'Partager' })).toHaveCSS('border-color', 'rgba(0, 0, 0, 0)')
})

test('The person in the audit log’s filter is readable', async ({ browser, baseURL }) => {
  const { page } = await enterInFrench(browser, baseURL)
  await page.goto('/account?part=audit')
  const person = page.getByRole('combobox', { name: 'Personne' })
  await expect(person).toHaveValue('Tout le monde')
  expect(await person.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('Names of people and projects stay readable on a tablet and on a phone held across', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  const isWhole = (name: Locator) =>
    expect
      .poll(() =>
        name.evaluate(({ scrollWidth, clientWidth }) => clientWidth > 60 && scrollWidth <= clientWidth),
      )
      .toBe(true)
  for (const width of [768, 700]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/project/${projectId}/members`)
    const members = page.getByRole('table', { name: 'Members' })
    await isWhole(members.getByText('Tomás Herrera', { exact: true }))
    await expect(members.getByText('BIM coordinator · Editor')).toBeVisible()
    await page.goto('/projects?layout=list')
    await isWhole(page.getByRole('table').getByText('Demo Tower', { exact: true }))
  }
})

test('The name of a section is readable beside its buttons on a phone', async ({ browser, baseURL }) => {
  const viewport = { width: 360, height: 740 }
  const { page, projectId } = await enter(browser, baseURL, MAREN, { viewport, hasTouch: true })
  await page.goto(`/project/${projectId}/settings`)
  const name = page.getByRole('listitem').getByText('Roof and plant', { exact: true }).first()
  await expect(name).toBeVisible()
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('Buttons stay on a phone whose letters are half as large again', async ({ browser, baseURL }) => {
  // a page of 240 px at normal letters is a page of 360 px at 24 px
  const viewport = { width: 240, height: 700 }
  const { page, projectId } = await enter(browser, baseURL, MAREN, {
    viewport,
    hasTouch: true,
    isMobile: true,
  })
  for (const [address, button] of [
    ['projects', /Your profile$/],
    [`project/${projectId}/issues/1`, 'Close'],
    [`project/${projectId}/viewer`, 'New issue'],
  ] as const) {
    await page.goto(`/${address}`)
    const last = page.getByRole('button', { name: button }).first()
    await expect(last).toBeVisible()
    const { x, width } = (await last.boundingBox()) ?? { x: 999, width: 0 }
    expect(x + width, address).toBeLessThanOrEqual(viewport.width)
  }
})
