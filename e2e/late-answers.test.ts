import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { firstBox, headersOf, linkFor, newAddress, newPerson, PASSWORD } from './account-parts.ts'
import { enter, JONAS, MAREN, send } from './demo-people.ts'
import { dialogs } from './dialogs.ts'
import { test } from './test.ts'

/** Forms and dialogs of people, companies and projects with late, lost or refused answers. */

const dialog = (page: Page) => dialogs(page)

/** Cuts a page off from the server for the calls of a path. */
const cutOff = (page: Page, path: RegExp, method = 'GET') =>
  page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()))

async function ownProject(page: Page, name: string): Promise<string> {
  await newPerson(page)
  const made = await page.request.post('/api/project', { headers: await headersOf(page), data: { name } })
  return ((await made.json()) as { id: string }).id
}

test('a project code that could not be looked up is not called unknown', async ({ page }) => {
  await newPerson(page)
  await cutOff(page, /\/lookup\/code\//)
  await page.goto('/client')
  await page.getByLabel('Project code').fill('K7QF-3M9D')
  await page.getByRole('button', { name: 'Find project' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText('No project has this code')).toHaveCount(0)
})

test('an error while saving a level is shown', async ({ page }) => {
  const id = await ownProject(page, 'Quiet Mill')
  await page.goto(`/project/${id}/settings`)
  await cutOff(page, /\/level$/, 'POST')
  await page.getByRole('button', { name: 'Add level' }).first().click()
  await dialog(page).getByLabel('Name').fill('Roof')
  await dialog(page).getByLabel('Elevation').fill('6')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/No connection|connection/).first()).toBeVisible()
})

test('an error while renaming a file is shown', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/models`)
  await cutOff(page, /\/bim-file-header\/[^/]+$/, 'PATCH')
  await page.getByRole('button', { name: 'Actions for Building services' }).click()
  await page.getByRole('menuitem', { name: 'Edit file' }).click()
  await dialog(page).getByLabel('Name').fill('Services')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText(/connection/)).toBeVisible()
})

test('a file that one person renames while another moves it keeps both changes', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const headers = `/api/project/${projectId}/bim-file-header`
  const readFile = async () => {
    const all = (await (await page.request.get(headers)).json()) as {
      id: string
      name: string
      trade: string
    }[]
    return all.find(({ name }) => name.startsWith('Structure'))
  }
  const file = await readFile()
  await page.goto(`/project/${projectId}/models`)
  await page.getByRole('button', { name: 'Actions for Structure' }).click()
  await page.getByRole('menuitem', { name: 'Edit file' }).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Structure')
  await send(maren, 'patch', `${headers}/${file?.id}`, { name: 'Structure, tender' })
  await dialog(page).getByRole('combobox', { name: 'Trade' }).click()
  await page.getByRole('option', { name: 'Facade' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await readFile()).toMatchObject({ name: 'Structure, tender', trade: 'FACADE' })
  await send(maren, 'patch', `${headers}/${file?.id}`, { name: file?.name, trade: file?.trade })
})

test('the dialog of a member starts with the member’s current values', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/members`)
  const edit = page.getByRole('button', { name: 'Edit Aicha Benali', exact: true })
  await edit.click()
  await dialog(page).getByRole('button', { name: 'Remove from project' }).click()
  await expect(dialog(page)).toContainText('loses access')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await edit.click()
  await expect(dialog(page).getByRole('heading')).toHaveText('Edit member')
})

/** Signs a new person up on `other` and makes them a member of the project. */
async function join(page: Page, id: string, other: Page, permission_level: 'ADMIN' | 'EDITOR') {
  const data = { email: await newPerson(other), role: 'ARCHITECT', permission_level }
  const invited = await page.request.post(`/api/project/${id}/invite`, {
    headers: await headersOf(page),
    data,
  })
  const { id: inviteId } = (await invited.json()) as { id: string }
  const answer = `/api/project/${id}/invite/${inviteId}/approve`
  expect((await other.request.patch(answer, { headers: await headersOf(other) })).ok()).toBe(true)
}

async function makeViewer(page: Page, id: string, other: Page) {
  const { id: userId } = (await (await other.request.get('/api/me')).json()) as { id: string }
  const put = await page.request.put(`/api/v2/project/${id}/member/${userId}`, {
    headers: await headersOf(page),
    data: { role: 'ARCHITECT', permission_level: 'VIEWER' },
  })
  expect(put.status()).toBe(200)
}

/** Delays the page's read of its new permission level until the read of `list` has been refused. */
async function learnLevelAfter(page: Page, id: string, list: RegExp) {
  const refused = page.waitForResponse((response) => list.test(response.url()) && response.status() === 403)
  await page.route(new RegExp(`/api/project/${id}$`), async (route) => {
    await refused
    await route.fallback()
  })
}

