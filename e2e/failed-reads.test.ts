import { expect, type Locator, type Page } from '@playwright/test'
import { enter, MAREN, makeIssue, send } from './demo-people.ts'
import { dialogs, leaveHistory } from './dialogs.ts'
import { shortenPauses } from './shorten-pauses.ts'
import { test } from './test.ts'
import { canvas, enterDemo, hidePins } from './viewer-parts.ts'

/** Reads that the server refuses for a while: no endless loading, and content on screen stays. */

/** Refuses the reads of a path with an error that the client does not retry. */
const refuseReads = (page: Page, path: RegExp) =>
  page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 429, json: {} }) : route.fallback(),
  )

/** Opens something with a refused read: checks the message, and that "Try again" shows the content. */
async function expectAnotherTry(page: Page, path: RegExp, open: () => Promise<unknown>, shown: Locator) {
  await refuseReads(page, path)
  await open()
  const tries = page.getByRole('button', { name: 'Try again' })
  await expect(tries.first()).toBeVisible()
  await expect(shown).toHaveCount(0)
  await page.unroute(path)
  await tries.first().click()
  await expect(shown.first()).toBeVisible()
}

test('Lists and dialogs show refused reads, and load their content with another try', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await enter(browser, baseURL, MAREN)
  const project = `/project/${await enterDemo(context)}`
  await page.goto(`${project}/members`)
  await expectAnotherTry(
    page,
    /\/access\/code$/,
    () => page.getByRole('button', { name: 'Project code' }).click(),
    page.getByText('Create new code'),
  )
  await page.keyboard.press('Escape')
  await leaveHistory(page)
  await expectAnotherTry(
    page,
    /\/invite$/,
    () => page.goto(`${project}/members?list=invitations`),
    // other tests may have invited somebody
    page.getByText('No invitations').or(page.getByRole('table', { name: 'Invitations' })),
  )
  await expectAnotherTry(
    page,
    /\/level$/,
    () => page.goto(`${project}/settings`),
    page.getByRole('button', { name: 'Edit level 01 First floor', exact: true }),
  )
  const reply = await context.request.get(`/api${project}/bim-file-header`)
  const [file] = (await reply.json()) as { id: string }[]
  await expectAnotherTry(
    page,
    /\/bim-file-variant$/,
    () => page.goto(`${project}/models?file=${file?.id}`),
    page.getByRole('dialog').getByText('Version 1'),
  )
  await page.keyboard.press('Escape')
  await expectAnotherTry(
    page,
    /\/bim-file-header\/trash$/,
    () => page.getByRole('button', { name: 'Trash' }).click(),
    page.getByText('The trash is empty'),
  )
})

test('The page of projects shows invitations that are refused for a while', async ({ browser, baseURL }) => {
  const { page } = await enter(browser, baseURL, MAREN)
  await expectAnotherTry(
    page,
    /\/api\/project\/invite$/,
    () => page.goto('/projects'),
    page.getByText(/invited you to/),
  )
})

test('An issue whose read is refused is not shown as deleted', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const number = await makeIssue(maren, 'Door closer missing')
  const { page, projectId } = maren
  await expectAnotherTry(
    page,
    /\/issue\/number\/\d+$/,
    () => page.goto(`/project/${projectId}/issues/${number}`),
    page.getByRole('textbox', { name: 'Write a comment' }),
  )
})

test('The viewer shows that reading the project’s files was refused', async ({ browser, baseURL }) => {
  const { page, context } = await enter(browser, baseURL, MAREN)
  const project = `/project/${await enterDemo(context)}`
  await hidePins(context)
  const files = /\/bim-file-header(\?|$)/
  await refuseReads(page, files)
  await page.goto(`${project}/viewer`)
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute(files)
  await retry.click()
  await expect(canvas(page)).toBeVisible()
})

