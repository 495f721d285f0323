import { type Browser, expect, type Page } from '@playwright/test'
import { maxListedPeople } from '@plumbline/contract/users/users'
import { showTheme } from './accessibility.ts'
import { look } from './account-parts.ts'
import { AICHA, enter as enterDemo, JONAS, MAREN, type Person, send } from './demo-people.ts'
import { isLong } from './size.ts'
import { test } from './test.ts'

/** People talk to each other: two browsers, a line that breaks, a conversation of a thousand messages. */

const enter = (browser: Browser, baseURL: string | undefined, email: string) =>
  enterDemo(browser, baseURL, email, { permissions: ['clipboard-read', 'clipboard-write'] })

interface Conversation {
  id: string
}
const group = (of: Person, name: string, others: Person[]) =>
  send<Conversation>(of, 'put', '/api/chat', { kind: 'GROUP', name, member_ids: others.map(({ id }) => id) })
const write = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
const rows = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article')
const row = (page: Page, words: string) => rows(page).filter({ hasText: words })

async function say(page: Page, words: string) {
  await write(page).fill(words)
  await write(page).press('Enter')
}

/** Once the page sets `slow`, the device does not answer the outbox, until `fail` is called or the tab is closed. */
function breakOutbox() {
  const { open } = IDBFactory.prototype
  const failed = Promise.withResolvers<void>()
  Object.assign(window, { fail: failed.resolve })
  IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
    if (name !== 'plumbline.outbox' || !('slow' in window)) return open.call(this, name, version)
    const request = { error: new DOMException('broken', 'UnknownError') } as IDBOpenDBRequest
    void failed.promise.then(() => request.onerror?.(new Event('error')))
    return request
  }
}

const slowOutbox = (page: Page) => page.evaluate(() => Object.assign(window, { slow: true }))
const failOutbox = (page: Page) => page.evaluate(() => (window as unknown as { fail: () => void }).fail())

/** Maren's page with `breakOutbox`, in the first of new groups with Aicha. */
async function openGroup(browser: Browser, baseURL: string | undefined, ...names: string[]): Promise<Page> {
  const maren = await enter(browser, baseURL, MAREN)
  const aicha = await enter(browser, baseURL, AICHA)
  const [first] = await Promise.all(names.map((name) => group(maren, name, [aicha])))
  await maren.page.addInitScript(breakOutbox)
  await maren.page.goto(`/chat?thread=${first?.id}`)
  await expect(write(maren.page)).toBeVisible()
  return maren.page
}

async function chooseFiles(page: Page, names: string[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
  await expect(page.getByText(names[0] ?? '', { exact: true })).toBeVisible()
}

/** Accessible and within its width: light and dark, wide and on a phone. */
async function accessible(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await showTheme(page, colorScheme)
    await look(page)
  }
}

test('two people write to each other, and see what was delivered and read', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const aicha = await enter(browser, baseURL, AICHA)
  await maren.page.goto('/chat')
  await maren.page.getByRole('button', { name: 'New conversation' }).click()
  const dialog = maren.page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByRole('combobox').fill('Aicha')
  await maren.page.getByRole('option', { name: 'Aicha Benali' }).click()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(maren.page.getByText('Say hello')).toBeVisible()
  await say(maren.page, 'Are the **anchors** in?')
  await expect(row(maren.page, 'Are the anchors in?').getByRole('img', { name: 'Sent' })).toBeVisible()
  await expect(maren.page.locator('strong', { hasText: 'anchors' })).toBeVisible()

  await aicha.page.goto('/chat')
  await expect(row(maren.page, 'Are the anchors in?').getByRole('img', { name: 'Delivered' })).toBeVisible()
  await aicha.page.getByRole('link', { name: /Maren Lindqvist/ }).click()
  await expect(aicha.page.getByText('Online').first()).toBeVisible()
  await expect(row(maren.page, 'Are the anchors in?').getByRole('img', { name: 'Read' })).toBeVisible()
  await write(aicha.page).pressSequentially('Almost')
  await expect(maren.page.getByText('Aicha is typing…')).toBeVisible()
  await write(aicha.page).press('Enter')
  await expect(row(maren.page, 'Almost')).toBeVisible()
  await expect(maren.page.getByText('Aicha is typing…')).toBeHidden()
  await accessible(maren.page)
})