test('a member who is no longer an administrator stays on the page of the members', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await ownProject(page, 'Two Keys')
  const other = await (await browser.newContext({ baseURL })).newPage()
  await join(page, id, other, 'ADMIN')
  await other.goto(`/project/${id}/members`)
  await other.getByRole('tab', { name: 'Invitations' }).click()
  await expect(other.getByText('Accepted').filter({ visible: true })).toBeVisible()
  await learnLevelAfter(other, id, /\/invite$/)
  await makeViewer(page, id, other)
  await expect(other.getByRole('tab', { name: 'Invitations' })).toHaveCount(0)
  await expect(other).toHaveURL(new RegExp(`/project/${id}/members`))
})

test('an editor who becomes a viewer stays on the models page and in a BCF import', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await ownProject(page, 'Two Levels')
  const other = await (await browser.newContext({ baseURL })).newPage()
  await join(page, id, other, 'EDITOR')
  const importing = await other.context().newPage()
  await importing.goto(`/project/${id}/issues?bcf=new`)
  await expect(importing.getByText('Imports of the last 30 days')).toBeVisible()
  const trash = await other.context().newPage()
  await trash.goto(`/project/${id}/models`)
  await trash.getByRole('button', { name: 'Trash' }).click()
  await expect(dialog(trash)).toContainText('The trash is empty')
  await learnLevelAfter(importing, id, /\/bcf\/import$/)
  await learnLevelAfter(trash, id, /\/bim-file-header\/trash$/)
  await makeViewer(page, id, other)
  await expect(dialog(importing)).toContainText('Only editors')
  await expect(trash.getByRole('button', { name: 'Trash' })).toHaveCount(0)
  await expect(trash).toHaveURL(new RegExp(`/project/${id}/models`))
})

test('an editor who becomes a viewer keeps the text of a new issue and of a comment, with the reason why neither can be sent', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await ownProject(page, 'Two Texts')
  const project = `/project/${id}`
  const other = await (await browser.newContext({ baseURL })).newPage()
  await join(page, id, other, 'EDITOR')
  const made = await page.request.post(`/api${project}/issue`, {
    headers: await headersOf(page),
    data: { name: 'Commented by an editor' },
  })
  const { id: issueId, number } = (await made.json()) as { id: string; number: number }
  await other.goto(`${project}/issues?new=1`)
  await dialog(other).getByLabel('Title').fill('Typed by an editor')
  const commenting = await other.context().newPage()
  await commenting.goto(`${project}/issues/${number}`)
  const comment = commenting.getByRole('textbox', { name: 'Write a comment' })
  await comment.fill('Written by an editor')
  await makeViewer(page, id, other)

  await expect(dialog(other).getByRole('alert')).toHaveText('Viewers cannot create issues')
  await expect(dialog(other).getByLabel('Title')).toHaveValue('Typed by an editor')
  await expect(dialog(other).getByRole('button', { name: 'Create' })).toBeDisabled()
  await expect(commenting.getByText('Viewers cannot comment')).toBeVisible()
  await expect(comment).toHaveValue('Written by an editor')
  await expect(commenting.getByRole('button', { name: 'Comment', exact: true })).toBeDisabled()

  const removed = await page.request.delete(`/api${project}/issue/${issueId}`, {
    headers: await headersOf(page),
  })
  expect(removed.ok()).toBe(true)
  await expect(commenting.getByText('This issue is deleted').last()).toBeVisible()
  await expect(commenting.getByText('Viewers cannot comment')).toHaveCount(0)
  await expect(comment).toHaveValue('Written by an editor')
})

test('recovery codes are shown also when the dialog was closed before they came', async ({ page }) => {
  await newPerson(page)
  await page.goto('/me')
  await page.getByRole('button', { name: 'Set up' }).click()
  await dialog(page).getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  const answer = Promise.withResolvers<void>()
  await page.route(/totp/, async (route) => {
    await answer.promise
    await route.fallback()
  })
  const asked = page.waitForRequest(/totp/)
  await firstBox(page).click()
  await page.keyboard.type(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  await asked
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
  answer.resolve()
  await expect(dialog(page).getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
})

test('a first project is created once although the next step was refused', async ({ page }) => {
  await newPerson(page)
  await page.request.patch('/api/me', { headers: await headersOf(page), data: { onboarding_step: 3 } })
  let wantsFailure = true
  await page.route(/\/api\/me$/, async (route) => {
    if (route.request().method() === 'GET') {
      const response = await route.fetch()
      const me = await response.json()
      return route.fulfill({
        response,
        json: { ...me, mandatory_onboarding_passed: wantsFailure ? false : me.mandatory_onboarding_passed },
      })
    }
    if (wantsFailure && route.request().method() === 'PATCH') return route.abort()
    return route.fallback()
  })
  await page.goto('/onboarding')
  await page.getByText('Create my own', { exact: false }).first().click()
  await page.getByLabel(/name/i).last().fill('Twice Tower')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/connection/i).first()).toBeVisible()
  wantsFailure = false
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/project\//)
  const projects = (await (await page.request.get('/api/v2/project')).json()) as { name: string }[]
  expect(projects.filter(({ name }) => name === 'Twice Tower').length).toBe(1)
})