test('An open page stays while a later read of its project is refused', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name: 'Quay' })
  const rename = (name: string) => send(maren, 'put', `/api/project/${id}`, { name })
  await page.goto(`/project/${id}/settings`)
  const added = page.getByRole('button', { name: 'Add level' })
  await expect(added).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Quay')
  const read = new RegExp(`/api/project/${id}$`)
  await refuseReads(page, read)
  const refused = page.waitForResponse((response) => read.test(response.url()) && response.status() === 429)
  await rename('North quay')
  await refused
  await added.click()
  await expect(dialogs(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogs(page)).toHaveCount(0)
  await page.unroute(read)
  await rename('South quay')
  await expect(page.getByRole('banner')).toContainText('South quay')
  await expect(added).toBeVisible()
})

test('Nobody is called a former member while the members are still being read', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await enter(browser, baseURL, MAREN)
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/v2\/project\/[^/]+\/member(\?|$)/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/project/${await enterDemo(context)}/activity`)
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries.filter({ hasText: 'Entrance door' }).first()).toBeVisible()
  await expect(page.getByText('Former member')).toHaveCount(0)
  held.resolve()
  await expect(entries.filter({ hasText: 'Maren Lindqvist' }).first()).toBeVisible()
})

test('Levels that could not be read are neither missing nor called a former member, and come without a reload', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, context, projectId } = maren
  const [level] = (await (await context.request.get(`/api/project/${projectId}/level`)).json()) as {
    id: string
    name: string
  }[]
  const number = await makeIssue(maren, 'Gutter of an unread level', { level_id: level?.id })
  // the pause before another try
  await shortenPauses(context, [30_000])
  const levels = /\/level$/
  await refuseReads(page, levels)
  const issues = `/project/${projectId}/issues`
  const refused = page.waitForResponse((response) => levels.test(response.url()))
  await page.goto(`${issues}?layout=board&group=level&q=unread+level`)
  await refused
  await expect(page.getByRole('region', { name: '…, 1 issue' })).toBeVisible()
  await page.unroute(levels)
  await expect(page.getByRole('region', { name: `${level?.name}, 1 issue` })).toBeVisible()

  await refuseReads(page, levels)
  await page.goto(`${issues}/${number}?q=unread+level`)
  const chosen = page.getByRole('combobox', { name: 'Level' })
  await expect(chosen).toHaveText('…')
  await page.unroute(levels)
  await expect(chosen).toHaveText(level?.name ?? '')
})

test('Saved views that could not be read come into their menu without a reload', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, context, projectId } = maren
  const view = { name: 'Unread at first', query: 'q=unread', is_shared: false }
  await send(maren, 'post', `/api/project/${projectId}/issue/view`, view)
  await shortenPauses(context, [30_000])
  const views = /\/issue\/view$/
  await refuseReads(page, views)
  const refused = page.waitForResponse((response) => views.test(response.url()))
  await page.goto(`/project/${projectId}/issues`)
  await refused
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: 'Save view' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: view.name })).toHaveCount(0)
  await page.unroute(views)
  await expect(page.getByRole('menuitem', { name: view.name })).toBeVisible()
})

test('An offline copy is not offered without its models when they could not be read', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await enter(browser, baseURL, MAREN)
  await enterDemo(context)
  await page.goto('/projects')
  await expectAnotherTry(
    page,
    /\/bim-file-header(\?|$)/,
    async () => {
      await page.getByRole('button', { name: 'Actions for Demo Tower' }).first().click()
      await page.getByRole('menuitem', { name: 'Available offline' }).click()
    },
    dialogs(page).getByRole('checkbox', { name: /Architecture/ }),
  )
})

test('The notifications say that they could not be read', async ({ browser, baseURL }) => {
  const { page } = await enter(browser, baseURL, MAREN)
  const groups = /\/api\/notification\/group(\?|$)/
  await refuseReads(page, groups)
  await page.goto('/projects')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Notifications could not be loaded.')).toBeVisible()
  await page.unroute(groups)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Notifications' })).toBeVisible()
})

test('The palette says that a search failed instead of that nothing matches', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/members`)
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await refuseReads(page, /\/issue\?/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('shaft door')
  await expect(page.getByText('Some results could not be loaded')).toBeVisible()
  await expect(page.getByText('No matches')).toHaveCount(0)
  await page.unroute(/\/issue\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('option', { name: /Cable tray crosses the shaft door/ })).toBeVisible()
})