test('messages written offline wait across visits, and are sent once and in order', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Queue', [jonas])
  await maren.page.goto(`/chat?thread=${id}`)
  await expect(write(maren.page)).toBeVisible()
  await maren.context.setOffline(true)
  await say(maren.page, 'First without a line')
  await say(maren.page, 'Second without a line')
  await expect(maren.page.getByRole('img', { name: 'Waiting for a connection' })).toHaveCount(2)
  // the page loads from the server, but its messages cannot be sent yet
  await maren.page.route('**/api/chat/*/message', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await maren.context.setOffline(false)
  await maren.page.reload()
  await expect(maren.page.getByRole('img', { name: /Waiting for a connection|Sending/ })).toHaveCount(2)
  await maren.page.unroute('**/api/chat/*/message')
  await expect(rows(maren.page).getByRole('img', { name: 'Sent' })).toHaveCount(2)
  await jonas.page.goto(`/chat?thread=${id}`)
  await expect(rows(jonas.page)).toHaveText([/First without a line/, /Second without a line/])
})

test('a message stays in the box on the next visit when the tab is closed before the device has stored it', async ({
  browser,
  baseURL,
}) => {
  const page = await openGroup(browser, baseURL, 'Closed in between')
  await say(page, 'The crane comes at seven')
  await expect(row(page, 'The crane comes at seven').getByRole('img', { name: 'Sent' })).toBeVisible()
  await slowOutbox(page)
  await say(page, 'Leave the gate open')
  await expect(write(page)).toHaveValue('')
  await page.reload()
  await expect(write(page)).toHaveValue('Leave the gate open')
  await write(page).press('Enter')
  await expect(row(page, 'Leave the gate open').getByRole('img', { name: 'Sent' })).toBeVisible()
  await page.reload()
  await expect(row(page, 'Leave the gate open')).toHaveCount(1)
  await expect(write(page)).toHaveValue('')
  // files that the device cannot keep come back, before files chosen since
  await chooseFiles(page, ['crane.txt'])
  await slowOutbox(page)
  await say(page, 'Where the crane stands')
  await expect(page.getByText('crane.txt', { exact: true })).toHaveCount(0)
  await chooseFiles(page, ['gate.txt'])
  await failOutbox(page)
  await expect(write(page)).toHaveValue('Where the crane stands')
  await expect(page.getByText('crane.txt', { exact: true })).toBeVisible()
  await expect(page.getByText('gate.txt', { exact: true })).toBeVisible()

  // nor are files lost with the tab
  await page.evaluate(() => Object.assign(window, { slow: true, fail: undefined }))
  await page.reload()
  await expect(page.getByText('gate.txt', { exact: true })).toBeVisible()
  await slowOutbox(page)
  await write(page).press('Enter')
  await expect(page.getByText('gate.txt', { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(write(page)).toHaveValue('Where the crane stands')
  await expect(page.getByText('crane.txt', { exact: true })).toBeVisible()
  await expect(page.getByText('gate.txt', { exact: true })).toBeVisible()
  await write(page).press('Enter')
  await expect(row(page, 'Where the crane stands').getByRole('img', { name: 'Sent' })).toBeVisible()
  await page.reload()
  await expect(row(page, 'Where the crane stands').getByText('gate.txt')).toBeVisible()
  await expect(page.getByText('gate.txt', { exact: true })).toHaveCount(1)
})

test('Returned files that exceed the limit of a message are not sent until some are removed', async ({
  browser,
  baseURL,
}) => {
  const page = await openGroup(browser, baseURL, 'Many files')
  const named = (first: number) => Array.from({ length: 6 }, (_, at) => `plan-${first + at}.txt`)
  await chooseFiles(page, named(0))
  await slowOutbox(page)
  await say(page, 'All plans')
  await chooseFiles(page, named(6))
  await failOutbox(page)
  await expect(page.getByRole('button', { name: /^Remove plan-/ })).toHaveCount(12)
  await page.evaluate(() => delete (window as { slow?: true }).slow)
  await write(page).press('Enter')
  await expect(page.getByText('A message takes 10 files', { exact: false })).toBeVisible()
  await expect(write(page)).toHaveValue('All plans')
  for (const name of ['plan-0.txt', 'plan-1.txt'])
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  await write(page).press('Enter')
  await expect(row(page, 'All plans').getByRole('img', { name: 'Sent' })).toBeVisible()
})

test('A message that the device cannot keep comes back with its files into a conversation that was left and opened again', async ({
  browser,
  baseURL,
}) => {
  const page = await openGroup(browser, baseURL, 'Left and opened again', 'Visited in between')
  await chooseFiles(page, ['crane.txt'])
  await slowOutbox(page)
  await say(page, 'Where the crane stands')
  await expect(page.getByText('crane.txt', { exact: true })).toHaveCount(0)
  const open = async (name: string) => {
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  await open('Visited in between')
  await open('Left and opened again')
  await chooseFiles(page, ['gate.txt'])
  await write(page).fill('And the gate')
  await failOutbox(page)
  await expect(page.getByText('crane.txt', { exact: true })).toBeVisible()
  await expect(page.getByText('gate.txt', { exact: true })).toBeVisible()
  await expect(write(page)).toHaveValue('Where the crane stands\nAnd the gate')
  await chooseFiles(page, ['mast.txt'])
  await write(page).press('End')
  await write(page).pressSequentially('!')
  await page.reload()
  for (const name of ['crane.txt', 'gate.txt', 'mast.txt'])
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(write(page)).toHaveValue(/^Where the crane stands\n/)
})

test('a message refused by the server shows the reason, and can be discarded', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Refused', [jonas])
  await jonas.page.goto(`/chat?thread=${id}`)
  await jonas.page.route('**/api/chat/*/message', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { error: 'forbidden', message: 'You do not have access to this' },
        })
      : route.continue(),
  )
  await say(jonas.page, 'Never arrives')
  await expect(jonas.page.getByText('Not sent')).toBeVisible()
  // it would be lost with the session
  await jonas.page.getByRole('button', { name: 'Your profile' }).click()
  await jonas.page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = jonas.page.getByRole('alertdialog', { name: '1 entry has not been sent' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await row(jonas.page, 'Never arrives').getByRole('button', { name: 'Delete' }).click()
  await expect(row(jonas.page, 'Never arrives')).toHaveCount(0)
})

const act = async (page: Page, words: string, action: string) => {
  await row(page, words).hover()
  await row(page, words).getByRole('button', { name: action, exact: true }).click()
}

test('A message is edited, answered, reacted to and deleted, and the other member sees it at once', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Changes', [jonas])
  await send(maren, 'post', `/api/chat/${id}/message`, { message: 'Concrete on Tuesday' })
  for (const { page } of [maren, jonas]) await page.goto(`/chat?thread=${id}`)
  await expect(row(jonas.page, 'Concrete on Tuesday')).toBeVisible()

  // others' messages cannot be edited
  await act(jonas.page, 'Concrete on Tuesday', 'Message actions')
  await expect(jonas.page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(jonas.page.getByRole('menuitem', { name: 'Edit message' })).toHaveCount(0)
  await jonas.page.keyboard.press('Escape')

  await act(maren.page, 'Concrete on Tuesday', 'Message actions')
  await maren.page.getByRole('menuitem', { name: 'Edit message' }).click()
  const editor = maren.page.getByRole('textbox', { name: 'Edit message' })
  await expect(editor).toBeFocused()
  await editor.fill('Never mind')
  await editor.press('Escape')
  await expect(row(maren.page, 'Concrete on Tuesday')).toBeFocused()
  await act(maren.page, 'Concrete on Tuesday', 'Message actions')
  await maren.page.getByRole('menuitem', { name: 'Edit message' }).click()
  await expect(editor).toHaveValue('Concrete on Tuesday')
  await editor.fill('Concrete on Wednesday')
  await editor.press('Enter')
  await expect(row(jonas.page, 'Concrete on Wednesday').getByText(/^Edited \d/)).toBeVisible()
  await expect(jonas.page.getByText('Concrete on Tuesday')).toHaveCount(0)

  await act(jonas.page, 'Concrete on Wednesday', 'React')
  await jonas.page.getByRole('menuitemcheckbox', { name: 'Thumbs up' }).click()
  const thumbs = row(maren.page, 'Concrete on Wednesday').getByRole('button', { name: /^Thumbs up/ })
  await expect(thumbs).toHaveAccessibleName('Thumbs up: Jonas Weber')
  await thumbs.click()
  await expect(thumbs).toHaveAccessibleName('Thumbs up: Jonas Weber, You')
  await expect(thumbs).toHaveAttribute('aria-pressed', 'true')
  await expect(
    row(jonas.page, 'Concrete on Wednesday').getByRole('button', { name: 'Thumbs up: You, Maren Lindqvist' }),
  ).toContainText('👍2')
  await thumbs.click()
  await expect(thumbs).toHaveAccessibleName('Thumbs up: Jonas Weber')

  await act(jonas.page, 'Concrete on Wednesday', 'Reply')
  await expect(write(jonas.page)).toBeFocused()
  await write(jonas.page).press('Escape')
  await expect(jonas.page.getByRole('button', { name: 'Cancel reply' })).toBeHidden()
  await act(jonas.page, 'Concrete on Wednesday', 'Reply')
  await expect(jonas.page.getByRole('button', { name: 'Cancel reply' })).toBeVisible()
  await say(jonas.page, 'The pump comes at 8')
  await expect(jonas.page.getByRole('button', { name: 'Cancel reply' })).toBeHidden()
  const quote = row(maren.page, 'The pump comes at 8').getByRole('button', {
    name: 'Reply to You: Concrete on Wednesday. Show the message',
  })
  await expect(quote).toBeVisible()
  await accessible(maren.page)
  await quote.click()
  await expect(rows(maren.page).first()).toBeFocused()

  await act(maren.page, 'Edited', 'Message actions')
  await maren.page.getByRole('menuitem', { name: 'Delete message' }).click()
  await maren.page.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click()
  const gone = row(jonas.page, 'The pump comes at 8').getByText('This message was deleted', { exact: true })
  await expect(gone).toBeVisible()
  await expect(rows(jonas.page).first()).toHaveText(/This message was deleted$/)
})

test('A pinned message is at the top for everybody, links to its place, and disappears when unpinned', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Gate', [jonas])
  await send(maren, 'post', `/api/chat/${id}/message`, { message: 'The code of the gate is 4711' })
  for (let n = 1; n <= 60; n++)
    await send(jonas, 'post', `/api/chat/${id}/message`, { message: `Delivery ${n}` })
  for (const { page } of [maren, jonas]) await page.goto(`/chat?thread=${id}`)
  const pin = async (page: Page, words: string) => {
    await act(page, words, 'Message actions')
    await page.getByRole('menuitem', { name: 'Pin message' }).click()
  }
  await pin(jonas.page, 'Delivery 60')
  await maren.page.goto(`/chat?thread=${id}&message=1`)
  await pin(maren.page, 'The code of the gate')
  await expect(jonas.page.getByRole('region', { name: '2 pinned messages' })).toContainText(
    'The code of the gate',
  )
  await jonas.page.getByRole('button', { name: '2 pinned messages' }).click()
  await expect(jonas.page.getByRole('menuitem')).toHaveCount(2)
  await jonas.page.keyboard.press('Escape')
  await accessible(jonas.page)

  await expect(row(jonas.page, 'The code of the gate')).toHaveCount(0)
  await jonas.page.getByRole('region', { name: 'pinned' }).getByRole('link').click()
  await expect(row(jonas.page, 'The code of the gate')).toBeInViewport()
  await act(jonas.page, 'The code of the gate', 'Message actions')
  await jonas.page.getByRole('menuitem', { name: 'Unpin message' }).click()
  await expect(maren.page.getByRole('region', { name: '1 pinned message' })).toContainText('Delivery 60')
})

test('Without a connection the menu says that a message cannot be edited; a started edit keeps its text', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Edited offline', [jonas])
  await send(maren, 'post', `/api/chat/${id}/message`, { message: 'Concrete on Tuesday' })
  const { page, context } = maren
  await page.goto(`/chat?thread=${id}`)
  await act(page, 'Concrete on Tuesday', 'Message actions')
  await page.getByRole('menuitem', { name: 'Edit message' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await editor.fill('Concrete on Friday')
  await context.setOffline(true)
  await editor.press('Enter')
  await expect(page.getByText('No connection to the server').first()).toBeVisible()
  await expect(editor).toHaveValue('Concrete on Friday')
  await editor.press('Escape')
  await act(page, 'Concrete on Tuesday', 'Message actions')
  await expect(page.getByRole('menuitem', { name: /Editing needs a connection/ })).toBeDisabled()
  await context.setOffline(false)
})

test('While the change of a message is being saved, its text takes no letters, which would be lost with the form', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Saved slowly', [jonas])
  await send(maren, 'post', `/api/chat/${id}/message`, { message: 'Concrete on Tuesday' })
  const { page } = maren
  await page.goto(`/chat?thread=${id}`)
  await act(page, 'Concrete on Tuesday', 'Message actions')
  await page.getByRole('menuitem', { name: 'Edit message' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await editor.fill('Concrete on Friday')
  const save = Promise.withResolvers<void>()
  await page.route(/\/message\/[^/]+$/, async (route) => {
    await save.promise
    await route.continue()
  })
  await editor.press('Enter')
  await expect(editor).not.toBeEditable()
  await editor.pressSequentially(' at noon')
  await expect(editor).toHaveValue('Concrete on Friday')
  save.resolve()
  await expect(row(page, 'Concrete on Friday').getByText(/^Edited \d/)).toBeVisible()
})

test('A muted conversation is marked in the list, keeps its count there and adds none to the bar', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Muted', [jonas])
  const { page } = jonas
  await page.goto(`/chat?thread=${id}`)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Mute conversation' }).click()
  await page.keyboard.press('Escape')
  const thread = page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Muted/ })
  await expect(thread.getByRole('img', { name: 'Muted' })).toBeVisible()
  await page.goto('/chat')
  const total = async () => (await (await jonas.context.request.get('/api/chat/unread')).json()).unread
  const before = await total()
  await send(maren, 'post', `/api/chat/${id}/message`, { message: 'Quietly' })
  await expect(thread.getByText('1 unread message')).toBeAttached()
  expect(await total()).toBe(before)
  await accessible(page)
})

/** Where the top of a message is on the screen. */
const topOf = (page: Page, words: string) =>
  row(page, words).evaluate((element) => Math.round(element.getBoundingClientRect().top))

test('messages in view do not move when earlier ones load late', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, `Late ${Date.now()}`, [jonas])
  const path = `/api/chat/${id}/message`
  // pages of fifty, by one author, who is named once
  for (let number = 1; number <= 110; number++)
    await send(maren, 'post', path, { message: `Bolt ${number}.` })
  const { page } = maren
  const held = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === path && url.searchParams.get('offset') === '0',
    async (route) => {
      await held.promise
      await route.continue()
    },
  )
  await page.goto(`/chat?thread=${id}`)
  await expect(page.locator('li[aria-posinset="110"]').getByRole('article')).toBeInViewport()
  const border = page.locator('li[aria-posinset="51"]')
  await page.getByRole('region', { name: 'Messages' }).evaluate(async (list) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const isWholeInView = () => {
      const top = list.querySelector('li[aria-posinset="51"]')?.getBoundingClientRect().top
      return top !== undefined && top > list.getBoundingClientRect().top + 40
    }
    while (!isWholeInView()) {
      list.scrollBy(0, -100)
      await frame()
      await frame()
    }
  })
  // at rest: rows take the height that they are measured to have
  let before = Number.NaN
  await expect
    .poll(async () => {
      const last = before
      before = await topOf(page, 'Bolt 56.')
      return before === last
    })
    .toBe(true)
  held.resolve()
  await expect(page.locator('li[aria-posinset="50"]').getByRole('article')).toBeAttached()
  await expect(border.getByRole('article')).toBeVisible()
  await expect.poll(() => topOf(page, 'Bolt 56.')).toBe(before)
})

