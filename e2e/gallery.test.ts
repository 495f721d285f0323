import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { build, loadConfigFromFile, type Plugin, type PreviewServer, preview } from 'vite'
import { expectAccessible } from './accessibility.ts'
import { isLong } from './size.ts'
import { test } from './test.ts'

/**
 * The components in a browser, on the page that shows them all: built as for production and served under a policy that
 * forbids inline styles and scripts. Every test also fails on anything the console calls an error.
 */
const web = join(import.meta.dirname, '../web')
const policy =
  "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; object-src 'none'"

let server: PreviewServer
let address: string
let outDir: string
/** light and wide, for tests of components that they leave as they found them */
let shared: Page
const complaints: string[] = []

/** The configuration of the build without its compressed copies of files, which take longer than all else. */
async function readConfig() {
  const found = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(web, 'vite.config.ts'),
  )
  const plugins = (await Promise.all((found?.config.plugins ?? []).flat(3))) as Plugin[]
  const isNeeded = ({ name }: Plugin) => name !== 'vite-plugin-compression'
  return { ...found?.config, plugins: plugins.flat().filter(isNeeded), configFile: false as const }
}

test.beforeAll(async ({ browser }) => {
  outDir = mkdtempSync(join(tmpdir(), 'gallery-'))
  const config = await readConfig()
  await build({
    ...config,
    logLevel: 'error',
    build: {
      ...config.build,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { ...config.build?.rolldownOptions, input: join(web, 'gallery.html') },
    },
  })
  server = await preview({
    root: web,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': policy } },
  })
  address = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/gallery.html`
  shared = await browser.newPage()
  listen(shared)
  await open(shared)
})
test.afterAll(async () => {
  await shared.context().close()
  await server.close()
  rmSync(outDir, { recursive: true })
})
function listen(page: Page) {
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
}
test.beforeEach(({ page }) => {
  complaints.length = 0
  if (page !== shared) listen(page)
})
test.afterEach(() => expect(complaints).toEqual([]))

type Look = { theme: 'light' | 'dark'; dir?: 'ltr' | 'rtl'; width: number }
async function open(page: Page, look: Look = { theme: 'light', width: 1440 }) {
  await page.setViewportSize({ width: look.width, height: 900 })
  await page.goto(`${address}?theme=${look.theme}&dir=${look.dir ?? 'ltr'}`)
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Sign up' })

/** A real PNG, drawn by the browser. */
async function drawPng(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      canvas.getContext('2d')?.fillRect(0, 0, wide / 2, high)
      return canvas.toDataURL('image/png')
    },
    [width, height] as const,
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}
async function choosePicture(page: Page, width: number, height: number) {
  const buffer = await drawPng(page, width, height)
  await button(page, 'Upload picture').click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload image' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('Saved. Move or zoom the picture to change the crop.')).toBeVisible()
}

/** How each popup is opened, and the element that proves it is open. */
const popups: Record<string, (page: Page) => Promise<void>> = {
  async menu(page) {
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    await expect(page.getByRole('menu')).toHaveCount(2)
  },
  async select(page) {
    await form(page).getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('option', { name: 'Architect' })).toBeVisible()
  },
  async combobox(page) {
    await page.getByRole('combobox', { name: 'Level' }).last().click()
    await expect(page.getByRole('option', { name: 'Level 3', exact: true })).toBeVisible()
  },
  async 'dialog with an error'(page) {
    await button(page, 'New issue').last().click()
    await button(page, 'Create issue').last().click()
    await expect(page.getByRole('alert').getByText('Check one field')).toBeVisible()
  },
  async 'dialog that asks'(page) {
    await button(page, 'New issue').last().click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Crack')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Leave without saving your changes?')).toBeVisible()
  },
  async 'alert dialog'(page) {
    await button(page, 'Delete project').last().click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  async drawer(page) {
    await button(page, 'Notifications').click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  },
  async 'command palette'(page) {
    await button(page, 'Command palette').click()
    await expect(page.getByRole('option', { name: /Harbour Tower/ })).toBeVisible()
  },
  async popover(page) {
    await button(page, 'Filters').click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  },
  async 'picture dialog'(page) {
    await button(page, 'Upload picture').click()
    await expect(page.getByRole('dialog', { name: 'Upload picture' })).toBeVisible()
  },
  async 'picture dialog with a picture'(page) {
    await choosePicture(page, 300, 200)
    await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible()
  },
  async tooltip(page) {
    await button(page, 'Upload model').hover()
    await expect(page.getByRole('tooltip', { name: 'Only editors can upload models' })).toBeVisible()
  },
  async toasts(page) {
    await button(page, 'Error').click()
    await button(page, 'With undo').click()
    await expect(page.getByText('Issue #42 created')).toBeVisible()
  },
  async 'form with errors'(page) {
    await form(page).getByRole('button', { name: 'Create account' }).click()
    await expect(form(page).getByText('Check 4 fields')).toBeVisible()
  },
  async 'chart as table'(page) {
    await page
      .getByRole('figure', { name: 'Last 12 weeks' })
      .getByRole('button', { name: 'Show as table' })
      .click()
    await expect(page.getByRole('cell', { name: '11', exact: true }).first()).toBeVisible()
  },
}

/** Closes popups, except for messages in a corner. */
async function closePopups(page: Page) {
  const popups = page.locator(
    ':is([role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=tooltip]):not([aria-modal=false])',
  )
  const isOpen = () => popups.filter({ visible: true }).count()
  await page.mouse.move(0, 0)
  await expect(async () => {
    const discard = button(page, 'Discard')
    if (await discard.isVisible()) await discard.click()
    else if ((await isOpen()) > 0) await page.keyboard.press('Escape')
    expect(await isOpen()).toBe(0)
  }).toPass({ intervals: [50] })
}

const looks: Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360, dir: 'rtl' },
]
for (const look of isLong
  ? looks
  : looks.filter(({ theme, width }) => (theme === 'light') === (width === 1440))) {
  test(`the page is accessible and fits in ${look.theme} at ${look.width} px`, async ({ page }) => {
    await open(page, look)
    await expectAccessible(page)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
  })
}

/** Containers of some popups; all others are rendered in portals. */
const shownIn: Record<string, string> = {
  'form with errors': 'form',
  'chart as table': 'figure',
  tooltip: '[role=tooltip]',
}
/** While the list of a combobox is open the rest is hidden from screen readers, though Tab closes it and moves on. */
const hidesTheRest = 'combobox'
for (const [turn, look] of looks
  .filter(({ theme, width }) => (theme === 'light') === (width === 1440))
  .entries()) {
  test(`popups, open, are accessible in ${look.theme} at ${look.width} px`, async ({ page }) => {
    await open(page, look)
    // a short run opens each once, in turns light and wide or dark and narrow
    const tried = Object.entries(popups).filter((_, at) => isLong || at % 2 === turn)
    for (const [name, openPopup] of tried)
      await test.step(name, async () => {
        await openPopup(page)
        await expectAccessible(page, {
          // the page behind is the same each time
          part: isLong ? undefined : (shownIn[name] ?? '[data-base-ui-portal]'),
          without: name === hidesTheRest ? ['aria-hidden-focus'] : [],
        })
        await closePopups(page)
      })
  })
}

test.describe('Form', () => {
  test('lists the errors, moves the focus to the list, and links to each field', async ({ page }) => {
    await open(page)
    await form(page).getByRole('button', { name: 'Create account' }).click()
    const summary = form(page).getByRole('alert')
    await expect(summary).toBeFocused()
    await summary.getByRole('button', { name: 'Role: Fill this in' }).click()
    await expect(form(page).getByRole('combobox', { name: 'Role' })).toBeFocused()
    const password = form(page).getByRole('textbox', { name: 'Password' })
    await expect(password).toHaveAccessibleDescription(/Fill this in/)
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toHaveAttribute('aria-required', 'true')
  })
  test('shows an error of a field when leaving it, not before, and not for an empty one', async ({
    page,
  }) => {
    await open(page)
    const email = form(page).getByRole('textbox', { name: 'E-mail' })
    await email.focus()
    await page.keyboard.press('Tab')
    await expect(form(page).getByText('Fill this in')).toHaveCount(0)
    await email.fill('ana')
    await expect(form(page).getByText('Enter an e-mail address')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(form(page).getByText('Enter an e-mail address')).toBeVisible()
    await email.fill('ana@example.com')
    await expect(form(page).getByText('Enter an e-mail address')).toHaveCount(0)
  })
  test('shows the server’s refusal at the field, and lets the person try again', async ({ page }) => {
    await open(page)
    await form(page).getByRole('textbox', { name: 'E-mail' }).fill('taken@example.com')
    const password = form(page).getByRole('textbox', { name: 'Password' })
    await password.fill('a long enough password')
    await expect(password).toHaveAttribute('type', 'password')
    await button(page, 'Show password').click()
    await expect(password).toHaveAttribute('type', 'text')
    await form(page).getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Site manager' }).click()
    await form(page).getByRole('checkbox', { name: 'I accept the terms' }).click()
    const submit = form(page).getByRole('button', { name: 'Create account' })
    await submit.click()
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await expect(form(page).getByRole('alert')).toBeFocused()
    await expect(form(page).getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(
      'There is an account with this e-mail',
    )
    await submit.click()
    await expect(form(page).getByRole('alert')).toBeFocused()
    await form(page).getByRole('textbox', { name: 'E-mail' }).fill('ana@example.com')
    await page.keyboard.press('Control+Enter')
    await expect(form(page).getByText('Sent for ana@example.com')).toBeVisible()
    await expect(form(page).getByRole('alert')).toHaveCount(0)
  })
})

test('a tap next to the arrow of a branch opens the branch and selects nothing', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await open(page, { theme: 'light', width: 360 })
  const level = page.getByRole('treeitem', { name: 'Level 3' })
  await level.scrollIntoViewIfNeeded()
  const arrow = await level.locator('svg').first().boundingBox()
  await page.touchscreen.tap((arrow?.x ?? 0) + 8 - 18, (arrow?.y ?? 0) + 8 + 18)
  await expect(level).toHaveAttribute('aria-expanded', 'true')
  await expect(level).toHaveAttribute('aria-selected', 'false')
  await context.close()
})

test('a sheet rests at its stops, by keyboard too, and leaves the page usable', async ({ page }) => {
  await open(page, { theme: 'light', width: 360 })
  await button(page, 'Sheet from below').click()
  const sheet = page.getByRole('dialog', { name: 'Tree' })
  const top = async () => Math.round(((await sheet.boundingBox())?.y ?? 0) / 9)
  await expect.poll(top).toBe(50)
  await page.getByRole('slider', { name: 'Sheet height' }).press('ArrowRight')
  await expect.poll(top).toBe(10)
  await expectAccessible(page)
  const behind = page.getByRole('checkbox', { name: 'Only mine' })
  await behind.click()
  await expect(behind).toBeChecked()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
})

test.describe('on a page that stays', () => {
  test.use({ page: ({ browserName: _ }, use) => use(shared) })
  test.afterEach(() => closePopups(shared))

  test.describe('Upload picture', () => {
    test('uploads the chosen picture at once, and a new crop after moving it by keys or pointer', async ({
      page,
    }) => {
      await choosePicture(page, 300, 200)
      const frame = page.getByRole('application')
      await expect(frame).toBeFocused()
      const middle = () =>
        frame.evaluate((canvas: HTMLCanvasElement) => {
          const [, , , alpha] =
            canvas.getContext('2d')?.getImageData(canvas.width / 2 - 4, 9, 1, 1).data ?? []
          return alpha
        })
      expect(await middle()).toBe(255)
      await page.keyboard.press('ArrowRight')
      expect(await middle()).toBe(0)
      const box = await frame.boundingBox()
      await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100)
      await page.mouse.down()
      await page.mouse.move((box?.x ?? 0) + 140, (box?.y ?? 0) + 100)
      await page.mouse.up()
      expect(await middle()).toBe(255)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    test('refuses files that are too large, of another kind, or several, in fixed words', async ({
      page,
    }) => {
      await button(page, 'Upload picture').click()
      const drop = (files: { name: string; bytes: number }[]) =>
        page
          .getByText('or drop or paste here')
          .last()
          .evaluate((target, given) => {
            const dataTransfer = new DataTransfer()
            for (const { name, bytes } of given)
              dataTransfer.items.add(new File([new Uint8Array(bytes)], name))
            target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
          }, files)
      const alert = page.getByRole('dialog').getByRole('alert')
      await drop([{ name: 'a.png', bytes: 10_000_001 }])
      await expect(alert).toHaveText('This file is larger than 10 MB')
      await drop([{ name: 'a.gif', bytes: 10 }])
      await expect(alert).toHaveText('Use a JPG or PNG image')
      await drop([
        { name: 'a.png', bytes: 10 },
        { name: 'b.png', bytes: 10 },
      ])
      await expect(alert).toHaveText('Choose one image')
      await drop([{ name: 'not-really.png', bytes: 10 }])
      await expect(alert).toHaveText('Use a JPG or PNG image')
    })
  })

  test('a dialog starts in its first field, asks before losing it, and gives the focus back', async ({
    page,
  }) => {
    const opener = button(page, 'New issue').last()
    await opener.click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await opener.click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect(title).toBeFocused()
    await title.fill('Crack')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Keep editing')).toBeFocused()
    await button(page, 'Keep editing').click()
    await expect(title).toHaveValue('Crack')
    await button(page, 'Cancel').last().click()
    await button(page, 'Discard').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
  test('an action that cannot be undone asks to type the name', async ({ page }) => {
    await button(page, 'Delete project').last().click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete project' })
    const act = dialog.getByRole('button', { name: 'Delete project' })
    await act.click({ force: true })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Type Harbour Tower' }).fill('Harbour Tower')
    await act.click()
    await expect(dialog).toHaveCount(0)
  })

  test('a second press while a write is pending sends nothing, and a press after it sends again', async ({
    page,
  }) => {
    const waiting: (() => void)[] = []
    let sent = 0
    await page.route('**/api/project/project/level', async (route) => {
      sent++
      await new Promise<void>((resolve) => waiting.push(resolve))
      await route.fulfill({ status: 201, json: { id: 'level', name: 'Level 1' } })
    })
    const press = button(page, 'Send a write')
    await press.dblclick()
    await press.click()
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()?.()
    await expect(page.getByText('1 answered')).toBeVisible()
    expect(sent).toBe(1)
    await press.click()
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()?.()
    await expect(page.getByText('2 answered')).toBeVisible()
    expect(sent).toBe(2)
  })

  test('a disabled button can be focused, and says why', async ({ page }) => {
    const upload = button(page, 'Upload model')
    await upload.focus()
    await expect(upload).toBeFocused()
    await expect(upload).toHaveAccessibleDescription('Only editors can upload models')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip', { name: 'Only editors can upload models' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })

  test('toasts use the agreed words, are stacked, and Undo works', async ({ page }) => {
    await button(page, 'Success').click()
    const success = page.getByRole('status').filter({ hasText: 'Success' })
    await expect(success.getByText('Changes applied')).toBeVisible()
    await button(page, 'Error').click()
    await expect(page.getByRole('alert').filter({ hasText: 'Error' }).getByText('Server error')).toBeVisible()
    await button(page, 'Server text').click()
    await expect(page.getByRole('alert').getByText('Bad password')).toBeVisible()
    await button(page, 'With undo').click()
    await expect(success).toBeHidden()
    await button(page, 'Undo').click()
    await expect(page.getByText('Issue #42 deleted')).toBeVisible()
    await expect(page.getByText('Issue #42 created')).toHaveCount(0)
  })

  test.describe('lists by keyboard', () => {
    test('a tree opens, finds, selects and closes', async ({ page }) => {
      const tree = page.getByRole('tree', { name: 'Model' })
      await tree.focus()
      await page.keyboard.type('level 7')
      await page.keyboard.press('ArrowRight')
      const level = tree.getByRole('treeitem', { name: 'Level 7' })
      await expect(level).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('ArrowRight')
      // a name that is shortened in the middle is shown in full next to the row
      const whole = page.locator(':popover-open')
      await expect(whole).toHaveText(/^Basic Wall:Exterior, brick on block with insulation 200 mm:\d+$/)
      await page.keyboard.press('Space')
      await expect(whole).toHaveCount(0)
      await expect(tree.getByRole('treeitem', { selected: true })).toHaveCount(1)
      await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '3')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await expect(level).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Opened: Level 7')).toBeVisible()
    })
    test('a tree scrolls to an element picked elsewhere', async ({ page }) => {
      await button(page, 'Show wall 64500').click()
      await expect(page.getByRole('treeitem', { name: /^Basic Wall.* 200 mm:64500$/ })).toBeInViewport()
    })
    test('Tab enters a long list also where its active row is scrolled away', async ({ page }) => {
      const list = page.getByRole('list', { name: 'Messages' })
      await list.locator('..').evaluate((scroller) => scroller.scrollTo(0, 5000))
      await expect(list.locator('li[data-index="0"]')).toHaveCount(0)
      await expect(list.locator('li[tabindex="0"]')).toHaveCount(1)
    })
    test('a long right-to-left name starts at the right', async ({ page }) => {
      await page.getByRole('tree', { name: 'Model' }).focus()
      await page.keyboard.press('End')
      const row = page.getByRole('treeitem', { name: /^מגדל הנמל/ })
      const [head, tail] = await row
        .locator('span[aria-hidden] ')
        .filter({ hasText: /[א-ת]/ })
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left))
      expect(head).toBeGreaterThan(tail ?? Number.NaN)
    })
    test('a table of thousands moves, opens, and keeps few rows', async ({ page }) => {
      const table = page.getByRole('table', { name: '5,000 issues' })
      await expect(table).toHaveAttribute('aria-rowcount', '5001')
      await table.locator('tr[tabindex="0"]').focus()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Opened: #2', { exact: true })).toBeVisible()
      await page.keyboard.press('End')
      await expect(table.locator('tr[aria-rowindex="5001"]')).toBeFocused()
      expect(await table.getByRole('row').count()).toBeLessThan(40)
    })
    test('a table selects one row, a range, and all', async ({ page }) => {
      const table = page.getByRole('table', { name: 'Some issues' })
      const ticked = table.getByRole('checkbox', { checked: true })
      await expect(ticked).toHaveCount(1)
      await table.locator('tr[tabindex="0"]').focus()
      await page.keyboard.press('x')
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('Shift+X')
      await expect(ticked).toHaveCount(4)
      await table.getByRole('checkbox', { name: 'Select all' }).click()
      await expect(ticked).toHaveCount(7)
      await table.getByRole('button', { name: 'Title' }).click()
      await expect(table.getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
    })
    test('Shift and a press on its box select a range of a table', async ({ page }) => {
      const table = page.getByRole('table', { name: 'Some issues' })
      await table.getByRole('checkbox', { name: 'Select all' }).check()
      await table.getByRole('checkbox', { name: 'Select all' }).uncheck()
      const boxes = table.getByRole('checkbox', { name: /^Select #/ })
      await boxes.nth(0).click()
      await boxes.nth(3).click({ modifiers: ['Shift'] })
      await expect(boxes.and(table.getByRole('checkbox', { checked: true }))).toHaveCount(4)
    })
    test('the line between panes moves', async ({ page }) => {
      const line = page.getByRole('separator', { name: 'Resize panels' })
      await line.focus()
      await page.keyboard.press('ArrowRight')
      await expect(line).toHaveAttribute('aria-valuenow', '236')
    })
  })

  test('six digits are one field: pasting fills it', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Key from the e-mail' }).focus()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text', '12 34-56')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
      )
    })
    await expect(page.getByText('Complete: 123456')).toBeVisible()
  })

  test('a combobox searches on the server and shows its errors', async ({ page }) => {
    const assignee = page.getByRole('combobox', { name: 'Assignee' })
    await expect(assignee).toHaveValue('Ana Lindqvist')
    await assignee.fill('mei')
    await page.getByRole('option', { name: 'Mei Tan' }).click()
    await expect(assignee).toHaveValue('Mei Tan')
    await assignee.fill('fail')
    await expect(page.getByText('The search failed. Keep typing to try again.')).toBeVisible()
  })

  test('Enter right after typing does not choose a result of an earlier search', async ({ page }) => {
    const assignee = page.getByRole('combobox', { name: 'Assignee' })
    await assignee.fill('ana')
    await page.getByRole('option', { name: 'Ana Lindqvist' }).click()
    await assignee.fill('mei')
    await expect(page.getByRole('option')).toHaveText(['Mei Tan'])
    await assignee.fill('jonas')
    await page.keyboard.press('Enter')
    await assignee.blur()
    await expect(assignee).toHaveValue('Ana Lindqvist')
    await assignee.fill('')
    await assignee.fill('jonas')
    await page.getByRole('option', { name: 'Jonas Eik' }).click()
    await expect(assignee).toHaveValue('Jonas Eik')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await assignee.press('ArrowDown')
    await expect(page.getByRole('option')).toHaveText(['Ana Lindqvist', 'Tomasz Wrona'])
    await page.keyboard.press('Escape')
  })

  test('Escape in a combobox with a closed list changes nothing', async ({ page }) => {
    const assignee = page.getByRole('combobox', { name: 'Assignee' })
    const before = await assignee.inputValue()
    await assignee.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(assignee).toHaveValue(before)
    expect(before).not.toBe('')
    const labels = page.getByRole('combobox', { name: 'Labels' })
    const chips = labels.locator('..').getByRole('button')
    const count = await chips.count()
    expect(count).toBeGreaterThan(0)
    await labels.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(chips).toHaveCount(count)
    const tags = page.getByRole('combobox', { name: 'Words of one’s own' })
    await tags.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Remove Concrete').first()).toBeVisible()
  })

  test('Tab leaves a combobox, closes its list and shows the page again', async ({ page }) => {
    const level = page.getByRole('combobox', { name: 'Level' }).last()
    await level.fill('3')
    await expect(page.locator('[role=option]')).toHaveCount(13)
    await page.keyboard.press('Tab')
    await expect(page.locator('[role=option]')).toHaveCount(0)
    await expect(page.getByRole('banner')).not.toHaveAttribute('aria-hidden', /.*/)
  })

  test('chips are taken back with Backspace', async ({ page }) => {
    await page.getByRole('combobox', { name: 'Labels' }).focus()
    await page.keyboard.press('Backspace')
    await expect(button(page, 'Remove waterproofing of the roof')).toHaveCount(0)
  })

  test('a tag that is typed and left is added', async ({ page }) => {
    const tags = page.getByRole('combobox', { name: 'Words of one’s own' })
    await tags.fill('facade')
    await page.keyboard.press('Tab')
    await expect(button(page, 'Remove Facade').first()).toBeVisible()
    await tags.fill('wet paint')
    await expect(page.getByRole('option', { name: 'wet paint' })).toBeVisible()
    await page.mouse.click(2, 2)
    await expect(button(page, 'Remove wet paint')).toBeVisible()
    await tags.fill('dropped')
    await page.keyboard.press('Escape')
    await expect(tags).toHaveValue('')
    await page.keyboard.press('Tab')
    await expect(button(page, 'Remove dropped')).toHaveCount(0)
  })

  test('a file that does not fit is refused with a sentence', async ({ page }) => {
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Choose a file').click()
    await (await chooser).setFiles({ name: 'tower.ifc', mimeType: '', buffer: Buffer.from('ISO-10303-21;') })
    await expect(page.getByRole('alert').getByText('Use .jpg, .jpeg, .png')).toBeVisible()
  })
})