test('the profile menu marks the company that was made meanwhile', async ({ page }) => {
  await newPerson(page)
  await page.goto('/account?new=company')
  await dialog(page).getByLabel('Company name').fill('Second Bau')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Second Bau' })).toBeVisible()
  await page.getByRole('button', { name: /Profile|profile/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Second Bau' })).toHaveAttribute(
    'aria-checked',
    'true',
  )
})

test('pages that one person opened by the palette are not offered to the next one', async ({
  browser,
  baseURL,
}) => {
  const { page, context, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/overview`)
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await dialog(page).getByRole('combobox').fill('members')
  await dialog(page)
    .getByRole('option', { name: /^Members/ })
    .click()
  await expect(page).toHaveURL(/members/)
  const second = await context.newPage()
  await second.goto('/projects')
  await second.getByRole('button', { name: /profile/i }).click()
  await second.getByRole('menuitem', { name: /Log out|Sign out/ }).click()
  await second.waitForURL(/welcome/)
  await page.waitForURL(/login/)
  await page.getByLabel('E-mail').fill(JONAS)
  await page.getByLabel(/^Password/).fill('plumbline-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/project/)
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await expect(dialog(page).getByRole('option', { name: /^All projects/ })).toBeVisible()
  await expect(dialog(page).getByText('Recent', { exact: true })).toHaveCount(0)
})

test('a newcomer who reloads after sending a request continues', async ({ page, browser, baseURL }) => {
  const id = await ownProject(page, 'Waiting Room')
  const code = (await (await page.request.get(`/api/project/${id}/access/code`)).json()) as { code: string }
  const other = await (await browser.newContext({ baseURL })).newPage()
  const email = newAddress()
  await other.request.post('/api/signup', { data: { email } })
  const key = new URLSearchParams((await linkFor(other, email)).split('?')[1]).get('code')
  const person = { first_name: 'Ines', last_name: 'Okafor', password: PASSWORD, terms_accepted: true }
  await other.request.put('/api/signup', { data: { code: key, ...person } })
  await other.goto('/onboarding')
  const look = async () => {
    await other.getByRole('button', { name: 'I was invited, or have a project code' }).click()
    await other.getByLabel('Project code').fill(code.code)
    await other.getByRole('button', { name: 'Find project' }).click()
  }
  await look()
  await other.getByLabel('Your role in the project').click()
  await other.getByRole('option', { name: 'Architect' }).click()
  await other.getByRole('button', { name: 'Request access' }).click()
  await expect(other.getByRole('button', { name: 'Continue while the request is pending' })).toBeVisible()
  await other.reload()
  await look()
  await expect(other.getByText('Request sent to Waiting Room')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Continue while the request is pending' })).toBeVisible()
})

test('addresses typed while invitations are being sent stay in their field', async ({ page }) => {
  const id = await ownProject(page, 'Busy Post')
  await page.goto(`/project/${id}/members`)
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const answer = Promise.withResolvers<void>()
  await page.route(/\/invite$/, async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.fallback()
  })
  const addresses = dialog(page).getByLabel('E-mail addresses')
  await addresses.fill('first@example.com')
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await addresses.fill('first@example.com\nsecond@example.com')
  answer.resolve()
  await expect(dialog(page).getByText('Invited', { exact: true })).toBeVisible()
  await expect(addresses).toHaveValue('second@example.com')
})

test('changes of project settings by two people are both kept', async ({ page }) => {
  const id = await ownProject(page, 'Shared Desk')
  await page.goto(`/project/${id}/settings`)
  await expect(page.getByLabel('Address')).toBeVisible()
  await page.request.put(`/api/project/${id}`, {
    headers: await headersOf(page),
    data: { name: 'Shared Desk 2' },
  })
  await expect(page.getByText('Shared Desk 2').first()).toBeVisible()
  await page.getByLabel('Address').fill('Quay 7')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Changes applied')).toBeVisible()
  const { name, address } = await (await page.request.get(`/api/project/${id}`)).json()
  expect([name, address]).toEqual(['Shared Desk 2', 'Quay 7'])
})

test('a level and a marker that two people change keep both changes', async ({ page }) => {
  const id = await ownProject(page, 'Shared Rail')
  const headers = await headersOf(page)
  const at = `/api/project/${id}`
  const add = async (path: string, data: object) =>
    ((await (await page.request.post(`${at}/${path}`, { headers, data })).json()) as { id: string }).id
  const level = await add('level', { name: 'Roof', elevation_m: 6 })
  const ceiling = { x: 0, y: 0, z: -1 }
  const marker = await add('marker', { label: 'Hatch', position: { x: 1, y: 2, z: 3 }, normal: ceiling })
  await page.goto(`/project/${id}/settings`)

  await page.getByRole('button', { name: 'Edit level Roof' }).click()
  await page.request.patch(`${at}/level/${level}`, { headers, data: { name: 'Upper roof' } })
  await dialog(page).getByLabel('Elevation').fill('6.5')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit level Upper roof' })).toBeVisible()
  await expect(page.getByText('+6.50 m')).toBeVisible()

  await page.getByRole('button', { name: 'Edit marker Hatch' }).click()
  const position = { x: 7, y: 8, z: 9 }
  await page.request.patch(`${at}/marker/${marker}`, { headers, data: { position } })
  await dialog(page).getByLabel('Label').fill('Roof hatch')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit marker Roof hatch' })).toBeVisible()
  const markers = (await (await page.request.get(`${at}/marker`)).json()) as { id: string }[]
  expect(markers.find((one) => one.id === marker)).toMatchObject({ position, normal: ceiling })
})

test('a message can be written from a page with a long address', async ({ page }) => {
  const id = await ownProject(page, 'Long Way')
  await page.goto(`/project/${id}/models?select=${'0'.repeat(2100)}`)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Contact' }).click()
  await dialog(page).getByLabel('Message').fill('The model of the tower does not load.')
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(dialog(page).getByText(/reference/i)).toBeVisible()
})

test('the page shows an error for a data download without a connection', async ({ page }) => {
  await newPerson(page)
  await page.goto('/me')
  await page.route(/export/, (route) => route.abort())
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByText('Failed to fetch')).toHaveCount(0)
  await expect(page.getByText('No connection to the server')).toBeVisible()
})

test('the question for a recovery code does not begin with the refusal of the code of the app', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await newPerson(page)
  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.route(/\/auth\/login$/, (route) => {
    const { second_factor } = route.request().postDataJSON()
    const error = second_factor ? 'bad_key' : 'second_factor_required'
    return route.fulfill({ status: 401, json: { error, message: 'refused', fields: {} } })
  })
  await other.goto('/login')
  await other.getByLabel('E-mail').fill(email)
  await other.getByLabel(/^Password/).fill(PASSWORD)
  await other.keyboard.press('Enter')
  await firstBox(other).click()
  await other.keyboard.type('000000')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('alert')).toContainText('Wrong code')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(other.getByLabel('Recovery code')).toBeVisible()
  await expect(other.getByRole('alert')).toHaveCount(0)
})

test('a language whose file fails to load is not reported as saved', async ({ page }) => {
  await newPerson(page)
  await page.goto('/me')
  await cutOff(page, /\/assets\/de-.*\.js/)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await expect(page.getByText('Could not load this')).toBeVisible()
  await expect(page.getByText('Changes applied')).toHaveCount(0)
  const { locale } = (await (await page.request.get('/api/me')).json()) as { locale: string }
  expect(locale).toBe('en')
})

test('a project that is created late leads nobody away from another page', async ({ page }) => {
  await newPerson(page)
  await page.goto('/projects')
  const answer = Promise.withResolvers<void>()
  await page.route(/\/api\/project$/, async (route) => {
    await answer.promise
    await route.fallback()
  })
  await page.getByRole('button', { name: 'New project' }).first().click()
  await dialog(page).getByLabel('Name').fill('Slow Tower')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Chat' }).click()
  await expect(page).toHaveURL(/\/chat/)
  const made = page.waitForResponse(/\/api\/project$/)
  answer.resolve()
  expect((await made).status()).toBe(201)
  await expect(page.getByRole('button', { name: /profile/i })).toBeVisible()
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await dialog(page).getByRole('combobox').fill('Slow')
  await expect(dialog(page).getByRole('option', { name: /^Slow Tower/ })).toBeVisible()
  await expect(page).toHaveURL(/\/chat/)
})

test('a demo that cannot be signed in to shows the reason', async ({ page }) => {
  await page.route(/\/auth\/login$/, (route) =>
    route.fulfill({
      status: 401,
      json: { error: 'bad_credentials', message: 'bad credentials', fields: {} },
    }),
  )
  await page.goto('/welcome')
  await page.getByRole('button', { name: /demo/i }).click()
  await expect(page.getByText('Bad credentials')).toBeVisible()
})

test('a passkey that is not asked for, after too many attempts, is not called broken', async ({ page }) => {
  await page.route(/\/login\/passkey\/options$/, (route) =>
    route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'too many requests' } }),
  )
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('Too many requests')
})
