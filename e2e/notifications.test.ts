import { expect, type Page } from '@playwright/test'
import { look, part } from './account-parts.ts'
import { queueMailsOfIssue } from './change-rows.ts'
import { enter, JONAS, MAREN, type Person, send, TOMAS } from './demo-people.ts'
import { test } from './test.ts'

/** Actions in one browser notify another: in the sidebar and by mail, according to the reader's settings. */

const assign = (by: Person, to: Person, name: string) =>
  send<{ id: string; number: number }>(by, 'post', `/api/project/${by.projectId}/issue`, {
    name,
    assignee_id: to.id,
  })

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' })
const row = (page: Page, words: string | RegExp) =>
  list(page).getByRole('listitem').filter({ hasText: words })

/** Acknowledges all notifications left by earlier tests. */
async function clear(person: Person) {
  await send(person, 'post', '/api/notification/acknowledge', { project_id: '0' })
}

let maren: Person
let jonas: Person
let tomas: Person
test.beforeAll(async ({ browser, baseURL }) => {
  maren = await enter(browser, baseURL, MAREN)
  jonas = await enter(browser, baseURL, JONAS)
  tomas = await enter(browser, baseURL, TOMAS)
  // the demo's models may become ready during the test
  const quiet = { BIM_PROCESSING_COMPLETED: { in_app: false } }
  await send(jonas, 'patch', '/api/notification/settings', { types: quiet })
  await clear(jonas)
})
test.afterAll(async () => {
  await Promise.all([maren, jonas, tomas].map(({ context }) => context.close()))
})

test('a notification arrives at once, and the eye takes it off the count', async () => {
  const { page } = jonas
  await page.goto('/projects')
  await expect(bell(page)).toBeVisible()
  const { id, number } = await assign(maren, jonas, 'Seen at once')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  await bell(page).click()
  const told = row(page, `Maren Lindqvist assigned you issue #${number} Seen at once`)
  await expect(told.getByText('New')).toBeAttached()
  await expect(told.getByRole('time')).toHaveText(/^\d\d\/\d\d\/\d\d \d\d:\d\d$/)
  // with several projects, the sentence names the project
  await expect(told.getByText(/^Demo Tower · /)).toBeVisible()
  await look(page)
  await told.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(told.getByText('New')).toHaveCount(0)
  await expect(told).toBeFocused()
  // for a change, the sentence names the field
  await send(maren, 'patch', `/api/project/${maren.projectId}/issue/${id}`, { status: 'IN_PROGRESS' })
  const changed = row(page, `Maren Lindqvist updated issue #${number} Seen at once`)
  await expect(changed).toContainText('Open → In progress')
  await changed.getByRole('button', { name: 'Acknowledge' }).click()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('an eye that the server refuses is taken back, and one pressed offline is sent with the connection', async () => {
  const { page, context } = jonas
  await clear(jonas)
  const { number } = await assign(maren, jonas, 'Refused')
  await page.goto('/projects')
  await bell(page).click()
  const told = row(page, `issue #${number} Refused`)
  await page.route('**/api/notification/acknowledge/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal', message: 'Server error', request_id: 'x' } }),
  )
  await told.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('alert').getByText('Server error')).toBeVisible()
  await expect(told.getByText('New')).toBeAttached()
  await page.unroute('**/api/notification/acknowledge/*')
  await context.setOffline(true)
  await told.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(told.getByText('New')).toHaveCount(0)
  const sent = page.waitForResponse((response) => response.url().includes('/api/notification/acknowledge/'))
  await context.setOffline(false)
  expect((await sent).status()).toBe(200)
  await expect(told.getByText('New')).toHaveCount(0)
})

test('notifications of an issue are one entry: opened up, done by one press, undone, by keyboard too', async () => {
  const { page } = jonas
  await clear(jonas)
  const { id, number } = await assign(maren, jonas, 'Talked over')
  const path = `/api/project/${maren.projectId}/issue/${id}`
  for (const text of ['Is it wet?', 'It is wet']) await send(maren, 'post', `${path}/comment`, { text })
  await page.goto('/projects')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 new')
  await bell(page).click()
  const entry = row(page, `issue #${number} Talked over`).first()
  await expect(entry).toContainText('It is wet')
  await entry.getByRole('button', { name: '2 more' }).click()
  await expect(entry.getByRole('listitem')).toHaveCount(2)
  await expect(entry.getByText('Is it wet?')).toBeVisible()
  await look(page)
  await entry.getByRole('button', { name: 'Show less' }).click()
  await entry.focus()
  await page.keyboard.press('e')
  await expect(entry.getByText('New')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry.getByText('New')).toBeAttached()
  // the sentence contains the changed values
  await send(maren, 'patch', path, { due_date: '2027-01-08', priority: 'HIGH' })
  await expect(entry).toContainText('due date none → 8 Jan 2027, priority Medium → High')
})

