import { expect } from '@playwright/test'
import { enter, MAREN, makeIssue, send } from './demo-people.ts'
import { test } from './test.ts'

/** The menu and keys of a row beyond its own list. */

test('A link is copied where the browser offers no clipboard, as on a server without HTTPS', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const number = await makeIssue(maren, 'Copied over plain HTTP')
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`/project/${projectId}/issues?q=copied+over`)
  await page.getByRole('row').filter({ hasText: 'Copied over plain HTTP' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.press('Control+v')
  await expect(search).toHaveValue(`${baseURL}/project/${projectId}/issues/${number}`)

  await page.goto(`/project/${projectId}/members`)
  await page.getByRole('button', { name: 'Project code' }).click()
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
})

test('A browser that cannot start offline does not offer an offline copy', async ({ browser, baseURL }) => {
  const { page } = await enter(browser, baseURL, MAREN)
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
  )
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Actions for Demo Tower' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Available offline' })).toHaveCount(0)
})

test('Ctrl+Z in another project leaves the last change of the first one', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  await makeIssue(maren, 'Changed before the other project')
  const other = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Annex' })
  const first = `/project/${projectId}/issues?q=changed+before`
  await page.goto(first)
  const row = page.getByRole('row').filter({ hasText: 'Changed before the other project' })
  await row.focus()
  await page.keyboard.press('p')
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect(page.getByRole('button', { name: 'Undo' }).last()).toBeVisible()

  const undoneAt: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') undoneAt.push(new URL(page.url()).pathname)
  })
  await page
    .getByRole('link', { name: 'Home' })
    .or(page.getByRole('link', { name: 'Projects' }))
    .first()
    .click()
  await page.getByRole('link', { name: 'Annex' }).first().click()
  await page
    .getByRole('navigation', { name: 'Project' })
    .getByRole('link', { name: /^Issues/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/project/${other.id}/issues`))
  await page.keyboard.press('Control+z')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(row).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row.getByText('Medium')).toBeAttached()
  expect(undoneAt).toEqual([`/project/${projectId}/issues`])
})

test('The keys of a row act on it also after somebody filed an issue above it', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  await makeIssue(maren, 'Moved down under the keys')
  await page.goto(`/project/${projectId}/issues?q=under+the+keys`)
  const row = page.getByRole('row').filter({ hasText: 'Moved down under the keys' })
  await row.focus()
  await makeIssue(maren, 'Filed above, under the keys')
  const above = page.getByRole('row').filter({ hasText: 'Filed above, under the keys' })
  await expect(above).toBeVisible()
  await expect(row).toBeFocused()
  await page.keyboard.press('p')
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect(row.getByText('High')).toBeAttached()
  await expect(above.getByText('Medium')).toBeAttached()
})

test('The text of the fix is still in its box when the issue could not be resolved', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  await makeIssue(maren, 'Grout missing in the shaft')
  await page.goto(`/project/${projectId}/issues?q=grout+missing`)
  await page.getByRole('row').filter({ hasText: 'Grout missing' }).focus()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Resolved' }).click()
  const words = page.getByRole('dialog', { name: 'Resolve issue' }).getByRole('textbox')
  await words.fill('Grouted on all four sides')
  const json = { error: 'internal', message: 'Server error', request_id: 'x' }
  await page.route(/\/issue\/[^/]+$/, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(page.getByText('Server error')).toBeVisible()
  await expect(words).toHaveValue('Grouted on all four sides')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(words).toBeHidden()
  await expect(
    page.getByRole('row').filter({ hasText: 'Grout missing' }).getByText('Resolved'),
  ).toBeAttached()
})

test('On a phone the issues do not move when the names of the members load late', async ({
  browser,
  baseURL,
}) => {
  const phone = { viewport: { width: 360, height: 780 } }
  const { page, projectId } = await enter(browser, baseURL, MAREN, phone)
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/project\/[^/]+\/member$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/project/${projectId}/issues?q=door`)
  const cards = page.getByRole('list', { name: 'Issues' }).getByRole('listitem')
  await expect(cards.filter({ hasText: 'Deliver the door schedule' })).toBeVisible()
  const heights = () => cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))
  const before = await heights()
  held.resolve()
  await expect(cards.filter({ hasText: /Tom/ }).first()).toBeVisible()
  expect(await heights()).toEqual(before)
})

test('A title from right to left keeps its beginning in the list, and is cut at its end', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const name = `${'מעקה רופף ליד המדרגות בקומה השנייה '.repeat(4)}${Date.now()}`
  await makeIssue(maren, name)
  await page.goto(`/project/${projectId}/issues`)
  const link = page.getByRole('row').getByRole('link', { name })
  await expect(link).toBeVisible()
  const isWhole = await link.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element.firstChild as Node, 0)
    range.setEnd(element.firstChild as Node, 1)
    const [letter, cell] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return letter.left >= cell.left && letter.right <= cell.right + 1
  })
  expect(isWhole).toBe(true)
})

test('The key of a new issue, pressed after the priority was set, sets no other priority', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const number = await makeIssue(maren, 'Priority set before the next issue')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postData() ?? '')
  })
  await page.goto(`/project/${projectId}/issues/${number}`)
  await page.getByRole('combobox', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await expect(page.getByRole('combobox', { name: 'Priority' })).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'New issue' })).toBeVisible()
  await page.goto(`/project/${projectId}/issues/${number}`)
  await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveText('High')
  expect(sent.filter((body) => body.includes('priority'))).toEqual(['{"priority":"HIGH"}'])
})
