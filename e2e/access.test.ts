import fs from 'node:fs/promises'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { headersOf, linkFor, look, newAddress, newPerson, PASSWORD, tabTo } from './account-parts.ts'
import { enter, MAREN, send } from './demo-people.ts'
import { dialogs, quiet } from './dialogs.ts'
import { test } from './test.ts'

/** Joining companies and projects, rights in them, and leaving. */

async function ownProject(page: Page, name = 'Harbour School'): Promise<string> {
  await newPerson(page)
  const project = { headers: await headersOf(page), data: { name } }
  const made = await page.request.post('/api/project', project)
  return ((await made.json()) as { id: string }).id
}

async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  return context.newPage()
}

const dialog = (page: Page) => dialogs(page)

test('many addresses are invited at once, and one of them signs up and joins', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await ownProject(page)
  const [email, colleague] = [newAddress(), newAddress()]
  await page.goto(`/project/${id}/members`)
  await expect(page.getByText('Only you are here')).toBeVisible()
  await page.getByRole('button', { name: 'Invite' }).first().click()
  await dialog(page).getByLabel('E-mail addresses').fill(`Jan <${email}>; ${colleague}, not an address`)
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('not an address')
  await dialog(page).getByLabel('E-mail addresses').fill(`Jan <${email}>; ${colleague}`)
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await expect(dialog(page).getByText('Invited', { exact: true })).toHaveCount(2)
  await look(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Invitations' }).click()
  await expect(page.getByRole('cell', { name: email }).first()).toBeVisible()
  // once more: the invitation stays as it is, and no mail is sent
  await page.getByRole('button', { name: 'Invite' }).first().click()
  await dialog(page).getByLabel('E-mail addresses').fill(email)
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await expect(dialog(page).getByText('Already invited')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  const guest = await another(browser, baseURL)
  const invitation = await linkFor(guest, email)
  await guest.goto(invitation)
  await expect(guest.getByRole('heading', { name: 'Join Harbour School' })).toBeVisible()
  await look(guest)
  await guest.getByLabel('First name').fill('Jan')
  await guest.getByLabel('Last name').fill('de Vries')
  await guest.getByLabel(/^Password/).fill(PASSWORD)
  // the link of the mail, the terms and this button: no second mail, no question about a company
  await guest.getByRole('checkbox', { name: 'I accept the terms' }).check()
  await guest.getByRole('button', { name: 'Create account and join' }).click()
  await expect(guest).toHaveURL(new RegExp(`/project/${id}/`))
  const welcome = guest.getByText('Welcome to Harbour School, Jan.')
  await expect(welcome).toBeVisible()
  await look(guest)
  // a picture has the whole height
  const tabs = guest.getByRole('navigation', { name: 'Project' })
  await tabs.getByRole('link', { name: '3D' }).click()
  await expect(welcome).toHaveCount(0)
  await tabs.getByRole('link', { name: 'Issues' }).click()
  await expect(welcome).toBeVisible()
  // the same link again leads back
  await guest.goto(invitation)
  await expect(guest).toHaveURL(new RegExp(`/project/${id}/`))
  // where another person is signed in, the link leads to the invited account
  const shared = await another(browser, baseURL)
  await newPerson(shared)
  await shared.goto(invitation)
  await expect(shared.getByLabel('E-mail')).toHaveValue(email)

  // at once, without reloading, on the screen of who invited
  await expect(page.getByRole('cell', { name: 'Accepted', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByRole('cell', { name: 'Jan de Vries' }).first()).toBeVisible()

  // the first issue of the project is there at once
  await guest.goto(`/project/${id}/issues`)
  await expect(guest.getByText('No issues yet')).toBeVisible()
  await page.goto(`/project/${id}/issues`)
  await page.getByRole('button', { name: 'New issue' }).last().click()
  await page.getByLabel(/^Title/).fill('Crack in the slab')
  await page.keyboard.press('Control+Enter')
  await expect(guest.getByRole('link', { name: 'Crack in the slab' })).toBeVisible()
})

test('an invitation is answered from its notification', async ({ page, browser, baseURL }) => {
  const guest = await another(browser, baseURL)
  const email = await newPerson(guest)
  await guest.goto('/projects')
  const id = await ownProject(page, 'Quay House')
  await page.goto(`/project/${id}/members`)
  await page.getByRole('button', { name: 'Invite' }).first().click()
  await dialog(page).getByLabel('E-mail addresses').fill(email)
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await expect(dialog(page).getByText('Invited', { exact: true })).toBeVisible()

  await guest.getByRole('button', { name: 'Notifications, 1 new' }).click()
  await guest.getByRole('button', { name: 'follow the instructions' }).click()
  await expect(dialog(guest)).toContainText('Quay House')
  await look(guest)
  await dialog(guest).getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(new RegExp(`/project/${id}`))
  await guest.goto('/projects?invite=0193f0a0-0000-7000-8000-000000000000')
  await expect(dialog(guest)).toContainText('no longer exists')
})

test('the late answer to a change of one member leaves the dialog of another open', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/members`)
  const answer = Promise.withResolvers<void>()
  await page.route(/\/member\/[^/]+$/, async (route) => {
    if (route.request().method() === 'PUT') await answer.promise
    await route.continue()
  })
  const edit = (name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true })
  await edit('Aicha Benali').click()
  await dialog(page).getByLabel('Role').click()
  await page.getByRole('option', { name: 'Surveyor' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await edit('Tomás Herrera').click()
  await expect(dialog(page)).toContainText('Tomás Herrera')
  const done = page.waitForResponse((response) => response.request().method() === 'PUT')
  answer.resolve()
  await done
  await expect(page.getByText('Changes applied')).toBeVisible()
  await expect(dialog(page)).toContainText('Tomás Herrera')
  await dialog(page).getByLabel('Permission level').click()
  await page.getByRole('option', { name: /^Viewer/ }).click()
  await expect(dialog(page)).toContainText('their open issues become unassigned')
})

/** A video for the browser's fake camera that repeats one picture. */
async function filmPicture(page: Page, png: string, film: string) {
  const easel = await page.context().newPage()
  await easel.setViewportSize({ width: 640, height: 480 })
  const source = `data:image/png;base64,${(await fs.readFile(png)).toString('base64')}`
  // turned and small, as a sheet on a wall
  await easel.setContent(
    `<body style="background: #887"><img alt="" src="${source}" style="width: 220px; margin: 90px 190px; rotate: 8deg">`,
  )
  const picture = await easel.screenshot({ type: 'jpeg', quality: 90, scale: 'css' })
  await fs.writeFile(film, Buffer.concat(Array.from({ length: 10 }, () => picture)))
  await easel.close()
}

test('a project code is scanned in a browser that reads no codes by itself', async ({
  page,
  baseURL,
}, info) => {
  const id = await ownProject(page, 'Dock Road')
  await page.goto(`/project/${id}/members`)
  await page.getByRole('button', { name: 'Project code' }).click()
  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'PNG' }).click()
  const film = info.outputPath('film.mjpeg')
  await filmPicture(page, await (await saved).path(), film)
  const { launchOptions } = info.project.use
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const guest = await another(browser, baseURL)
    await guest.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
    await newPerson(guest)
    await guest.goto('/client')
    // the decoder loads with the camera, not with the page; a failed download can be tried again
    await guest.route('**/*.wasm', (route) => route.abort())
    await guest.getByRole('button', { name: 'Scan a QR code' }).click()
    await expect(guest.getByRole('button', { name: 'Try again' })).toBeVisible()
    await look(guest)
    await guest.unroute('**/*.wasm')
    await guest.getByRole('button', { name: 'Try again' }).click()
    await expect(guest.getByText('Dock Road')).toBeVisible()
  } finally {
    await browser.close()
  }
})

test('a code leads to a request, and the request to a place in the project', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await ownProject(page, 'Mill Lane')
  await page.goto(`/project/${id}/members`)
  await page.getByRole('button', { name: 'Project code' }).click()
  const code =
    (await dialog(page)
      .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      .textContent()) ?? ''
  await look(page)
  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'PNG' }).click()
  expect((await saved).suggestedFilename()).toBe(`plumbline-${code}.png`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByRole('button', { name: 'PNG', includeHidden: true })).not.toBeVisible()
  await page.emulateMedia({ media: null })
  await page.keyboard.press('Escape')

  const guest = await another(browser, baseURL)
  await guest.goto(`/client?code=${code}`)
  await expect(guest).toHaveURL(/\/welcome$/)
  // a code that is typed before logging in is there afterwards
  const email = await newPerson(guest)
  await guest.context().clearCookies()
  await guest.goto('/welcome')
  await guest.getByRole('link', { name: 'I have a project code' }).click()
  await guest.getByLabel('Project code').fill(code)
  await guest.getByRole('button', { name: 'Find project' }).click()
  await guest.getByLabel('E-mail').fill(email)
  await guest.getByLabel(/^Password/).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(guest.getByText('Mill Lane')).toBeVisible()
  await guest.goto('/client')
  await guest.getByLabel('Project code').fill('ZZZZ-ZZZZ')
  await guest.getByRole('button', { name: 'Find project' }).click()
  await expect(guest.getByText('No project has this code')).toBeVisible()
  await guest.getByLabel('Project code').fill(code.toLowerCase().replace('-', ' '))
  await guest.getByRole('button', { name: 'Find project' }).click()
  await expect(guest.getByText('Mill Lane')).toBeVisible()
  await guest.getByRole('combobox', { name: 'Your role in the project' }).click()
  await guest.getByRole('option', { name: 'Surveyor' }).click()
  await look(guest)
  await guest.getByRole('button', { name: 'Request access' }).click()
  await expect(guest.getByText('Request sent to Mill Lane')).toBeVisible()
  await guest.goto('/projects')
  await expect(guest.getByRole('heading', { name: 'Your requests' })).toBeVisible()

  await page.getByRole('tab', { name: /Access requests/ }).click()
  await page.getByRole('button', { name: 'Review: Ines Okafor' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Permission level' })).toHaveText('Contributor')
  await look(page)
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(guest.getByRole('link', { name: 'Mill Lane' })).toBeVisible()
  await expect(guest.getByRole('heading', { name: 'Your requests' })).toHaveCount(0)
})

test('the last administrator stays, and a removed member loses access at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const guest = await another(browser, baseURL)
  const email = await newPerson(guest)
  const id = await ownProject(page, 'Dock Seven')
  await page.goto(`/project/${id}/members`)
  await page.getByRole('button', { name: 'Edit Ines Okafor' }).click()
  const remove = dialog(page).getByRole('button', { name: 'Remove from project' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.hover()
  await expect(page.getByText('A project needs an administrator')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Invite' }).first().click()
  await dialog(page).getByLabel('E-mail addresses').fill(email)
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await expect(dialog(page).getByText('Invited', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await guest.goto('/projects')
  await guest.getByRole('button', { name: 'Accept: Dock Seven' }).click()
  await guest.getByRole('link', { name: 'Dock Seven' }).click()
  await expect(guest.getByRole('navigation', { name: 'Project' })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Edit Ines Okafor' }).click()
  await dialog(page).getByRole('button', { name: 'Remove from project' }).click()
  await dialog(page).getByRole('button', { name: 'Remove member' }).click()
  await expect(guest.getByRole('heading', { name: 'You do not have access' })).toBeVisible()
})

test('a settings dialog opens empty and stays open while the previous save is pending', async ({ page }) => {
  const id = await ownProject(page, 'Slow Mill')
  await page.goto(`/project/${id}/settings`)
  const add = async (name: string, elevation: string) => {
    await page.getByRole('button', { name: 'Add level' }).first().click()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('')
    await expect(dialog(page).getByLabel('Elevation')).toHaveValue('')
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Elevation').fill(elevation)
  }
  /** Delays requests of one method for levels. */
  const hold = async (method: string) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/level$/, async (route) => {
      if (route.request().method() === method) await released
      await route.fallback()
    })
    return release
  }
  await expect(page.getByRole('button', { name: 'Add level' })).toBeVisible()
  // the list with the new row is late
  const releaseList = await hold('GET')
  await add('Ground floor', '0')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
  await add('Roof', '6.4')
  releaseList()
  await expect(page.getByText('Ground floor', { exact: true }).first()).toBeAttached()
  // the new row is late
  const releaseRow = await hold('POST')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit level Ground floor' }).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Ground floor')
  releaseRow()
  await expect(page.getByText('Roof', { exact: true }).first()).toBeAttached()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Ground floor')
})

test('a project is furnished, archived, thrown away and brought back by keyboard', async ({ page }) => {
  const id = await ownProject(page, 'Tide Mill')
  await page.goto(`/project/${id}/settings`)
  await page.getByLabel('Address').fill('Quay 4')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes applied')).toBeVisible()
  for (const [name, elevation] of [
    ['Ground floor', '0'],
    ['First floor', '3.2'],
  ] as const) {
    await page.getByRole('button', { name: 'Add level' }).first().press('Enter')
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Elevation').fill(elevation)
    await expect(dialog(page).getByRole('button', { name: 'Add level' })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: `Edit level ${name}` })).toBeVisible()
  }
  for (const name of ['Core', 'Annex']) {
    await page.getByRole('button', { name: 'Add section' }).first().press('Enter')
    await dialog(page).getByLabel('Name').fill(name)
    await expect(dialog(page).getByRole('button', { name: 'Add section' })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: `Edit section ${name}` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Move Annex up' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Edit section/ }).first()).toHaveAccessibleName(
    'Edit section Annex',
  )
  await look(page)
  await page.getByRole('button', { name: 'Archive project' }).press('Enter')
  await expect(page.getByText('This project is archived')).toBeVisible()
  const again = page.getByRole('button', { name: 'Reactivate project' })
  await expect(again).toBeEnabled()
  await again.press('Enter')
  await expect(page.getByText('This project is archived')).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete project' }).press('Enter')
  await page.getByRole('alertdialog').getByLabel('Type Tide Mill to confirm').fill('Tide Mill')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).press('Enter')
  await expect(page).toHaveURL(/\/projects$/)
  await expect(page.getByText('No projects yet')).toBeVisible()
  const trash = page.getByRole('button', { name: 'Deleted projects' })
  await tabTo(page, trash)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Restore: Tide Mill' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Tide Mill' })).toBeVisible()
})

test('a company keeps to its seats, and changes its owner', async ({ page, browser, baseURL }) => {
  await newPerson(page)
  await page.goto('/account?part=members')
  await page.getByRole('button', { name: 'Team size' }).click()
  await dialog(page).getByLabel('Team size').fill('2')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 of 2 seats in use')).toBeVisible()
  const colleague = await another(browser, baseURL)
  const [email, late] = [await newPerson(colleague), newAddress()]
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog(page).getByLabel('E-mail addresses').fill(`${email} ${late}`)
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  await expect(dialog(page).getByText('All 2 seats are in use')).toBeVisible()
  await expect(dialog(page).getByText('No free seat')).toBeVisible()
  await quiet(page)
  await look(page)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await colleague.goto('/projects')
  await colleague.getByRole('button', { name: 'Accept: Okafor Bau' }).click()
  await expect(page.getByRole('cell', { name: email }).first()).toBeVisible()
  const members = '**/api/team/*/member'
  await page.route(members, (route) => route.fulfill({ status: 500, json: { error: 'internal' } }))
  await page.goto('/account?part=danger')
  await expect(page.getByText('Could not load this')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over company' })).toHaveCount(0)
  await page.unroute(members)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Hand over company' }).click()
  await dialog(page).getByRole('combobox', { name: 'New owner' }).click()
  await page.getByRole('option', { name: 'Ines Okafor' }).click()
  await dialog(page).getByRole('button', { name: 'Hand over company' }).click()
  await expect(page.getByRole('button', { name: 'Leave company' })).toBeVisible()
  await look(page)
})

test('On a phone in German, addresses and actions of invitations and requests are shown whole', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const { page, projectId } = maren
  const email = `${'lena.fischer.'.repeat(4)}bauleitung@tragwerksplanung.example.com`
  const terms = { role: 'SUBCONTRACTOR', permission_level: 'CONTRIBUTOR' }
  await send(maren, 'post', `/api/project/${projectId}/invite`, { email, ...terms })
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), locale: 'de' } })
  })
  /** texts that the table's cells cut off */
  const cutOff = () =>
    page.locator('table').evaluate((table) =>
      [...table.querySelectorAll('td span, td button')].flatMap((element) => {
        const { right } = element.getBoundingClientRect()
        const cell = element.closest('td')?.getBoundingClientRect().right ?? 0
        const isCut = right > cell + 1 || element.scrollWidth > element.clientWidth + 1
        return element.checkVisibility() && element.clientWidth > 0 && isCut
          ? (element.textContent ?? '')
          : []
      }),
    )
  await page.goto(`/project/${projectId}/members?list=invitations`)
  await expect(page.getByText(email)).toBeVisible()
  expect(await cutOff()).toEqual([])
  await page.goto(`/project/${projectId}/members?list=requests`)
  await expect(page.getByRole('button', { name: /^Prüfen/ })).toBeVisible()
  expect(await cutOff()).toEqual([])
})

test('A name in a list of projects that is cut off is a target of 44 px on a touch screen', async ({
  browser,
  baseURL,
}) => {
  const { page } = await enter(browser, baseURL, MAREN, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto('/projects?layout=list')
  const link = page.getByRole('link', { name: 'Demo Tower', exact: true })
  await expect(link).toBeVisible()
  const reached = await link.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    const middle = (top + bottom) / 2
    return [-18, 18].map((y) => element.contains(document.elementFromPoint(left + 10, middle + y)))
  })
  expect(reached).toEqual([true, true])
})
