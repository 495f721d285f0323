import { type BrowserContext, expect, type Page, test } from '@playwright/test'

/** Every tool of the viewer once by its keys and once by touch, on the models of the demo. */

test.describe.configure({ mode: 'serial' })

let page: Page
let address = ''

async function openDemo(context: BrowserContext): Promise<Page> {
  // issues that other tests made may lie anywhere, also where this one clicks
  await context.route(/\/issue\/pin(\?|$)/, (route) => route.fulfill({ json: [] }))
  const fresh = await context.newPage()
  await fresh.goto('/welcome')
  await fresh.getByRole('button', { name: 'Open the demo project' }).click()
  await fresh.getByRole('link', { name: 'Demo Tower' }).first().click()
  await expect(fresh).toHaveURL(/\/project\/[^/]+\//)
  const [project] = /\/project\/[^/]+/.exec(fresh.url()) ?? ['']
  const ready = async () => {
    const files: { current: unknown }[] = await (
      await fresh.request.get(`/api${project}/bim-file-header`)
    ).json()
    return files.filter(({ current }) => current !== null).length
  }
  await expect.poll(ready, { timeout: 60_000 }).toBe(3)
  address = `${project}/viewer`
  await fresh.goto(address)
  await arrived(fresh)
  return fresh
}

async function arrived(at: Page) {
  await expect(at.getByLabel('Model', { exact: true })).toBeVisible()
  await expect(at.getByRole('combobox', { name: 'Storey', exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(at.getByText(/^Loading \d+ %$/)).toHaveCount(0)
}

const canvas = (at: Page) => at.getByLabel('Model', { exact: true })
const said = (at: Page) => at.getByRole('status').filter({ hasText: /selected$/ })

/** A place on the canvas, in shares of its size. */
async function spot(at: Page, x: number, y: number): Promise<[number, number]> {
  const box = await canvas(at).boundingBox()
  if (!box) throw new Error('There is no canvas')
  return [box.x + box.width * x, box.y + box.height * y]
}

/** So many pictures: how long they take is up to the machine. */
const drawn = (at: Page, pictures: number) =>
  at.evaluate(async (count) => {
    for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame)
  }, pictures)

test.beforeAll(async ({ browser, baseURL }) => {
  page = await openDemo(await browser.newContext({ baseURL, reducedMotion: 'reduce', acceptDownloads: true }))
})
test.afterAll(() => page.context().close())

test('a click selects, and the selection is said, shown and in the address', async () => {
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await expect(said(page)).toHaveText(/^\w.*, .*selected$/)
  await expect(page.getByText('GlobalId', { exact: true })).toBeVisible()
  await expect(page.getByText(/^(Architecture|Structure|Building services), version \d$/)).toBeVisible()
  await expect(page).toHaveURL(/[?&]select=[\w$%]{22}/)
  const before = await said(page).textContent()
  await page.reload()
  await arrived(page)
  await expect(said(page)).toHaveText(before ?? '')
})

test('letters hide, isolate and ghost, and show all again', async () => {
  const chip = (text: RegExp) => page.getByRole('status').getByText(text)
  await canvas(page).focus()
  await page.keyboard.press('h')
  await expect(chip(/^1 hidden$/)).toBeVisible()
  await expect(page).toHaveURL(/[?&]hide=/)
  await page.keyboard.press('Shift+H')
  await expect(chip(/hidden$/)).toHaveCount(0)
  await page.keyboard.press('i')
  await expect(chip(/^[\d,]{4,} hidden$/)).toBeVisible()
  await page.keyboard.press('Shift+H')
  await page.keyboard.press('g')
  await expect(chip(/ghosted$/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).first().click()
  await expect(chip(/ghosted$/)).toHaveCount(0)
})

test('a section box is set, typed and reset', async () => {
  await canvas(page).focus()
  await page.keyboard.press('x')
  await expect(page.getByText('Section on')).toBeVisible()
  await page.getByRole('button', { name: 'Section', exact: true }).click()
  const card = page.getByRole('region', { name: 'Section' })
  const top = card.getByRole('textbox', { name: 'Top' })
  const before = Number(await top.inputValue())
  await top.fill(String(before + 1))
  await top.press('Tab')
  await expect(page).toHaveURL(/[?&]cut=/)
  await card.getByRole('button', { name: 'Level' }).click()
  await expect(card.getByRole('textbox', { name: 'Plane 1' })).toBeVisible()
  await card.getByRole('button', { name: 'Flip Plane 1' }).click()
  await card.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Section on')).toHaveCount(0)
  await card.getByRole('button', { name: 'Close' }).click()
})

test('measurements are taken by numbers and by clicks, listed, and deleted', async () => {
  await canvas(page).focus()
  await page.keyboard.press('m')
  const card = page.getByRole('region', { name: 'Measure' })
  await card.getByText('By numbers').click()
  await card.getByRole('button', { name: 'Add point' }).click()
  await expect(card.getByText('1 point set')).toBeVisible()
  await card.getByRole('textbox', { name: 'X' }).fill('3')
  await card.getByRole('textbox', { name: 'Y' }).fill('4')
  await card.getByRole('textbox', { name: 'Y' }).press('Tab')
  await card.getByRole('button', { name: 'Add point' }).click()
  await expect(card.getByRole('listitem')).toContainText('5.000 m')
  await card.getByRole('button', { name: 'Face' }).click()
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await expect(card.getByRole('listitem').filter({ hasText: 'm²' })).toHaveCount(1)
  await card.getByRole('button', { name: 'Delete all' }).click()
  await expect(card.getByText('Nothing measured yet')).toBeVisible()
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'Face', pressed: true })).toHaveCount(0)
  await card.getByRole('button', { name: 'Close' }).click()
})

test('a plan, a storey alone, and back to 3D', async () => {
  await canvas(page).focus()
  await page.keyboard.press('2')
  await expect(page.getByText(/^Plan of /)).toBeVisible()
  await expect(page).toHaveURL(/[?&]plan=1/)
  await page.keyboard.press('3')
  await expect(page.getByText(/^Plan of /)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Storey', exact: true }).click()
  await page.getByRole('option', { name: '01 First floor' }).click()
  await expect(page.getByText(/hidden$/)).toBeVisible()
  await expect(page).toHaveURL(/storey=01/)
  await canvas(page).focus()
  await page.keyboard.press('Shift+H')
  await expect(page.getByRole('combobox', { name: 'Storey', exact: true })).toHaveText(/All storeys/)
})

test('walking moves on W and ends with Escape', async () => {
  await canvas(page).focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('region', { name: 'Walk' })).toBeVisible()
  const before = page.url()
  await page.keyboard.down('w')
  await drawn(page, 10)
  await page.keyboard.up('w')
  await expect(page).not.toHaveURL(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Walk' })).toHaveCount(0)
})

test('keys turn, zoom and change the projection; nothing happens while typing', async () => {
  await canvas(page).focus()
  await page.keyboard.press('Home')
  for (const key of ['ArrowLeft', '+', 'o', 'Alt+5']) {
    const before = page.url()
    await page.keyboard.press(key)
    await expect(page).not.toHaveURL(before)
  }
  await expect(page).toHaveURL(/[?&]at=o_/)
  await page.keyboard.press('o')
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/[?&]at=p_/)
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('him x m')
  await expect(page.getByText(/hidden$|Section on/)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('')
})

test('a rectangle selects, the menu selects all alike, Escape steps back to the toolbar', async () => {
  const [x, y] = await spot(page, 0.35, 0.35)
  const [toX, toY] = await spot(page, 0.65, 0.65)
  await page.keyboard.down('Alt')
  await page.mouse.move(toX, toY)
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 3 })
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await expect(said(page)).toHaveText(/^[\d,]+ elements selected$/)
  await page.mouse.click(...(await spot(page, 0.5, 0.5)), { button: 'right' })
  await page.getByRole('menuitem', { name: 'Select all of this class' }).click()
  await expect(said(page)).toHaveText(/^[\d,]+ elements selected$/)
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await expect(said(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Home view' })).toBeFocused()
})

test('elements are coloured by what they are, and the legend selects them', async () => {
  await page.getByRole('button', { name: 'Colours' }).click()
  const card = page.getByRole('region', { name: 'Colours' })
  await card.getByRole('combobox', { name: 'Colour by' }).click()
  await page.getByRole('option', { name: 'Class' }).click()
  await expect(page.getByText('Coloured by Class')).toBeVisible()
  await card.getByRole('button', { name: /^Wall/ }).click()
  await expect(said(page)).toHaveText(/^[\d,]+ elements selected$/)
  await expect(page.getByText('Pset_WallCommon').first()).toBeVisible()
  await card.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Coloured by Class')).toHaveCount(0)
  await card.getByRole('button', { name: 'Close' }).click()
})

test('a view is saved, opened and deleted; a picture is saved; help and a new issue are a key away', async () => {
  await canvas(page).focus()
  await page.keyboard.press('v')
  await page.getByLabel(/^Name/).fill('All walls')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('tab', { name: 'Views' }).click()
  await expect(page.getByRole('button', { name: 'Open All walls' })).toBeVisible()
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await expect(said(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open All walls' }).click()
  await expect(said(page)).toHaveText(/elements selected$/)
  await page.getByRole('button', { name: 'Actions for All walls' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Open All walls' })).toHaveCount(0)
  await canvas(page).focus()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Shift+S')
  expect((await download).suggestedFilename()).toBe('Demo Tower.png')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Using the 3D view' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await canvas(page).focus()
  await page.keyboard.press('c')
  await expect(page.getByLabel(/^Title/)).toBeFocused()
  await page.keyboard.press('Escape')
})

test('the tree is arranged and searched, and models are closed and moved', async () => {
  await page.getByRole('tab', { name: 'Tree' }).click()
  await page.getByRole('combobox', { name: 'Arrange by' }).click()
  await page.getByRole('option', { name: 'System' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('solar')
  await page.getByRole('treeitem').first().click()
  await expect(said(page)).toHaveText(/^Solar Device, .*selected$/)
  await page.getByRole('tab', { name: 'Models' }).click()
  await expect(page.getByText(/^Memory: \d+ of \d+ MB/)).toBeVisible()
  await page.getByRole('button', { name: 'Unload Structure' }).click()
  await expect(page).toHaveURL(/[?&]models=/)
  await page.getByRole('button', { name: 'Load Structure' }).click()
  await page.getByRole('button', { name: 'Correct the position: Structure' }).click()
  const form = page.getByRole('form', { name: 'Position of Structure' })
  await form.getByRole('textbox', { name: 'East' }).fill('2000')
  await form.getByRole('textbox', { name: 'East' }).press('Tab')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Structure: \d+ m away from the first model/)).toBeVisible()
  await page.getByRole('button', { name: 'Correct the position: Structure' }).click()
  await form.getByRole('button', { name: 'Reset' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/m away from the first model/)).toHaveCount(0)
})

test('two versions are compared by sign and colour', async () => {
  await page.getByRole('button', { name: 'Compare versions: Architecture' }).click()
  const card = page.getByRole('region', { name: /^Compare versions/ })
  await expect(card.getByText(/^Version 1 with 2/)).toBeVisible({ timeout: 30_000 })
  await expect(card.getByRole('button', { name: /^Added \d/ })).toBeVisible()
  await expect(page).toHaveURL(/compare=/)
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(page).not.toHaveURL(/compare=/)
})

test('nothing is drawn while nothing moves, and an interrupted view says so', async () => {
  await page.goto(address)
  await arrived(page)
  await page.waitForTimeout(1500)
  const frames = await page.evaluate(async () => {
    let count = 0
    const ask = window.requestAnimationFrame
    window.requestAnimationFrame = (callback) => {
      count += 1
      return ask.call(window, callback)
    }
    await new Promise((resolve) => setTimeout(resolve, 700))
    window.requestAnimationFrame = ask
    return count
  })
  expect(frames).toBe(0)
  await canvas(page).evaluate((element: HTMLCanvasElement) =>
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await expect(page.getByText('The 3D view was interrupted')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('The 3D view was interrupted')).toHaveCount(0)
})

test('on a phone, tools and panels are under the thumb', async ({ browser, baseURL }) => {
  const storageState = await page.context().storageState()
  const context = await browser.newContext({
    baseURL,
    storageState,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  })
  const phone = await context.newPage()
  await phone.goto(address)
  await arrived(phone)
  const middle = await spot(phone, 0.6, 0.5)
  await phone.touchscreen.tap(...middle)
  await expect(said(phone)).toHaveText(/selected$/)
  await phone.getByRole('button', { name: 'Hide', exact: true }).tap()
  await expect(phone.getByText('1 hidden')).toBeVisible()
  await phone.getByRole('button', { name: 'Show all' }).tap()
  await phone.getByRole('button', { name: 'Measure' }).tap()
  const card = phone.getByRole('region', { name: 'Measure' })
  await card.getByRole('button', { name: 'Edge' }).tap()
  await expect(card.getByText('Click an edge.')).toBeVisible()
  await card.getByRole('button', { name: 'Close' }).tap()
  await phone.getByRole('button', { name: 'Section', exact: true }).tap()
  await phone.getByRole('switch', { name: 'Section box' }).tap()
  await expect(phone.getByText('Section on')).toBeVisible()
  await phone.getByRole('region', { name: 'Section' }).getByRole('button', { name: 'Close' }).tap()
  await phone.getByRole('button', { name: 'Reset' }).tap()

  const touch = await context.newCDPSession(phone)
  const [x, y] = middle
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await phone.waitForTimeout(800)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await phone.getByRole('menuitem', { name: 'Isolate' }).tap()
  await expect(phone.getByText(/^[\d,]+ hidden$/)).toBeVisible()

  await phone.getByRole('button', { name: 'More tools' }).tap()
  await phone.getByRole('menuitem', { name: 'Walk' }).tap()
  await expect(phone.getByText('Move with the stick, drag to look.')).toBeVisible()
  await expect(phone.locator('.plumbline-stick')).toBeVisible()
  await phone.getByRole('button', { name: 'Stop', exact: true }).tap()
  await phone.getByRole('button', { name: 'Show the panel' }).tap()
  await expect(phone.getByRole('tree', { name: 'Tree' })).toBeVisible()
  await expect(phone.getByRole('slider', { name: /height/i })).toBeAttached()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await context.close()
})
