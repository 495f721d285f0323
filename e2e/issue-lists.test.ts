import fs from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { expectAccessible, showTheme } from './accessibility.ts'
import { enter as enterDemo, JONAS, MAREN, makeIssue, send } from './demo-people.ts'
import { dialogs, quiet } from './dialogs.ts'
import { test } from './test.ts'

/** Many issues: narrowed, kept as a view, changed together, carried over a board, taken out and in again. */

async function enter(browser: Browser, baseURL: string | undefined, narrow = false) {
  const viewport = narrow ? { width: 360, height: 740 } : { width: 1440, height: 900 }
  const maren = await enterDemo(browser, baseURL, MAREN, { viewport })
  return { ...maren, make: (name: string, fields: object = {}) => makeIssue(maren, name, fields) }
}

const results = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d,]+ issues?$/ })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const column = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}, \\d+ issue`) })

test('a filter is in the address, restored from it, and kept as a view', async ({ browser, baseURL }) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  await make('Loose railing of the north stair', { labels: ['Railing, north'], priority: 'CRITICAL' })
  await make('Loose railing of the south stair', { labels: ['Railing, south'] })
  await page.goto(`/project/${projectId}/issues?q=railing`)
  await expect(results(page)).toHaveText('2 issues')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Label', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Railing, north' }).click()
  await expect(results(page)).toHaveText('1 issue')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(results(page)).toHaveText('1 issue')
  await expect(page.getByRole('button', { name: 'Label: Railing, north' })).toBeVisible()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('North railing')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'North railing' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(results(page)).not.toHaveText('1 issue')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'North railing' }).click()
  await expect(results(page)).toHaveText('1 issue')
  await expectAccessible(page)
})

test('a view shared by somebody else cannot be made private', async ({ browser, baseURL }) => {
  const jonas = await enterDemo(browser, baseURL, JONAS)
  const name = `Shared by Jonas ${Date.now()}`
  const views = `/api/project/${jonas.projectId}/issue/view`
  await send(jonas, 'post', views, { name, is_shared: true, query: 'q=door' })
  const { page, projectId } = await enter(browser, baseURL)
  await page.goto(`/project/${projectId}/issues`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Manage views' }).click()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Make private' })).toHaveCount(0)
})

test('An estimate typed in an issue stands in the list, which sorts and filters by it', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  const number = await make('Trestle of the east facade')
  await make('Trestle of the west facade', { estimate_hours: 2.5 })
  await make('Trestle of the yard')
  await page.goto(`/project/${projectId}/issues/${number}`)
  await page.getByRole('button', { name: 'More fields' }).click()
  const estimate = page.getByRole('textbox', { name: 'Estimate (h)' })
  await estimate.fill('12.5')
  await estimate.press('Enter')
  await expect(page.getByText('set estimate to 12.5 h')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/project/${projectId}/issues?q=trestle&columns=number,title,estimate_hours`)
  await expect(results(page)).toHaveText('3 issues')
  await expect(row(page, 'east facade').getByRole('cell', { name: '12.5', exact: true })).toBeVisible()
  const names = page.getByRole('row').getByRole('link')
  await page.getByRole('button', { name: 'Estimate (h)' }).click()
  await expect(names).toHaveText([/east/, /west/, /yard/])
  await page.getByRole('button', { name: 'Estimate (h)' }).click()
  await expect(names).toHaveText([/west/, /east/, /yard/])
  await page.getByRole('button', { name: 'Add filter' }).click()
  await dialogs(page).getByRole('button', { name: 'Estimate (h)' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('3')
  await expect(results(page)).toHaveText('1 issue')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Estimate (h): ≥ 3 h' })).toBeVisible()
  await expectAccessible(page)
})

test('several are changed at once after a preview, and taken back; one by a letter', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  await make('Socket behind the radiator, east')
  await make('Socket behind the radiator, west')
  await page.goto(`/project/${projectId}/issues?q=radiator`)
  await expect(results(page)).toHaveText('2 issues')
  await row(page, 'radiator, west').focus()
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  await page.getByRole('combobox', { name: 'New value' }).click()
  await page.getByRole('option', { name: 'Critical' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(dialogs(page).getByText('2 issues will change').first()).toBeVisible()
  await page.getByRole('button', { name: 'Change 2 issues' }).click()
  await expect(dialogs(page).getByText('2 issues changed').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo all' }).click()
  await expect(row(page, 'radiator, west').getByText('Medium')).toBeAttached()
  await expect(row(page, 'radiator, east').getByText('Medium')).toBeAttached()
  // messages are above the bar
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('status').first()
  await expect(message).toBeVisible()
  const [lower, upper] = [await bar.boundingBox(), await message.boundingBox()]
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0)
  await bar.getByRole('button', { name: 'Clear' }).click()
  await quiet(page)

  await row(page, 'radiator, east').focus()
  await page.keyboard.press('p')
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect(row(page, 'radiator, east').getByText('High')).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row(page, 'radiator, east').getByText('Medium')).toBeAttached()
})

