import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { send } from './demo-people.ts'
import { dialogs } from './dialogs.ts'
import { test } from './test.ts'
import { arrived, canvas, drawn, openDemo, said, spot } from './viewer-parts.ts'

/** Every tool of the viewer once by its keys, on the models of the demo; by touch in viewer-touch. */

test.describe.configure({ mode: 'serial' })

let page: Page
let address = ''

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', acceptDownloads: true })
  const opened = await openDemo(context)
  page = opened.page
  address = opened.address
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
  // step by step back, and forth again
  await canvas(page).focus()
  await page.keyboard.press('Control+z')
  await expect(chip(/ghosted$/)).toBeVisible()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z')
  await expect(chip(/hidden$|ghosted$/)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(chip(/^1 hidden$/)).toBeVisible()
  await page.keyboard.press('Control+Shift+Z')
  await expect(chip(/^1 hidden$/)).toHaveCount(0)
})

test('a section box is set, typed and reset', async () => {
  await canvas(page).focus()
  await page.keyboard.press('x')
  await expect(page.getByText('Section on')).toBeVisible()
  const card = page.getByRole('region', { name: 'Section' })
  const handles = page.locator('.plumbline-section-handle')
  await expect(handles).toHaveCount(6)
  const top = card.getByRole('textbox', { name: 'Top' })
  const before = Number(await top.inputValue())
  await top.fill(String(before + 1))
  await top.press('Tab')
  await expect(page).toHaveURL(/[?&]cut=/)
  await card.getByRole('button', { name: 'Level' }).click()
  await expect(card.getByRole('textbox', { name: 'Plane 1, Level' })).toBeVisible()
  await card.getByRole('button', { name: 'Flip Plane 1' }).click()
  await card.getByRole('switch', { name: 'Handles' }).click()
  await expect(handles).toHaveCount(0)
  await card.getByRole('switch', { name: 'Handles' }).click()
  await expect(handles).toHaveCount(7)
  // with the card go the handles, not the cut
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(handles).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: 'Edit' }).click()
  await expect(handles).toHaveCount(7)
  await card.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Section on')).toHaveCount(0)
  // closing returns the focus to the canvas, whose keys keep working
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(canvas(page)).toBeFocused()
})

test('measurements are taken by numbers and by clicks, listed, and deleted', async () => {
  await canvas(page).focus()
  await page.keyboard.press('m')
  const card = page.getByRole('region', { name: 'Measure' })
  await card.getByText('Enter coordinates').click()
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
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  const said = page.getByRole('status').getByText('2 measurements')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(said).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(said).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Edit' }).click()
  await card.getByRole('button', { name: 'Delete all' }).click()
  await expect(card.getByText('Nothing measured yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Measure', pressed: true })).toBeVisible()
  // the card of another tool replaces it, and the view is fitted beside that card
  await page.getByRole('button', { name: 'Section', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Measure', pressed: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Home view' }).click()
  await expect(page).toHaveURL(/[?&]at=/)
  const beside = page.url()
  await page.getByRole('region', { name: 'Section' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Home view' }).click()
  await expect(page).not.toHaveURL(beside)
})

test('a plan, a storey alone, and back to 3D', async () => {
  await canvas(page).focus()
  await page.keyboard.press('2')
  await expect(page.getByText(/^Plan of /)).toBeVisible()
  await expect(page).toHaveURL(/[?&]plan=1/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'SVG' }).click()
  const sheet = await readFile(await (await saved).path(), 'utf8')
  expect(sheet).toMatch(/<path [^>]+fill="#5d5852"/)
  expect(sheet).not.toContain('incomplete')
  const printed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const document = await readFile(await (await printed).path(), 'latin1')
  expect(document.slice(0, 5)).toBe('%PDF-')
  expect(document).toContain('/FontFile2')
  await canvas(page).focus()
  await page.keyboard.press('3')
  await expect(page.getByText(/^Plan of /)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Storey', exact: true }).click()
  await page.getByRole('option', { name: '01 First floor' }).click()
  await expect(page.getByText(/hidden$/)).toBeVisible()
  await expect(page).toHaveURL(/storey=01/)
  // elements hidden in addition to the other storeys are in the link too
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/[?&]storey=01.*&hide=[0-9a-f]{8}%2C[\w$%]{22}$/)
  await canvas(page).focus()
  await page.keyboard.press('Shift+H')
  await expect(page.getByRole('combobox', { name: 'Storey', exact: true })).toHaveText(/All storeys/)
})

