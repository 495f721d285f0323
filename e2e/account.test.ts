import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import {
  choosePicture,
  expectPicture,
  firstBox,
  forgetSession,
  linkFor,
  logIn,
  look,
  newPerson,
  PASSWORD,
  part,
} from './account-parts.ts'
import { dialogs, leaveHistory } from './dialogs.ts'
import { test } from './test.ts'

/** The account settings on /me: security, sessions, data export and deletion. */

const ANOTHER = 'quiet gravel under seven boots'

async function openMe(page: Page): Promise<string> {
  const email = await newPerson(page)
  await page.goto('/me')
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  return email
}
/** Waits for the saved message to appear and to disappear. */
async function saved(page: Page) {
  const toast = page.getByText('Changes applied')
  await expect(toast.last()).toBeVisible()
  await page.mouse.move(0, 0)
  await toast.last().locator('xpath=ancestor::div[button][1]/button[@aria-label="Close"]').click()
  await expect(toast).toHaveCount(0)
}
const projects = (page: Page) => page.getByRole('heading', { name: 'Projects', level: 1 })

test('a name, a phone number and a picture are kept, and seen at once; on a phone the message leaves the top bar free', async ({
  page,
}) => {
  await openMe(page)
  await page.waitForLoadState('networkidle')
  await look(page)
  const profile = part(page, 'Profile')
  await profile.getByLabel('First name').fill('Ingrid')
  await profile.getByLabel('Phone').fill('+4791234567')
  await page.setViewportSize({ width: 360, height: 740 })
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes applied')).toBeVisible()
  const toast = await page.getByRole('status').filter({ hasText: 'Changes applied' }).boundingBox()
  const bar = await page.getByRole('banner').boundingBox()
  expect(toast?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Infinity))
  await page.setViewportSize({ width: 1440, height: 900 })
  await saved(page)
  await choosePicture(page)
  await look(page)
  await page.keyboard.press('ArrowRight')
  await dialogs(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialogs(page)).toHaveCount(0)
  await expectPicture(page)
  await leaveHistory(page)
  await page.reload()
  await expect(part(page, 'Profile').getByLabel('First name')).toHaveValue('Ingrid')
  await expectPicture(page)
  await page.getByRole('button', { name: 'Upload picture' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
})

test('language, dates, appearance and shortcuts are kept', async ({ page }) => {
  await openMe(page)
  const display = part(page, 'Language and display')
  await display.getByRole('combobox', { name: 'Date format' }).click()
  await page.getByRole('option', { name: /^Year first/ }).click()
  await saved(page)
  await expect(part(page, 'Signed-in devices').getByText(/last seen \d{4}-\d\d-\d\d/)).toBeVisible()
  await display.getByRole('switch', { name: /Single-key shortcuts/ }).click()
  await display.getByRole('combobox', { name: 'Appearance' }).click()
  await page.getByRole('option', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await look(page)
  await page.reload()
  await expect(part(page, 'Language and display').getByRole('combobox', { name: 'Date format' })).toHaveText(
    /Year/,
  )
  await expect(page.getByRole('switch', { name: /Single-key shortcuts/ })).not.toBeChecked()
})

test('a new password signs out other devices, and a wrong one is refused at its field', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await openMe(page)
  const other = await (await browser.newContext({ baseURL })).newPage()
  await logIn(other, email)
  await expect(projects(other)).toBeVisible()

  const password = part(page, 'Password')
  await password.getByLabel('Current password').fill('not my password at all')
  await password.getByLabel('New password').fill(ANOTHER)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByLabel('Current password')).toHaveAccessibleDescription('Bad password')
  await look(page)
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await saved(page)

  await expect(other).toHaveURL(/\/login/)
  await expect(other.getByText('You were signed out. Log in to continue.')).toBeVisible()
  await logIn(other, email)
  await expect(other.getByText('Bad credentials')).toBeVisible()
  await logIn(other, email, ANOTHER)
  await expect(other).toHaveURL(/\/(chat|projects)$/)
})

test('another address counts when the links of both mails were followed', async ({ page }) => {
  const email = await openMe(page)
  const next = `new.${email}`
  const before = await linkFor(page, email)
  const address = part(page, 'E-mail')
  const ask = async (password: string) => {
    await address.getByLabel('New e-mail').fill(next)
    await address.getByLabel('Your password').fill(password)
    await address.getByRole('button', { name: 'Change e-mail' }).click()
  }
  await ask('not my password at all')
  await expect(address.getByLabel('Your password')).toHaveAccessibleDescription('Bad password')
  await ask(PASSWORD)
  await expect(address.getByText(`Waiting for the link sent to ${email}`)).toBeVisible()
  await look(page)

  await page.goto(await linkFor(page, email, before))
  await expect(page.getByText('Confirmed. Now follow the link in the other e-mail.')).toBeVisible()
  await expect(page).toHaveURL(/\/me$/)
  await expect(page.getByText(`Confirmed from ${email}`)).toBeVisible()
  await expect(page.getByText(`Waiting for the link sent to ${next}`)).toBeVisible()
  const link = await linkFor(page, next)
  await page.goto(link)
  await expect(page.getByText(`Your address is now ${next}`)).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Verification link expired')).toBeVisible()
  await logIn(page, email)
  await expect(page.getByText('Bad credentials')).toBeVisible()
  await logIn(page, next)
  await expect(projects(page).or(page.getByRole('heading', { name: 'Your profile' }))).toBeVisible()
})