test('issues that match a filter only since the preview are left alone', async ({ browser, baseURL }) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  await make('Tiles of the loggia, east')
  await make('Tiles of the loggia, west')
  await page.goto(`/project/${projectId}/issues?q=loggia`)
  await expect(results(page)).toHaveText('2 issues')
  await row(page, 'loggia, west').getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Select all 2 matching issues' }).click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(dialogs(page).getByText('2 issues will change').first()).toBeVisible()
  await make('Tiles of the loggia, filed meanwhile')
  await page.getByRole('button', { name: 'Delete 2 issues' }).click()
  await expect(dialogs(page).getByText('2 issues changed').first()).toBeVisible()
  await dialogs(page).getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'filed meanwhile')).toBeVisible()
  await expect(results(page)).toHaveText('1 issue')
})

test('cards go over the board by pointer and by keys, and not where they may not', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  await make('Gap below the shaft wall')
  await page.goto(`/project/${projectId}/issues?layout=board&q=shaft+wall`)
  const card = page.getByRole('listitem', { name: /Gap below the shaft wall/ })
  await expect(column(page, 'Open').getByText('Gap below')).toBeVisible()
  const [from, closed, started] = await Promise.all([
    card.boundingBox(),
    column(page, 'Closed').boundingBox(),
    column(page, 'In progress').boundingBox(),
  ])
  if (!from || !closed || !started) throw new Error('no board')
  await page.mouse.move(from.x + 40, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(closed.x + 80, closed.y + 80, { steps: 4 })
  await expect(page.getByText('Cannot be dropped here: Not possible from this status')).toBeVisible()
  await page.mouse.move(started.x + 80, started.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect(column(page, 'In progress').getByText('Gap below')).toBeVisible()
  await page.reload()
  await expect(column(page, 'In progress').getByText('Gap below')).toBeVisible()
  await expectAccessible(page)

  await card.focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Over Resolved')).toBeAttached()
  await page.keyboard.press(' ')
  await page.getByRole('textbox', { name: 'What was done' }).fill('Filled with mortar')
  await page.getByRole('button', { name: 'Resolve issue' }).click()
  await expect(column(page, 'Resolved').getByText('Gap below')).toBeVisible()
})

test('a card that loaded after the first of its column can be moved over the board by keyboard', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  // a column loads twenty cards at first
  for (let number = 1; number <= 21; number++) await make(`Bracket ${number} loose`)
  await page.goto(`/project/${projectId}/issues?layout=board&q=bracket+loose`)
  const card = page.getByRole('listitem', { name: /Bracket 1 loose/ })
  const first = column(page, 'Open').getByText('Bracket 21 loose')
  await expect(first).toBeVisible()
  await expect(card).toHaveCount(0)
  await first.hover()
  // the end of a column loads the next cards
  await page.mouse.wheel(0, 9999)
  await card.focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Over In progress')).toBeAttached()
  await page.keyboard.press(' ')
  await expect(column(page, 'In progress').getByText('Bracket 1 loose')).toBeVisible()
})

test('a workbook is taken out, changed in one cell, and brings back only that', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  const [first, second] = [await make('Sill too high, room 1'), await make('Sill too high, room 2')]
  await page.goto(`/project/${projectId}/issues?q=sill`)
  await expect(results(page)).toHaveText('2 issues')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export issues' }).click()
  await expect(dialogs(page).getByText('All 2 issues in the list')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  const book = await openXlsx(fs.readFileSync(await download.path()))
  for (const cells of (book.sheets[0] as { rows: unknown[][] }).rows) {
    const at = cells.indexOf('Sill too high, room 2')
    if (at >= 0) cells[at] = 'Sill too low, room 2'
  }
  const buffer = Buffer.from(await saveXlsx(book))

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import issues' }).click()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'issues.xlsx', mimeType, buffer })
  await expect(page.getByText('0 new, 1 changed, 1 unchanged, 0 with a problem')).toBeVisible()
  await expect(dialogs(page).getByText('Changed: title')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(row(page, `${second}`).getByText('Sill too low, room 2')).toBeVisible()
  await expect(row(page, `${first}`).getByText('Sill too high, room 1')).toBeVisible()
})

test('the preview of an import is of the file that was chosen last', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL)
  await page.goto(`/project/${projectId}/issues`)
  const answer = Promise.withResolvers<void>()
  let count = 0
  await page.route('**/issue/import?*', async (route) => {
    if (count++ === 0) await answer.promise
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import issues' }).click()
  const choose = async (title: string) => {
    const buffer = Buffer.from(`title\n${title}\n`)
    const sent = page.waitForRequest(/issue\/import/)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `${title}.csv`, mimeType: 'text/csv', buffer })
    return sent
  }
  const first = await choose('Chosen first')
  const ended = Promise.race(
    (['requestfinished', 'requestfailed'] as const).map((end) =>
      page.waitForEvent(end as 'requestfinished', (request) => request === first),
    ),
  )
  await choose('Chosen last')
  await expect(dialogs(page).getByRole('cell', { name: 'Chosen last' })).toBeVisible()
  answer.resolve()
  await ended
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(dialogs(page).getByRole('cell', { name: 'Chosen last' })).toBeVisible()
})