test('a storey stays isolated when another version of a model replaces the current one', async () => {
  const hidden = (at: Page) => at.getByRole('status').getByText(/^[\d,]+ hidden$/)
  const context = page.context()
  const files = `/api${address.replace(/\/viewer$/, '')}/bim-file-header`
  const list = async <T>(path: string) => (await (await context.request.get(path)).json()) as T[]
  const file = (await list<{ id: string; name: string }>(files)).find(({ name }) => name === 'Architecture')
  const versions = `${files}/${file?.id}/bim-file-variant`
  const show = async (version: number) => {
    const all = await list<{ id: string; version: number }>(versions)
    const id = all.find((each) => each.version === version)?.id
    await send({ context }, 'post', `${versions}/${id}/current`, {})
    await expect(page.getByText(`Architecture: version ${version} is shown`)).toBeVisible()
  }
  await page.getByRole('combobox', { name: 'Storey', exact: true }).click()
  await page.getByRole('option', { name: '01 First floor' }).click()
  await expect(hidden(page)).toBeVisible()
  await show(1)
  const fresh = await context.newPage()
  await fresh.goto(`${address}?storey=01+First+floor`)
  await arrived(fresh)
  const expected = (await hidden(fresh).textContent()) ?? ''
  await fresh.close()
  await expect(page.getByRole('combobox', { name: 'Storey', exact: true })).toHaveText(/01 First floor/)
  await expect(hidden(page)).toHaveText(expected)
  // shown in full while the new version loads, it stays in full
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/model\/.*\/structure\.json$/, async (route) => {
    await held
    await route.fallback()
  })
  await show(2)
  await canvas(page).focus()
  await page.keyboard.press('Shift+H')
  await expect(hidden(page)).toHaveCount(0)
  release()
  await arrived(page)
  await drawn(page, 10)
  await expect(hidden(page)).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('elements stay hidden and selected in the version that replaces theirs', async () => {
  const context = page.context()
  const files = `/api${address.replace(/\/viewer$/, '')}/bim-file-header`
  const list = async <T>(path: string) => (await (await context.request.get(path)).json()) as T[]
  const file = (await list<{ id: string; name: string }>(files)).find(({ name }) => name === 'Architecture')
  const versions = `${files}/${file?.id}/bim-file-variant`
  const all = await list<{ id: string; version: number }>(versions)
  const own = await context.newPage()
  await own.goto(`${address}?models=${file?.id}`)
  await arrived(own)
  await own.mouse.click(...(await spot(own, 0.5, 0.5)))
  await canvas(own).focus()
  await own.keyboard.press('h')
  const hidden = own.getByRole('status').getByText(/^1 hidden$/)
  await expect(hidden).toBeVisible()
  await own.mouse.click(...(await spot(own, 0.5, 0.5)))
  await expect(said(own)).toHaveText(/selected$/)
  const before = (await said(own).textContent()) ?? ''
  for (const version of [1, 2]) {
    const id = all.find((each) => each.version === version)?.id
    await send({ context }, 'post', `${versions}/${id}/current`, {})
    await expect(own.getByText(`Architecture: version ${version} is shown`)).toBeVisible()
    await arrived(own)
    await expect(hidden).toBeVisible()
    await expect(said(own)).toHaveText(before)
  }
  await own.close()
})

test('walking leaves a plan, and makes room for another card', async () => {
  const walk = page.getByRole('button', { name: 'Walk', exact: true })
  const plan = page.getByRole('button', { name: 'Plan', exact: true })
  await canvas(page).focus()
  await page.keyboard.press('2')
  await expect(plan).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('f')
  await expect(walk).toHaveAttribute('aria-pressed', 'true')
  await expect(plan).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('status').getByText(/^Plan of/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Colours', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Colour by' })).toBeVisible()
  await expect(walk).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Colours', exact: true }).click()
  await expect(page.getByText('to move', { exact: false })).toBeVisible()
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await expect(walk).toHaveAttribute('aria-pressed', 'false')
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
  // the same menu by keys, and at a row of the tree, which has the focus again afterwards
  await canvas(page).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Ghost others' }).press('Escape')
  await expect(canvas(page)).toBeFocused()
  await page.getByRole('treeitem', { selected: true }).last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(page.getByRole('tree', { name: 'Tree' })).toBeFocused()
  await expect(page.getByText(/^[\d,]+ hidden$/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/hidden$/)).toHaveCount(0)
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await expect(said(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Home view' })).toBeFocused()
})

test('elements are coloured by a property, and the legend selects them', async () => {
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('button', { name: 'Open All walls' })).toHaveCount(0)
  await canvas(page).focus()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Shift+S')
  expect((await download).suggestedFilename()).toBe('Demo Tower.png')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Using the 3D view' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogs(page)).toHaveCount(0)
  await canvas(page).focus()
  await page.keyboard.press('c')
  await expect(page.getByLabel(/^Title/)).toBeFocused()
  await page.keyboard.press('Escape')
})