test('a change of address can be given up', async ({ page }) => {
  const email = await openMe(page)
  const address = part(page, 'E-mail')
  await address.getByLabel('New e-mail').fill(`new.${email}`)
  await address.getByLabel('Your password').fill(PASSWORD)
  await address.getByRole('button', { name: 'Change e-mail' }).click()
  await address.getByRole('button', { name: 'Cancel change' }).click()
  await expect(address.getByLabel('New e-mail')).toBeVisible()
})

test('with two-step sign-in a code of the app is asked for, or a recovery code', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await openMe(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = dialogs(page)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await look(page)
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret })
  await firstBox(page).click()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^Wrong code/).first()).toBeVisible()
  await expect(firstBox(page)).toBeFocused()
  await page.keyboard.type(app.generate())
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await look(page)
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes.length).toBe(10)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('plumbline-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(part(page, 'Two-step sign-in').getByText('10 recovery codes left')).toBeVisible()

  const other = await (await browser.newContext({ baseURL })).newPage()
  await logIn(other, email)
  await expect(other.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await look(other)
  await expect(firstBox(other)).toBeFocused()
  await other.keyboard.type('000000')
  await other.keyboard.press('Enter')
  await expect(other.getByText(/^Wrong code/)).toBeVisible()
  await expect(firstBox(other)).toBeFocused()
  // each code works once: the code of the next half minute is taken early
  await other.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }))
  await other.keyboard.press('Enter')
  await expect(projects(other)).toBeVisible()

  const third = await (await browser.newContext({ baseURL })).newPage()
  await logIn(third, email)
  await third.getByRole('button', { name: 'Use a recovery code' }).click()
  await look(third)
  await third.getByLabel('Recovery code').fill(codes[3] ?? '')
  await third.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(projects(third)).toBeVisible()
  await third.goto('/me')
  await expect(part(third, 'Two-step sign-in').getByText('9 recovery codes left')).toBeVisible()

  await third.getByRole('button', { name: 'Switch off' }).click()
  await dialogs(third).getByLabel('Your password').fill(PASSWORD)
  await dialogs(third)
    .getByLabel(/^Code from the app/)
    .fill(codes[3] ?? '')
  await dialogs(third).getByRole('button', { name: 'Switch off' }).click()
  await expect(
    dialogs(third)
      .getByText(/^Wrong code/)
      .first(),
  ).toBeVisible()
  await dialogs(third)
    .getByLabel(/^Code from the app/)
    .fill(codes[4] ?? '')
  await dialogs(third).getByRole('button', { name: 'Switch off' }).click()
  await expect(third.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('a passkey logs in without a password until it is removed', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await openMe(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = dialogs(page)
  await look(page)
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByLabel('Your password').fill('not my password at all')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Bad password')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  const passkeys = part(page, 'Passkeys')
  await expect(passkeys.getByText('My laptop')).toBeVisible()

  await forgetSession(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL(/\/(me|projects)$/)
  await page.goto('/me')
  await expect(passkeys.getByText(/last used/)).toBeVisible()
  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible()
  await leaveHistory(page)
  await forgetSession(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByText('This passkey did not work. Log in with your password.')).toBeVisible()
})

test('a device that is signed out elsewhere has to log in again', async ({ page, browser, baseURL }) => {
  const email = await openMe(page)
  const other = await (await browser.newContext({ baseURL })).newPage()
  await logIn(other, email)
  await expect(projects(other)).toBeVisible()
  await page.reload()
  const devices = part(page, 'Signed-in devices')
  await expect(devices.getByText('This device')).toHaveCount(1)
  await devices.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(other).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
})

test('everything about oneself can be downloaded', async ({ page }) => {
  await openMe(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('plumbline-my-data.zip')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK')
})

test('an account is deleted once its address was typed, and is gone', async ({ page }) => {
  const email = await openMe(page)
  const readDrafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('plumbline.draft.')).length)
  await page.getByLabel('First name').fill('Somebody else')
  await expect.poll(readDrafts).toBe(1)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('alertdialog')
  await look(page)
  const act = question.getByRole('button', { name: 'Delete my account' })
  await question.getByRole('textbox', { name: `Type ${email} to confirm` }).fill('somebody@example.com')
  await expect(act).toBeDisabled()
  await question.getByRole('textbox', { name: `Type ${email} to confirm` }).fill(email)
  await act.click()
  await expect(page).toHaveURL(/\/welcome$/)
  expect(await readDrafts()).toBe(0)
  await logIn(page, email)
  await expect(page.getByText('Bad credentials')).toBeVisible()
})

test('the owner of a company with other members is told why the account cannot be deleted', async ({
  page,
}) => {
  await page.request.post('/api/auth/login', {
    data: { email: 'demo@plumbline.example', password: 'plumbline-demo' },
  })
  await page.goto('/me')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill('demo@plumbline.example')
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(part(page, 'My data').getByRole('alert')).toContainText('Demo Builders')
})