test('issues are grouped under headings, by keyboard as well, and the address keeps the grouping', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  await make('Grouped one', { priority: 'CRITICAL' })
  await make('Grouped two', { priority: 'LOW' })
  await page.goto(`/project/${projectId}/issues?q=grouped`)
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Critical1', 'Low1'])
  await expect(page).toHaveURL(/group=priority/)
  await page.reload()
  await expect(page.getByRole('rowheader')).toHaveText(['Critical1', 'Low1'])
  await row(page, 'Grouped one').focus()
  await page.keyboard.press('j')
  await expect(row(page, 'Grouped two')).toBeFocused()
  await expectAccessible(page)
})

test('the issues of a filter are looked at in the model, until the filter is cleared there', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL)
  await page.goto(`/project/${projectId}/issues?q=duct`)
  const found = Number(/\d+/.exec((await results(page).textContent()) ?? '')?.[0])
  await page.getByRole('button', { name: 'In the model', exact: true }).click()
  await page.getByRole('tab', { name: 'Issues' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Issues' })
  await expect(panel.getByText(/match(es)? the filter/)).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(found)
  await expectAccessible(page)
  await panel.getByRole('link').first().click()
  await expect(page).toHaveURL(/issues=q/)
  await panel.getByRole('button', { name: 'Clear filter' }).click()
  await expect(panel.getByText(/match(es)? the filter/)).toHaveCount(0)
  await expect.poll(() => panel.getByRole('listitem').count()).toBeGreaterThan(found)
})

test('a number of the overview leads to the issues that it counts', async ({ browser, baseURL }) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  await make('Due long ago', { due_date: '2020-01-01' })
  await page.goto(`/project/${projectId}/overview`)
  const overdue = page.getByRole('link', { name: /Overdue/ }).first()
  const number = /\d+/.exec((await overdue.textContent()) ?? '')?.[0]
  await overdue.click()
  await expect(page.getByRole('button', { name: 'Due: Overdue' })).toBeVisible()
  await expect(results(page)).toHaveText(new RegExp(`^${number} issues?$`))
})

test('on a phone the list shows cards, and the board stays within the window', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, true)
  for (const search of ['', '?status=OPEN,IN_PROGRESS&due=overdue&priority=HIGH', '?layout=board']) {
    await page.goto(`/project/${projectId}/issues${search}`)
    await expect(page.getByRole('heading', { name: 'Issues' })).toBeVisible()
    await expect(results(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  await page.goto(`/project/${projectId}/issues`)
  // one row of controls, then the first issue
  const cards = page.getByRole('list', { name: 'Issues' })
  await expect(cards.getByRole('listitem').first()).toBeVisible()
  expect((await cards.boundingBox())?.y).toBeLessThan(740 / 4)
  await expectAccessible(page)
  await showTheme(page, 'dark')
  await expectAccessible(page)
})

test('in the dark theme small pictures are not brighter than the text next to them', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL)
  // only issues of the demo have pictures
  await page.goto(`/project/${projectId}/issues?sort=number`)
  const picture = page.getByRole('row').locator('img[src*="as=marked"]').first()
  await expect(picture).toHaveCSS('filter', 'none')
  await showTheme(page, 'dark')
  await expect(picture).toHaveCSS('filter', 'brightness(0.8)')
})

test('every project has views for my issues and for issues waiting for me; a filter is found by its name', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL)
  await page.goto(`/project/${projectId}/issues`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'My open issues' }).click()
  await expect(page.getByRole('button', { name: 'Status: Open and 2 more' })).toBeVisible()
  await expect(page).toHaveURL(/assignee_id=me/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Waiting for my check' }).click()
  await expect(page.getByRole('button', { name: 'Status: Resolved' })).toBeVisible()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('searchbox', { name: 'Find a filter' }).fill('pri')
  await expect(dialogs(page).getByRole('listitem')).toHaveText(['Priority'])
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Critical' }).click()
  await expect(page).toHaveURL(/priority=CRITICAL/)
})

