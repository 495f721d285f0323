import { expect, type Locator, type Page } from '@playwright/test'
import { type Person as DemoPerson, enter, MAREN, makeIssue } from './demo-people.ts'
import { test } from './test.ts'

/** Lists and pickers at sizes that very large projects reach: only a part is rendered, and every entry can be reached. */

const COUNT = 400

/** Answers a read with its first entry repeated under other ids and names. */
const repeat = <T extends object>(page: Page, path: RegExp, vary: (first: T, n: number) => T) =>
  page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    const [first] = (await reply.json()) as T[]
    const more = first ? Array.from({ length: COUNT }, (_, n) => vary(first, n + 1)) : []
    return route.fulfill({ json: first ? [first, ...more] : [] })
  })

const idOf = (n: number) => `0193f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`

interface Member {
  user_id: string
  email: string
  permission_level: string
  user: { id: string; first_name: string; last_name: string }
}
const repeatMembers = (page: Page) =>
  repeat<Member>(page, /\/api\/v2\/project\/[^/]+\/member(\?|$)/, (first, n) => ({
    ...first,
    user_id: idOf(n),
    email: `worker-${n}@example.com`,
    permission_level: 'CONTRIBUTOR',
    user: { ...first.user, id: idOf(n), first_name: 'Worker', last_name: `No ${n}` },
  }))
const repeatLevels = (page: Page) =>
  repeat<{ id: string; name: string }>(page, /\/level$/, (first, n) => ({
    ...first,
    id: idOf(n),
    name: `Storey ${n}`,
  }))

/** Far fewer than there are. */
const expectPart = async (entries: Locator) => {
  await expect(entries.first()).toBeVisible()
  expect(await entries.count()).toBeLessThan(COUNT / 2)
}

test('A long table is rendered in steps, and End reaches its last row', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await repeatMembers(page)
  await page.goto(`/project/${projectId}/members`)
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row')
  await expectPart(rows)
  await rows.nth(1).focus()
  await page.keyboard.press('End')
  const last = rows.filter({ hasText: `worker-${COUNT}@example.com` })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
})

test('A long table of members grows while the page is scrolled', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await repeatMembers(page)
  await page.goto(`/project/${projectId}/members`)
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row')
  await expectPart(rows)
  const { length } = await rows.all()
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows.nth(length + 1)).toBeAttached()
})

test('Levels in the settings scroll by themselves, so that the parts below them stay near', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await repeatLevels(page)
  await page.goto(`/project/${projectId}/settings`)
  const levels = page.getByRole('button', { name: /^Edit level / })
  await expectPart(levels)
  const { length } = await levels.all()
  const [title, next] = ['Levels', 'Sections'].map((name) => page.getByRole('heading', { name }))
  const distance = async () => {
    const [above, below] = [await title?.boundingBox(), await next?.boundingBox()]
    return (below?.y ?? 0) - (above?.y ?? 0)
  }
  expect(await distance()).toBeLessThan(900)
  await levels.last().scrollIntoViewIfNeeded()
  await expect(levels.nth(length + 1)).toBeAttached()
  expect(await distance()).toBeLessThan(900)
})

/** Opens a picker: renders a part of its options, reaches the last by keys, and finds one by its name. */
async function expectAllReached(page: Page, picker: Locator, name: (n: number) => string) {
  const options = page.getByRole('option')
  await picker.click()
  await expectPart(options)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(options.filter({ hasText: new RegExp(`${name(COUNT)}$`) })).toBeInViewport()
  await picker.fill(name(237))
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(picker).toHaveValue(name(237))
}

const openIssue = async ({ page, projectId }: DemoPerson, number: number) => {
  await page.goto(`/project/${projectId}/issues/${number}`)
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
}

test('A picker of very many people renders the ones in view and reaches each', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await repeatMembers(page)
  await page.goto(`/project/${projectId}/issues?new=1`)
  await expectAllReached(page, page.getByRole('combobox', { name: 'Assignee' }), (n) => `Worker No ${n}`)
})

test('A picker of very many levels can be searched and renders the ones in view', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await repeatLevels(page)
  await page.goto(`/project/${projectId}/issues?new=1`)
  await expectAllReached(page, page.getByRole('combobox', { name: 'Level' }), (n) => `Storey ${n}`)
})

test('A filter with very many values renders a part of them and finds each by its name', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await repeatLevels(page)
  await page.goto(`/project/${projectId}/issues`)
  await page.getByRole('button', { name: 'Add filter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Level', exact: true }).click()
  const values = dialog.getByRole('checkbox')
  await expectPart(values)
  await dialog.getByRole('searchbox').fill(`Storey ${COUNT}`)
  await expect(page.getByRole('checkbox', { name: `Storey ${COUNT}` })).toBeVisible()
  await expect(values).toHaveCount(1)
})

test('An issue with hundreds of watchers shows some, and the others when asked', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  const number = await makeIssue(maren, 'Facade joint, watched by everybody')
  await repeatMembers(page)
  await page.route(/\/issue\/number\/\d+$/, async (route) => {
    const issue = (await (await route.fetch()).json()) as { watcher_ids: string[] }
    const watcher_ids = Array.from({ length: COUNT }, (_, n) => idOf(n + 1))
    await route.fulfill({ json: { ...issue, watcher_ids } })
  })
  await openIssue(maren, number)
  const remove = page.getByRole('button', { name: /^Remove Worker No / })
  const more = page.getByRole('button', { name: `${COUNT - 30} more` })
  await expect(more).toBeVisible()
  await expect(remove).toHaveCount(30)
  await more.click()
  await expect(remove).toHaveCount(COUNT)
})

test('Projects and conversations are rendered in steps', async ({ browser, baseURL }) => {
  const { page } = await enter(browser, baseURL, MAREN)
  await repeat<{ id: string; name: string }>(page, /\/api\/v2\/project(\?|$)/, (first, n) => ({
    ...first,
    id: idOf(n),
    name: `Project ${n}`,
  }))
  await repeat<{ id: string; name: string }>(page, /\/api\/chat$/, (first, n) => ({
    ...first,
    id: idOf(n),
    name: `Group ${n}`,
  }))
  await page.goto('/projects')
  await expectPart(page.getByRole('main').getByRole('link', { name: /^Project \d+$/ }))
  await page.goto('/chat')
  await expectPart(page.getByRole('list', { name: 'Conversations' }).getByRole('link'))
})
