import fs from 'node:fs'
import path from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { fillAccount, linkFor, PASSWORD } from './account-parts.ts'
import { dialogs } from './dialogs.ts'
import { isLong } from './size.ts'
import { test } from './test.ts'

/** From a new address to an issue on an element of a model, seen by a second person without reloading. */

const folder = process.env.E2E_DATA ?? ''

function writeModel(): string {
  const size = { storeys: 2, bays_x: 5, bays_y: 3, seed: 7 }
  const file = path.join(folder, 'Harbour School.ifc')
  fs.writeFileSync(file, [...generateBuilding({ ...size, discipline: 'architecture', version: 1 })].join(''))
  return file
}

const shared = path.join(import.meta.dirname, '../../shared/ifc')

/** By a click in the middle of the picture. */
async function pickByClick(page: Page) {
  await expect(page.getByText(/^Loading \d+ %$/)).toHaveCount(0)
  const box = (await page.getByLabel('Model', { exact: true }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** By keyboard in the tree, down to the first element: for what is too thin to hit. */
async function pickInTree(page: Page) {
  await page.getByRole('treeitem').first().click()
  for (let level = 0; level < 12; level++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
}

interface Sample {
  name: string
  file: () => string
  pick: (page: Page) => Promise<void>
}

const samples: Sample[] = [{ name: 'the generated building', file: writeModel, pick: pickByClick }]
// a short run takes the generated building through the same steps
for (const [name, pick] of isLong
  ? ([
      ['duplex.ifc', pickByClick],
      ['infra-rumblestrip.ifc', pickInTree],
    ] as const)
  : []) {
  const file = path.join(shared, name)
  if (fs.existsSync(file)) samples.push({ name, file: () => file, pick })
  else console.warn(`main-job.test.ts: ../shared/ifc/${name} is not here and is not tried`)
}

async function createAccount(page: Page, email: string) {
  await page.goto('/')
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await page.goto(await linkFor(page, email))
  await fillAccount(page)
}

async function answerKyc(page: Page) {
  await expect(page.getByRole('heading', { name: 'About your company' })).toBeVisible()
  for (const [label, option] of [
    ['Type of company', 'Architect'],
    ['Size', '11 to 50 people'],
    ['Your role', 'BIM coordinator'],
  ]) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.getByRole('combobox', { name: 'Country' }).fill('Norw')
  await page.getByRole('option', { name: 'Norway' }).click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

async function signInAgain(browser: Browser, origin: string, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  return page
}

for (const sample of samples)
  test(`a newcomer files an issue on an element of ${sample.name}`, async ({ page, browser, baseURL }) => {
    test.setTimeout(180_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const email = `ines.${Date.now()}@example.com`
    await createAccount(page, email)

    await expect(page.getByRole('heading', { name: 'Create your company' })).toBeVisible()
    await page.getByLabel(/Company name/).fill('Okafor Bau')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Invite colleagues' })).toBeVisible()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await page.getByRole('radio', { name: 'Create my own' }).check()
    await page.getByLabel(/Project name/).fill('Harbour School')
    await page.getByRole('button', { name: 'Create project' }).click()
    await answerKyc(page)
    await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
    await page.locator('input[type=file]').first().setInputFiles(sample.file())
    await dialogs(page).getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 60_000 })

    await page.getByRole('link', { name: 'Open in 3D' }).click()
    const canvas = page.getByLabel('Model', { exact: true })
    await expect(page.getByRole('treeitem').nth(1)).toBeVisible()
    await sample.pick(page)
    await page.getByRole('tab', { name: 'Properties' }).click()
    await expect(page.getByText('GlobalId', { exact: true })).toBeVisible()

    const second = await signInAgain(browser, baseURL ?? '', email)
    await second.getByRole('link', { name: 'Harbour School' }).click()
    await second.getByRole('link', { name: /^Issues/ }).click()
    await expect(second.getByText('No issues yet')).toBeVisible()

    await canvas.focus()
    await page.keyboard.press('c')
    await expect(page.getByLabel(/^Title/)).toBeFocused()
    await page.keyboard.type('Crack beside the window')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Issue #1 created')).toBeVisible()
    const pin = page.getByRole('button', { name: /Issue 1, Crack beside the window/ })
    await expect(pin.getByText('1')).toBeVisible()

    await expect(second.getByRole('link', { name: 'Crack beside the window' })).toBeVisible()
    await second.getByRole('link', { name: 'Crack beside the window' }).click()
    await expect(second.getByRole('img', { name: 'View of issue #1' })).toBeVisible()
    await expect(second.locator('code').getByText(/^[0-9A-Za-z_$]{22}$/)).toBeVisible()
    await second.getByRole('link', { name: 'Show in the model' }).click()
    await expect(second).toHaveURL(/\/viewer\?issue=1$/)
    await second.getByRole('tab', { name: 'Properties' }).click()
    await expect(second.getByText('GlobalId', { exact: true })).toBeVisible({ timeout: 30_000 })
    expect(problems).toEqual([])
  })

test('the demo is one press away, with models, issues, people and chat', async ({ page }) => {
  await page.goto('/welcome')
  await page.getByRole('button', { name: 'Open the demo project' }).click()
  await page.getByRole('link', { name: 'Demo Tower' }).first().click()
  await page.getByRole('link', { name: /^Overdue/ }).click()
  await expect(page).toHaveURL(/\/issues\?due=overdue$/)
  await page
    .getByRole('navigation', { name: 'Project' })
    .getByRole('link', { name: /^Issues/ })
    .click()
  await page.getByRole('searchbox', { name: 'Search issues' }).fill('duct')
  await expect(page.getByText('Duct too low for the suspended ceiling')).toBeVisible()
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Models' }).click()
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(3, { timeout: 60_000 })
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Members' }).click()
  await expect(page.getByText('Aicha Benali', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Chat/ }).click()
  await page.getByRole('link', { name: /Demo Tower/ }).click()
  await expect(page.getByText('Site walk on Thursday').last()).toBeVisible()
})

test('a wrong password is reported, and a page behind the sign-in leads to the welcome page', async ({
  page,
}) => {
  await page.goto('/project/0193f0a0-0000-7000-8000-000000000000/issues')
  await expect(page).toHaveURL(/\/welcome$/)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('demo@plumbline.example')
  await page.getByLabel(/^Password/).fill('not the password at all')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Bad credentials')).toBeVisible()
  await expect(page.getByLabel(/^Password/)).toHaveValue('')
})