test('Text typed right after C goes into the title of the new issue while its card loads', async () => {
  const code = Promise.withResolvers<void>()
  await page.route(/\/NewIssueCard-[^/]*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.reload()
  await arrived(page)
  await canvas(page).focus()
  await page.keyboard.press('c')
  await page.keyboard.type('High gully')
  code.resolve()
  const title = page.getByLabel(/^Title/)
  await expect(title).toHaveValue('High gully')
  await expect(title).toBeFocused()
  await page.keyboard.type(' blocked')
  await expect(title).toHaveValue('High gully blocked')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.unrouteAll()
})

test('A view with more planes than can cut is reported', async () => {
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  const planes = Array.from({ length: 20 }, (_, at) => ({
    location: { x: 0, y: 0, z: 100 + at },
    direction: { x: 0, y: 0, z: 1 },
  }))
  const camera = {
    camera_view_point: { x: -40, y: -40, z: 30 },
    camera_direction: { x: 0.7, y: 0.7, z: -0.1 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
    field_of_view: 45,
    aspect_ratio: 1.6,
  }
  const { number } = await send<{ number: number }>(
    { context: page.context() },
    'post',
    `/api/project/${id}/issue`,
    {
      name: 'Many planes',
      viewpoints: [{ perspective_camera: camera, clipping_planes: planes }],
    },
  )
  await page.goto(`/project/${id}/viewer?issue=${number}`)
  await arrived(page)
  await expect(page.getByText('Section on: 16 of the 20 planes of this view cut')).toBeVisible()
  await page.goto(address)
  await arrived(page)
})

test('faded elements are in the link and in a saved view', async () => {
  const ghosts = page.getByRole('status').getByText(/ghosted$/)
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await canvas(page).focus()
  await page.keyboard.press('g')
  const seen = String(await ghosts.textContent())
  await expect(page).toHaveURL(/[?&]solid=[\w$%]{22}/)
  await page.reload()
  await arrived(page)
  await expect(ghosts).toHaveText(seen)
  await canvas(page).focus()
  await page.keyboard.press('v')
  await page.getByLabel(/^Name/).fill('One alone')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel(/^Name/)).toHaveCount(0)
  await canvas(page).focus()
  await page.keyboard.press('Shift+H')
  await expect(ghosts).toHaveCount(0)
  await page.getByRole('tab', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Open One alone' }).click()
  await expect(ghosts).toHaveText(seen)
  await page.getByRole('button', { name: 'Actions for One alone' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await canvas(page).focus()
  await page.keyboard.press('Shift+H')
  await expect(ghosts).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('the tree is arranged and searched, and models are closed and moved', async () => {
  await page.getByRole('tab', { name: 'Tree' }).click()
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'System' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('solar')
  // the system with all its elements, then an element
  await page.getByRole('treeitem', { name: /^Solar power/ }).click()
  await expect(said(page)).toHaveText('114 elements selected')
  const panel = page.getByRole('treeitem', { name: /^Solar panel/ }).first()
  await panel.click()
  await expect(said(page)).toHaveText(/^Solar Device, .*selected$/)
  await page.getByRole('tab', { name: 'Models' }).click()
  await expect(page.getByText(/^Memory: \d+ of \d+ MB/)).toBeVisible()
  await page.getByRole('button', { name: 'Hide Structure' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Show Structure' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Hide Structure' })).toBeFocused()
  await page.getByRole('button', { name: 'Unload Structure' }).click()
  await expect(page).toHaveURL(/[?&]models=/)
  await page.getByRole('button', { name: 'Load Structure' }).click()
  await page.getByRole('button', { name: 'Correct the position: Structure' }).click()
  const form = page.getByRole('form', { name: 'Position of Structure' })
  await form.getByRole('textbox', { name: 'East' }).fill('2000')
  await form.getByRole('textbox', { name: 'East' }).press('Tab')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Structure: \d+ m away from the first model/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Positions may be wrong Models' })).toBeVisible()
  await page.getByRole('button', { name: 'Correct the position: Structure' }).click()
  await form.getByRole('button', { name: 'Reset' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/m away from the first model/)).toHaveCount(0)
})

test('a model is aligned by clicks to its actual place, whatever the fields of its position contain', async () => {
  const steps = [
    'Choose a point of this model.',
    'Choose where it belongs',
    'Choose a second point',
    'Choose where that',
  ]
  const form = page.getByRole('form', { name: 'Position of Structure' })
  const east = form.getByRole('textbox', { name: 'East' })
  /** Clicks the point of a step on the nearest surface of a model, with the other model hidden. */
  const click = async (step: number, other: string) => {
    await page.getByRole('button', { name: `Hide ${other}` }).click()
    const said = form.getByRole('status')
    await expect(said).toContainText(steps[step] ?? '')
    for (const x of step < 2 ? [0.5, 0.45, 0.55, 0.4, 0.6] : [0.6, 0.62, 0.58, 0.65, 0.4])
      for (const y of [0.5, 0.55, 0.45, 0.6, 0.4]) {
        if (!(await said.allTextContents()).join().includes(steps[step] ?? '')) break
        await page.mouse.click(...(await spot(page, x, y)))
        await drawn(page, 2)
      }
    await page.getByRole('button', { name: `Show ${other}` }).click()
  }
  await page.getByRole('tab', { name: /Models$/ }).click()
  await page.getByRole('button', { name: 'Unload Building services' }).click()
  await canvas(page).focus()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Correct the position: Structure' }).click()
  await east.fill('3000')
  await east.press('Tab')
  await form.getByRole('button', { name: 'Align by points' }).click()
  for (const step of [0, 2]) {
    await click(step, 'Architecture')
    await click(step + 1, 'Structure')
  }
  await expect(form.getByRole('button', { name: 'Align by points' })).toBeVisible()
  await expect(east).not.toHaveValue('3000')
  expect(Math.abs(Number((await east.inputValue()).replaceAll(',', '')))).toBeLessThan(500)
  await page.getByRole('button', { name: 'Correct the position: Structure' }).click()
  await page.getByRole('button', { name: 'Load Building services' }).click()
  await arrived(page)
})

test('two versions are compared by sign and colour', async () => {
  // the tree scrolls to the selection, and to its top without one
  await canvas(page).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: /Models$/ }).click()
  await page.getByRole('button', { name: 'Compare versions: Architecture' }).click()
  const card = page.getByRole('region', { name: /^Compare versions/ })
  await expect(card.getByText(/^Version 1 with 2/)).toBeVisible({ timeout: 30_000 })
  await expect(card.getByRole('button', { name: /^Added \d/ })).toBeVisible()
  await expect(page).toHaveURL(/compare=/)
  await page.getByRole('tab', { name: 'Tree' }).click()
  await page.getByRole('searchbox', { name: 'Search elements' }).fill('')
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Storey' }).click()
  await expect(page.getByRole('treeitem', { name: 'Architecture, version 1' })).toBeVisible()
  // storeys are directly below their model: project, site and building are skipped here
  await expect(page.getByRole('treeitem', { name: /^03 Roof/ }).first()).toHaveAttribute('aria-level', '2')
  // at its ends the slider shows one version alone, in its middle the differences
  const slider = card.getByRole('slider', { name: 'Between the versions' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Differences')
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Version 1')
  await drawn(page, 3)
  await slider.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Version 2')
  await slider.press('ArrowLeft')
  // counts by class are of all changes, and choosing one leaves its rows
  await card.getByRole('combobox', { name: 'Class' }).click()
  await page.getByRole('option', { name: /^Door \(/ }).click()
  for (const row of await card.getByRole('listitem').all()) await expect(row).toContainText('Door')
  const saved = page.waitForEvent('download')
  await card.getByRole('link', { name: 'Download CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('changes-1-2.csv')
  await card
    .getByRole('button', { name: /^New issue: / })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
  await page.keyboard.press('Escape')
  // measuring meanwhile: the comparison stays active behind the measuring card
  await canvas(page).focus()
  await page.keyboard.press('m')
  await expect(card).toBeHidden()
  await page.keyboard.press('Escape')
  // a view saved during a comparison names the files, not the version loaded for it
  await canvas(page).focus()
  await page.keyboard.press('v')
  await page.getByLabel(/^Name/).fill('Two versions')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel(/^Name/)).toHaveCount(0)
  // the next version arrives: the link still compares these two
  const files = /\/bim-file-header(\?|$)/
  await page.route(files, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { name: string; current: object | null }[]
    const next = { id: '00000000-0000-4000-8000-000000000000', version: 3 }
    const json = rows.map((row) =>
      row.name === 'Architecture' ? { ...row, current: { ...row.current, ...next } } : row,
    )
    await route.fulfill({ response, json })
  })
  await page.reload()
  await expect(card.getByText(/^Version 1 with 2/)).toBeVisible({ timeout: 30_000 })
  await page.unroute(files)
  await page.reload()
  await expect(card.getByText(/^Version 1 with 2/)).toBeVisible({ timeout: 30_000 })
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(page).not.toHaveURL(/compare=/)
})

test('no frame is drawn while nothing moves, and an interrupted view is reported', async () => {
  await page.goto(address)
  await arrived(page)
  const countFrames = () =>
    page.evaluate(async () => {
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
  // new content fades in for a while
  await expect.poll(countFrames, { intervals: [0] }).toBe(0)
  await canvas(page).evaluate((element: HTMLCanvasElement) =>
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await expect(page.getByText('The 3D view was interrupted')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('The 3D view was interrupted')).toHaveCount(0)
})

test('no more section planes are offered than cut at once', async () => {
  const planes = Array.from({ length: 16 }, (_, at) => `0,0,${20 + at}_0,0,1`).join('~')
  await page.goto(`${address}?cut=${planes}`)
  await arrived(page)
  await page.getByRole('button', { name: 'Section', exact: true }).click()
  const card = page.getByRole('region', { name: 'Section' })
  await expect(card.getByRole('textbox', { name: 'Plane 16, Level' })).toBeVisible()
  await expect(card.getByRole('paragraph').filter({ hasText: 'At most 16 planes' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Level', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(card.getByRole('button', { name: 'Box of the storey', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await card.getByRole('button', { name: 'Delete Plane 16, Level' }).click()
  await card.getByRole('button', { name: 'Level', exact: true }).click()
  await expect(card.getByRole('textbox', { name: 'Plane 16, Level' })).toBeVisible()
})

test('a section alone is in the link, and Restore brings back camera, section, selection and measurements', async () => {
  await page.goto(address)
  await arrived(page)
  await canvas(page).focus()
  await page.keyboard.press('x')
  await expect(page).toHaveURL(/[?&]cut=/)
  expect(new URL(page.url()).searchParams.get('at')).toBeNull()
  await page.getByRole('region', { name: 'Section' }).getByRole('button', { name: 'Close' }).click()
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await expect(said(page)).toHaveText(/selected$/)
  await canvas(page).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('m')
  const measure = page.getByRole('region', { name: 'Measure' })
  await measure.getByRole('button', { name: 'Edge' }).click()
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await measure.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.plumbline-measure-label')).toHaveCount(1)
  await expect(page).toHaveURL(/[?&]at=/)
  const kept = () => {
    const { searchParams } = new URL(page.url())
    return ['at', 'cut', 'select'].map((name) => searchParams.get(name))
  }
  await expect(async () => {
    const before = kept()
    await drawn(page, 60)
    expect(kept()).toEqual(before)
  }).toPass()
  const before = kept()
  expect(before).not.toContain(null)
  await canvas(page).evaluate((element: HTMLCanvasElement) =>
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await page.getByRole('button', { name: 'Restore' }).click()
  await arrived(page)
  await expect(said(page)).toHaveText(/selected$/)
  await expect(page.getByRole('status').getByText('Section on')).toBeVisible()
  await expect(page.locator('.plumbline-measure-label')).toHaveCount(1)
  await drawn(page, 60)
  expect(kept()).toEqual(before)
})