test('a long conversation opens at the newest and scrolls up without a jump', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Long', [jonas])
  const path = `/api/chat/${id}/message`
  const MANY = isLong ? 400 : 200
  const BATCH = 25
  for (let from = 0; from < MANY; from += BATCH)
    await Promise.all(
      Array.from({ length: BATCH }, (_, index) => {
        const number = from + index
        const message = `Line ${number}. ${'Formwork, reinforcement and concrete. '.repeat(number % 7)}`
        return send(number % 3 ? maren : jonas, 'post', path, { message })
      }),
    )
  const { page } = maren
  const asked: string[] = []
  page.on('request', (request) => request.url().includes(path) && asked.push(request.url()))
  await page.goto(`/chat?thread=${id}`)
  const last = `li[aria-posinset="${MANY}"]`
  await expect(page.locator(last).getByRole('article')).toBeInViewport()
  // a socket that opens late reads them again
  expect(new Set(asked).size).toBeLessThanOrEqual(3)
  const list = page.getByRole('region', { name: 'Messages' })
  await list.hover()
  /** The number of the first message that is whole in view. */
  const firstInView = () =>
    list.evaluate((element) => {
      const { top } = element.getBoundingClientRect()
      const inView = [...element.querySelectorAll('article')].find(
        (article) => article.getBoundingClientRect().top >= top,
      )
      return /Line \d+\./.exec(inView?.textContent ?? '')?.[0] ?? ''
    })
  for (let step = 0; step < 25; step++) {
    const words = await firstInView()
    expect(words).not.toBe('')
    const before = await topOf(page, words)
    await page.mouse.wheel(0, -350)
    await expect(list.locator('li > div > div.flex > .animate-pulse')).toHaveCount(0)
    // what arrives above takes its place there
    await expect.poll(() => topOf(page, words)).toBe(before + 350)
    await page.waitForTimeout(60)
    expect(await topOf(page, words)).toBe(before + 350)
  }
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeVisible()
  const words = await firstInView()
  const before = await topOf(page, words)
  await send(jonas, 'post', path, { message: 'Said in the meantime' })
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible()
  expect(await topOf(page, words)).toBe(before)
  await page.getByRole('button', { name: '1 new message' }).click()
  await expect(row(page, 'Said in the meantime')).toBeInViewport()
  await page.goto(`/chat?thread=${id}&message=150`)
  const linked = page.locator('li[aria-posinset="150"]').getByRole('article')
  await expect(linked).toBeInViewport()
  // a reply leads to its message, however far above
  const far: { id: string; message: string }[] = await (
    await maren.context.request.get(`${path}?offset=4&limit=1`)
  ).json()
  await send(jonas, 'post', path, { message: 'About that line', reply_to: far[0]?.id })
  await page.getByRole('button', { name: /new message|Jump to newest/ }).click()
  await row(page, 'About that line')
    .getByRole('button', { name: /^Line \d+\./.exec(far[0]?.message ?? '')?.[0] ?? 'missing' })
    .click()
  const quoted = page.locator('li[aria-posinset="5"]').getByRole('article')
  await expect(quoted).toBeInViewport()
  await expect(quoted).toBeFocused()
})