test('a snoozed entry is hidden, listed apart and shown again; a muted issue is quiet until it is unmuted', async () => {
  const { page } = jonas
  await clear(jonas)
  const { id, number } = await assign(maren, jonas, 'Put aside')
  const path = `/api/project/${maren.projectId}/issue/${id}`
  await page.goto('/projects')
  await bell(page).click()
  const entry = row(page, `issue #${number} Put aside`)
  await entry.focus()
  await page.keyboard.press('h')
  await look(page)
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  await expect(entry).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await bell(page).click()
  await page.getByRole('button', { name: 'Snoozed: 1' }).click()
  await expect(entry).toContainText('Snoozed until')
  await entry.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Show now' }).click()
  await expect(page.getByText('Nothing is snoozed')).toBeVisible()
  await page.getByRole('button', { name: 'All notifications' }).click()
  await expect(entry.getByText('New')).toBeAttached()
  await entry.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mute this issue' }).click()
  await expect(entry).toContainText('Muted')
  await send(maren, 'post', `${path}/comment`, { text: 'Unheard' })
  await entry.getByRole('link').click()
  const toggle = page.getByRole('button', { name: 'Unmute' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await look(page)
  await toggle.click()
  await expect(page.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
  await page.goto('/projects')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await send(maren, 'post', `${path}/comment`, { text: 'Heard' })
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
})

test('an answered invitation shows the answer and offers no buttons', async () => {
  const { page } = tomas
  const name = `Invited ${Date.now()}`
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', { name })
  await send(maren, 'post', `/api/project/${id}/invite`, {
    email: TOMAS,
    role: 'ARCHITECT',
    permission_level: 'EDITOR',
  })
  await page.goto('/projects')
  await bell(page).click()
  const entry = row(page, `invited you to ${name}`)
  await entry.getByRole('button', { name: 'follow the instructions' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await bell(page).click()
  await expect(entry).toContainText(/You accepted, \w/)
  await expect(entry.getByRole('button', { name: 'follow the instructions' })).toHaveCount(0)
})

test('all notifications of one project are acknowledged, without those of others', async () => {
  const { page } = jonas
  await clear(jonas)
  await assign(maren, jonas, 'Of the tower')
  const name = `Annex ${Date.now()}`
  const second = await send<{ id: string }>(maren, 'post', '/api/project', { name })
  await send(maren, 'post', `/api/v2/project/${second.id}/member`, {
    user_id: jonas.id,
    role: 'ARCHITECT',
    permission_level: 'EDITOR',
  })
  await page.goto('/projects')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new')
  await bell(page).click()
  await page.getByRole('combobox', { name: 'Project', exact: true }).click()
  await page.getByRole('option', { name }).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
  await expect(row(page, `Maren Lindqvist added you to ${name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Acknowledge all' }).click()
  await expect(list(page).getByText('New', { exact: true })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Project', exact: true }).click()
  await page.getByRole('option', { name: 'All projects' }).click()
  await expect(row(page, 'Of the tower').getByText('New')).toBeAttached()
  await page.getByRole('button', { name: 'Acknowledge all' }).click()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('a comment is jumped to, however far down it is', async () => {
  const { page } = jonas
  const { id, number } = await assign(maren, jonas, 'Talked about')
  const path = `/api/project/${maren.projectId}/issue/${id}/comment`
  for (let turn = 0; turn < 15; turn++)
    await send(maren, 'post', path, { text: `Earlier ${turn}\n\n- a\n- b` })
  await clear(jonas)
  await send(maren, 'post', path, { text: 'Look at **this** one' })
  for (let turn = 0; turn < 60; turn++) await send(jonas, 'post', path, { text: `Later ${turn}` })
  await page.goto('/projects')
  await bell(page).click()
  await row(page, 'Look at this one').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/issues/${number}\\?comment=`))
  const comment = page.locator('[id^="comment-"]').filter({ hasText: 'Look at this one' })
  await expect(comment).toBeFocused()
  await expect(comment).toBeInViewport()
})

test('the chosen notification settings are stored', async () => {
  const { page } = jonas
  await page.goto('/me#notifications')
  const section = part(page, 'Notifications')
  const comments = 'Someone comments or mentions me'
  const inApp = section.getByRole('checkbox', { name: `${comments}: In Plumbline` })
  const email = section.getByRole('combobox', { name: `${comments}: E-mail` })
  await expect(section.getByRole('heading', { name: 'Notifications', exact: true })).toBeInViewport()
  await inApp.click()
  await email.selectOption('Daily')
  await section.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(section.getByRole('combobox', { name: 'From', exact: true })).toHaveText('20:00')
  await look(page)
  await page.reload()
  await expect(inApp).not.toBeChecked()
  await expect(email).toHaveValue('DAILY')
  await expect(section.getByRole('switch', { name: 'Quiet hours' })).toBeChecked()
  await section.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(section.getByRole('combobox', { name: 'From', exact: true })).toHaveCount(0)
  await section.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(inApp).toBeChecked()
  await expect(email).toHaveValue('HOURLY')
})

test('Amplitude is not loaded without a key, nor before consent', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const settled = page.waitForResponse('**/api/settings/AMPLITUDE_KEY/as_json')
  await page.goto('/welcome')
  await settled
  await page.waitForLoadState('networkidle')
  const scripts = asked.filter((url) => url.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  for (const url of scripts)
    expect(await (await context.request.get(url)).text()).not.toContain('amplitude.com')
  expect(asked.filter((url) => /amplitude-|amplitude\.com/.test(url))).toEqual([])

  await page.route('**/api/settings/AMPLITUDE_KEY/as_json', (route) => route.fulfill({ json: 'a-key' }))
  await page.reload()
  const bar = page.getByRole('region', { name: 'Usage analytics' })
  await expect(bar).toBeVisible()
  await look(page)
  expect(asked.filter((url) => /assets\/amplitude-/.test(url))).toEqual([])
  await bar.getByRole('button', { name: 'No thanks' }).click()
  await expect(bar).toHaveCount(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(bar).toHaveCount(0)
  expect(asked.filter((url) => /assets\/amplitude-/.test(url))).toEqual([])
  await page.evaluate(() => localStorage.removeItem('plumbline.analytics'))
  await page.reload()
  const library = page.waitForResponse(/assets\/amplitude-/)
  await bar.getByRole('button', { name: 'Allow' }).click()
  await library
})

test('the link of a mail ends mails like it, without logging in', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const mailed = { ISSUE_ASSIGNED: { email: 'NOW' } }
  await send(tomas, 'patch', '/api/notification/settings', { types: mailed })
  const { id } = await assign(maren, tomas, 'Mailed')
  const mail = async () => {
    const inbox = await (await context.request.get('/dev/inbox')).text()
    return (
      inbox.split('<article>').find((one) => one.includes('Mailed') && one.includes(`to ${TOMAS},`)) ?? ''
    )
  }
  // the assignment is noted after its answer, perhaps after the first run
  await expect(async () => {
    queueMailsOfIssue(id)
    await expect.poll(mail, { timeout: 5000 }).not.toBe('')
  }).toPass()
  const link = /href="https?:\/\/[^/"]+(\/unsubscribe[^"]+)"/
    .exec(await mail())?.[1]
    ?.replaceAll('&amp;', '&')
  await page.goto(link ?? '')
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await expect(page.getByText(`${TOMAS} no longer gets e-mails for`)).toContainText(
    'An issue is assigned to me',
  )
  await look(page)
  await page.getByRole('button', { name: 'Unsubscribe from all e-mails' }).click()
  await expect(page.getByText(`${TOMAS} no longer gets notification e-mails.`)).toBeVisible()
  const settings = await (await tomas.context.request.get('/api/notification/settings')).json()
  expect(settings).toMatchObject({
    types: { ISSUE_ASSIGNED: { email: 'OFF' }, CHAT_MESSAGE: { email: 'OFF' } },
  })
})

test('a browser that the server refuses for push notifications shows this once', async ({
  browser,
  baseURL,
}) => {
  const { page } = await enter(browser, baseURL, TOMAS)
  // a browser with a push service, which the tests' browser does not have
  await page.addInitScript(() => {
    const subscription = { toJSON: () => ({ endpoint: 'https://push.example.com/x', keys: {} }) }
    const pushManager = {
      getSubscription: () => Promise.resolve(null),
      subscribe: () => Promise.resolve(subscription),
    }
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
    Object.defineProperty(navigator, 'serviceWorker', {
      value: {
        register: () => Promise.resolve(),
        getRegistration: () => Promise.resolve(undefined),
        ready: Promise.resolve({ pushManager }),
        addEventListener: () => undefined,
      },
    })
  })
  await page.route('**/api/notification/push', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { error: 'conflict', message: 'not this browser' } })
      : route.continue(),
  )
  await page.goto('/me')
  const turnOn = page.getByRole('button', { name: 'Turn on in this browser' })
  await turnOn.click()
  const refusals = page.getByRole('alert').filter({ hasText: 'Not this browser' })
  await expect(refusals.first()).toBeVisible()
  await expect(turnOn).toBeEnabled()
  // an automatically disappearing message would leave one of two
  expect(await refusals.count()).toBe(1)
})
