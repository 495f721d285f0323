import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { findProblems, finishAnimations } from './accessibility.ts'
import { isLong } from './size.ts'

/** Shared by the tests of an account: people, mails, and checks of a screen in both widths. */

export const PASSWORD = 'walls and windows in a row'
const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 740 }

let made = 0
export const newAddress = () => `ines.${Date.now()}.${++made}@example.com`

/** The newest mail to an address in the local inbox. */
async function mailTo(request: APIRequestContext, email: string): Promise<string> {
  const articles = (await (await request.get('/dev/inbox')).text()).split('<article>')
  return articles.find((article) => article.includes(`to ${email},`)) ?? ''
}

/** The link of the newest mail to an address, without its origin; waits until the mail has another than `not`. */
export async function linkFor(page: Page, email: string, not = ''): Promise<string> {
  let link = ''
  const isFound = async () => {
    link = /href="https?:\/\/[^/"]+([^"]+)"/.exec(await mailTo(page.request, email))?.[1] ?? ''
    return link !== '' && link !== not
  }
  await expect.poll(isFound, { intervals: [50] }).toBe(true)
  return link.replaceAll('&amp;', '&')
}

/** The six digits of the newest mail to an address. */
export async function keyFor(page: Page, email: string): Promise<string> {
  await linkFor(page, email)
  return /\b\d{3} ?\d{3}\b/.exec((await mailTo(page.request, email)).replace(/<[^>]*>/g, ' '))?.[0] ?? ''
}

/** The headers that a write of the page's user must carry. */
export async function headersOf(page: Page) {
  const cookies = await page.context().cookies()
  return { 'X-XSRF-TOKEN': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '' }
}

/** Nothing is asked of the person any more before they can work. */
export async function passOnboarding(page: Page) {
  const headers = await headersOf(page)
  const kyc = { company_type: 'ARCHITECT', company_size: '11-50', job_role: 'ARCHITECT', country: 'NO' }
  await page.request.patch('/api/me/kyc/enrich', { headers, data: kyc })
  await page.request.patch('/api/me', { headers, data: { mandatory_onboarding_passed: true } })
}

/** From the form behind the mail's link to an account. */
export async function fillAccount(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
}

/** An account with a company that has nothing outstanding; the page's browser is signed in to it. */
export async function newPerson(page: Page): Promise<string> {
  const email = newAddress()
  const { request } = page
  expect((await request.post('/api/signup', { data: { email } })).status()).toBe(202)
  const code = new URLSearchParams((await linkFor(page, email)).split('?')[1]).get('code')
  const person = { first_name: 'Ines', last_name: 'Okafor', password: PASSWORD, terms_accepted: true }
  expect((await request.put('/api/signup', { data: { code, ...person } })).status()).toBe(201)
  await request.post('/api/v2/team', { headers: await headersOf(page), data: { name: 'Okafor Bau' } })
  await passOnboarding(page)
  return email
}

/** Waits until fades have ended: half-transparent text has no contrast. */
async function settled(page: Page) {
  await expect(page.locator('[data-ending-style], [data-starting-style]')).toHaveCount(0)
  await finishAnimations(page)
}

let looked = 0

/** The screen is accessible and fits, wide and on a phone; a short run tries the rules of accessibility in turns. */
export async function look(page: Page) {
  const turn = looked++ % 2 === 0 ? narrow : wide
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    await settled(page)
    const problems = isLong || size === turn ? await findProblems(page) : []
    expect({ at: size.width, problems }).toEqual({ at: size.width, problems: [] })
    // an open menu follows its button a frame after the new width
    const readOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(readOverflow, `overflow at ${size.width} px`).toBeLessThanOrEqual(0)
  }
}

/** The first of the six boxes of a key or code. */
export const firstBox = (page: Page) =>
  page.locator('main, [role=dialog]').last().getByRole('group').getByRole('textbox').first()

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** A real PNG, drawn by the browser. */
async function drawPng(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 })
    canvas.getContext('2d')?.fillRect(0, 0, 200, 300)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

export async function choosePicture(page: Page) {
  const buffer = await drawPng(page)
  await page.getByRole('button', { name: 'Upload picture' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload image' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('Saved. Move or zoom the picture to change the crop.')).toBeVisible()
}

/** One's picture in the top bar is an image that has been loaded. */
export async function expectPicture(page: Page) {
  const image = page.getByRole('banner').locator('img[src^="/api/me/picture?v="]')
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(256)
}

export const part = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2, exact: true }) })

/** Deletes the session's cookie on an empty page: a read of the page that is open would lead to the log-in as well. */
export async function forgetSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

export async function logIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