test('the line above unread messages stays in its place', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { id } = await group(maren, 'Unread', [jonas])
  const path = `/api/chat/${id}/message`
  for (const message of ['Known', 'Fresh one', 'Fresh two']) {
    await send(jonas, 'post', path, { message })
    if (message === 'Known') {
      await maren.page.goto(`/chat?thread=${id}`)
      await expect(row(maren.page, 'Known')).toBeVisible()
      await expect
        .poll(async () => (await (await maren.context.request.get('/api/chat')).json())[0].unread)
        .toBe(0)
      await maren.page.goto('/projects')
    }
  }
  await maren.page.goto('/chat')
  await expect(maren.page.getByRole('link', { name: /Unread.*2 unread messages/ })).toBeVisible()
  await maren.page.getByRole('link', { name: /Unread/ }).click()
  const fresh = maren.page.locator('li', { hasText: 'Fresh one' })
  await expect(fresh.getByText('New', { exact: true })).toBeVisible()
  await expect(maren.page.getByRole('link', { name: /^Unread.*unread messages/ })).toHaveCount(0)
  await send(jonas, 'post', path, { message: 'Fresh three' })
  await expect(row(maren.page, 'Fresh three')).toBeVisible()
  await expect(fresh.getByText('New', { exact: true })).toBeVisible()
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('photos and files go along, a message becomes an issue with its photo, words are found', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  await page.goto('/chat')
  await page.getByRole('link', { name: /Demo Tower/ }).click()
  await expect(write(page)).toBeVisible()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles([
    { name: 'crack.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') },
    { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('anchors') },
  ])
  await say(page, 'Zwischenwand has a crack beside #3')
  const message = row(page, 'Zwischenwand')
  await expect(message.getByRole('link', { name: /list\.txt/ })).toBeVisible()
  await expect(message.getByRole('link', { name: '#3' })).toBeVisible()
  await message.getByRole('button', { name: 'Open photo crack.png' }).click()
  await expect(page.getByRole('dialog', { name: 'crack.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await accessible(page)
  await message.hover()
  await message.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Create issue' }).click()
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await expect(dialog.getByText('crack.webp', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(page).toHaveURL(/\/issues\/\d+$/)
  await expect(page.getByRole('button', { name: /crack\.webp/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'From the chat' }).first().waitFor()

  // an old one of very many conversations is not listed
  await page.route('**/api/chat', (route) => route.fulfill({ json: [] }))
  await page.goto('/chat')
  await page.getByRole('searchbox').fill('zwischen')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('link', { name: /Zwischenwand/ })
    .click()
  await expect(page).toHaveURL(/message=\d+/)
  await expect(row(page, 'Zwischenwand')).toBeInViewport()
  await row(page, 'Zwischenwand').hover()
  await row(page, 'Zwischenwand').getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete message' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }).click()
  await expect(row(page, 'Zwischenwand')).toHaveCount(0)
  await expect(row(page, 'This message was deleted')).toBeVisible()
})

test('A search for people that waits for the server ends when their whole list has loaded', async ({
  browser,
  baseURL,
}) => {
  const { page } = await enter(browser, baseURL, MAREN)
  const list = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await list.promise
    await route.fallback()
  })
  // left without an answer
  await page.route('**/api/user?q=*', () => {})
  await page.goto('/chat')
  await page.getByRole('button', { name: 'New conversation' }).click()
  const asked = page.waitForRequest('**/api/user?q=*')
  await page.getByRole('dialog').getByRole('combobox').fill('Nobody')
  await asked
  list.resolve()
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('dialog').getByRole('combobox').fill('Jonas')
  await expect(page.getByRole('option', { name: 'Jonas Weber' })).toBeVisible()
})

test('a group is begun, gets another member and another name, and is left', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const aicha = await enter(browser, baseURL, AICHA)
  const { id } = await group(maren, 'Roof', [jonas])
  await send(maren, 'post', `/api/chat/${id}/message`, { message: 'Only for us' })
  await aicha.page.goto('/chat')
  await expect(aicha.page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  const { page } = maren
  const first = Array.from({ length: maxListedPeople }, (_, at) => ({
    ...{ id: crypto.randomUUID(), first_name: 'Aaron', last_name: `${at}`, picture_id: null },
  }))
  const list = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await list.promise
    await route.fulfill({ json: first })
  })
  await page.goto('/chat')
  await page.getByRole('button', { name: 'New conversation' }).click()
  const begun = page.getByRole('dialog', { name: 'New conversation' })
  await begun.getByRole('combobox').fill('Aicha')
  // found before the list is there, and still offered afterwards
  await expect(page.getByRole('option', { name: 'Aicha Benali' })).toBeVisible()
  list.resolve()
  await page.getByRole('option', { name: 'Aicha Benali' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(begun.getByText('Aicha Benali')).toBeVisible()
  await page.goto(`/chat?thread=${id}`)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Group details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Group details' })
  await dialog.getByLabel('Group name').fill('Roof and walls')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // found by the server: one answer has only the first of very many people
  await dialog.getByLabel('Add people').fill('Aicha')
  await page.getByRole('option', { name: 'Aicha Benali' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Aicha Benali')).toBeVisible()
  await accessible(page)
  await expect(aicha.page.getByRole('link', { name: /Roof and walls/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave group' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave group' }).click()
  await expect(page.getByRole('link', { name: /Roof and walls/ })).toHaveCount(0)
  await aicha.page.getByRole('link', { name: /Roof and walls/ }).click()
  await expect(aicha.page.getByRole('paragraph').filter({ hasText: '2 members' })).toBeVisible()
})

test('The open details of a group follow a name given meanwhile, and keep people who are chosen while others are added', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const { page } = maren
  const { id } = await group(maren, 'Formwork', [jonas])
  await page.goto(`/chat?thread=${id}`)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Group details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Group details' })
  await expect(dialog.getByLabel('Group name')).toHaveValue('Formwork')
  await send(jonas, 'patch', `/api/chat/${id}`, { name: 'Formwork, axis 4' })
  await expect(dialog.getByLabel('Group name')).toHaveValue('Formwork, axis 4')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()

  const answer = Promise.withResolvers<void>()
  await page.route(`**/api/chat/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise
    await route.continue()
  })
  const people = dialog.getByRole('combobox', { name: 'Add people' })
  const choose = async (name: string) => {
    await people.fill(name.split(' ')[0] ?? '')
    await page.getByRole('option', { name }).click()
  }
  await choose('Aicha Benali')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await choose('Peter Novak')
  answer.resolve()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Aicha Benali' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Remove Peter Novak' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Remove Aicha Benali' })).toHaveCount(0)
})