test('A search of messages that fails can be tried again', async ({ browser, baseURL }) => {
  const { page } = await enter(browser, baseURL, MAREN)
  await expectAnotherTry(
    page,
    /\/api\/chat\/search\?/,
    () => page.goto('/chat?q=formwork'),
    page.getByRole('region', { name: 'Messages' }),
  )
})

/** Opens a list of options that could not be read: it does not say that there are none, and fills without a reload. */
async function expectUnread(page: Page, path: RegExp, open: () => Promise<unknown>, option: Locator) {
  await shortenPauses(page.context(), [30_000])
  await refuseReads(page, path)
  await open()
  await expect(page.getByText('Not loaded yet. Another try follows in a moment.')).toBeVisible()
  await expect(page.getByText('No results')).toHaveCount(0)
  await page.unroute(path)
  await expect(option).toBeVisible()
}

test('People that could not be read are not missing from a new conversation', async ({
  browser,
  baseURL,
}) => {
  const { page } = await enter(browser, baseURL, MAREN)
  await expectUnread(
    page,
    /\/api\/user(\?|$)/,
    async () => {
      await page.goto('/chat')
      await page.getByRole('button', { name: 'New conversation' }).click()
      await page.getByRole('dialog').getByRole('combobox').click()
    },
    page.getByRole('option', { name: 'Aicha Benali' }),
  )
})

test('Labels that could not be read are not missing from their filter', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await expectUnread(
    page,
    /\/issue\/label$/,
    async () => {
      await page.goto(`/project/${projectId}/issues`)
      await page.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Label', exact: true }).click()
    },
    page.getByRole('checkbox', { name: 'Concrete' }),
  )
})

test('Members and levels that could not be read are not missing from the fields of a new issue', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  const choose = (name: string) => async () => {
    await page.goto(`/project/${projectId}/issues?new=1`)
    await page.getByRole('combobox', { name }).click()
  }
  await expectUnread(
    page,
    /\/api\/v2\/project\/[^/]+\/member(\?|$)/,
    choose('Assignee'),
    page.getByRole('option', { name: 'Aicha Benali' }),
  )
  await expectUnread(page, /\/level$/, choose('Level'), page.getByRole('option', { name: /First floor/ }))
})

test('An export does not say that a list is empty which could not be read', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await refuseReads(page, /\/issue(\?|$)/)
  await page.goto(`/project/${projectId}/issues?export=1`)
  const dialog = dialogs(page)
  await expect(dialog.getByText('All issues in the list')).toBeVisible()
  await expect(dialog.getByText(/All 0 issues/)).toHaveCount(0)
})

test('The numbers of issues in groups come without a reload where they could not be read', async ({
  browser,
  baseURL,
}) => {
  const { page, context, projectId } = await enter(browser, baseURL, MAREN)
  await shortenPauses(context, [30_000])
  const board = /\/issue\/board\?/
  await refuseReads(page, board)
  const refused = page.waitForResponse((response) => board.test(response.url()))
  await page.goto(`/project/${projectId}/issues?group=status&q=shaft+door`)
  await refused
  await page.unroute(board)
  await expect(page.getByText(/^(Open|In progress|Resolved|Reopened|Closed)1$/)).toBeVisible()
})

test('A message whose project cannot be read does not become an issue without a word', async ({
  browser,
  baseURL,
}) => {
  const { page, context, projectId } = await enter(browser, baseURL, MAREN)
  const read = await context.request.get('/api/chat')
  const chats = (await read.json()) as { id: string; kind: string; project_id: string | null }[]
  const chat = chats.find(({ kind, project_id }) => kind === 'PROJECT' && project_id === projectId)
  await refuseReads(page, /\/api\/project\/[^/]+$/)
  await page.goto(`/chat?thread=${chat?.id}`)
  const message = page.getByRole('list').getByRole('listitem').filter({ hasText: 'Shaft size is agreed' })
  await message.hover()
  await message.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Create issue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible()
})