test('The rows of a search take the place of the rows in view, in the same elements', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL)
  const { page, projectId, make } = maren
  const number = await make('Kept in place by its seal')
  const path = `/api/project/${projectId}/issue`
  const other = await send<{ id: string }>(maren, 'post', path, { name: 'Another row on top' })
  await send(maren, 'patch', `${path}/${other.id}`, { status: 'IN_PROGRESS' })
  await page.goto(`/project/${projectId}/issues?q=another+row`)
  await expect(results(page)).toHaveText('1 issue')
  const top = await page.getByRole('row').nth(1).elementHandle()
  const icons = await row(page, 'Another row').locator('svg').elementHandles()
  await page.getByRole('searchbox', { name: 'Search issues' }).fill('kept in place')
  await expect(row(page, 'Kept in place')).toBeVisible()
  expect(await top?.evaluate((element) => element.isConnected && element.textContent)).toContain(
    'Kept in place by its seal',
  )
  // also the icon of another status
  expect(await Promise.all(icons.map((icon) => icon.evaluate((element) => element.isConnected)))).toEqual(
    icons.map(() => true),
  )
  // its link and its click lead to the issue that the row shows now, with the search text
  const link = row(page, 'Kept in place').getByRole('link')
  await expect(link).toHaveAttribute('href', `/project/${projectId}/issues/${number}?q=kept+in+place`)
  await link.click()
  await expect(page).toHaveURL(`/project/${projectId}/issues/${number}?q=kept+in+place`)
})

test('The search field shows what is typed while the rows of a search are awaited', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  await make('Grating of the light well')
  await page.goto(`/project/${projectId}/issues`)
  await expect(results(page)).toBeVisible()
  const answers = Promise.withResolvers<void>()
  await page.route(/issue\?q=/, async (route) => {
    await answers.promise
    await route.continue()
  })
  const field = page.getByRole('searchbox', { name: 'Search issues' })
  await field.click()
  await page.keyboard.insertText('light')
  expect(await field.inputValue()).toBe('light')
  await page.keyboard.insertText(' well')
  expect(await field.inputValue()).toBe('light well')
  await expect(page).toHaveURL(/q=light\+well/)
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  answers.resolve()
  await expect(results(page)).toHaveText('1 issue')
  await expect(row(page, 'Grating of the light well')).toBeVisible()
})

test('The rows of a search that are rendered below the window show the issues of the search as well', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  for (const word of ['Unlike', 'Alike'])
    await Promise.all(Array.from({ length: 12 }, (_, index) => make(`${word} ${index}`)))
  await page.setViewportSize({ width: 1440, height: 440 })
  await page.goto(`/project/${projectId}/issues?q=unlike`)
  const titles = page.locator('[data-scroll="Issues"] [data-index] a')
  await expect(titles).toHaveText(Array.from({ length: 12 }, () => /^Unlike/))
  await page.getByRole('searchbox', { name: 'Search issues' }).fill('alike')
  await expect(titles).toHaveText(Array.from({ length: 12 }, () => /^Alike/))
})

test('Enter and Escape of an input method neither choose a filter nor close the list of filters', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL)
  await page.goto(`/project/${projectId}/issues`)
  await page.getByRole('button', { name: 'Add filter' }).click()
  const words = page.getByRole('dialog').getByRole('searchbox')
  await words.fill('prio')
  for (const key of ['Enter', 'Escape'])
    await words.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true })
  await expect(words).toBeVisible()
  await words.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Critical' })).toBeVisible()
})

test('J and K walk through the issues, in the list and with one open, and Escape closes it', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, make } = await enter(browser, baseURL)
  const [first, second] = [await make('Walk past the first'), await make('Walk past the second')]
  await page.goto(`/project/${projectId}/issues?q=walk+past`)
  await expect(results(page)).toHaveText('2 issues')
  // the newest is on top; nothing has the focus yet
  await page.keyboard.press('j')
  await expect(row(page, 'Walk past the second')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/issues/${second}\\?q=`))
  await expect(page.getByRole('heading', { name: 'Walk past the second' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`/issues/${first}\\?q=`))
  await expect(page.getByRole('heading', { name: 'Walk past the first' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`/issues/${second}\\?q=`))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/issues\?q=/)
})

test('A filter can exclude its values, in the chip, in the link and in the list', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL)
  await page.goto(`/project/${projectId}/issues?status=OPEN`)
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('Open')
  await page.getByRole('button', { name: 'Status: Open', exact: true }).click()
  await page.getByRole('checkbox', { name: 'All but these' }).click()
  await expect(page).toHaveURL(/[?&]not=status/)
  await expect(page.getByRole('button', { name: 'Status: not Open', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows.nth(1)).not.toContainText(/\bOpen\b/)
  // the last value takes the exclusion along
  await page.getByRole('button', { name: 'Remove Status' }).click()
  await expect(page.getByRole('button', { name: /^Status:/ })).toHaveCount(0)
})
