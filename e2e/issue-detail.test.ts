import zlib from 'node:zlib'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { antiForgery, enter, JONAS, MAREN, makeIssue, type Person, send } from './demo-people.ts'
import { test } from './test.ts'

/** Two people on one issue, from its making to its end and back. */

/** Draws on the photo of an issue as another person. */
async function drawElsewhere({ context, projectId }: Person, number: number) {
  const path = `/api/project/${projectId}/issue`
  const issue = (await (await context.request.get(`${path}/number/${number}`)).json()) as {
    id: string
    attachments: { id: string; version: number }[]
  }
  const [photo] = issue.attachments
  const shapes = [{ kind: 'BLUR', from: [0.1, 0.1], to: [0.2, 0.2] }]
  const headers = await antiForgery(context)
  const data = { version: photo?.version, shapes }
  const to = `${path}/${issue.id}/attachment/${photo?.id}/markup`
  expect((await context.request.put(to, { headers, data })).status()).toBe(200)
}

/** A grey picture of 320 × 240, as a PNG of our own making. */
function photo(name: string) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(zlib.crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(320, 0)
  head.writeUInt32BE(240, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(240 * 321, 0x99)
  for (let row = 0; row < 240; row++) rows[row * 321] = 0
  const bytes = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return { name, mimeType: 'image/png', buffer: Buffer.concat(bytes) }
}

const open = async ({ page, projectId }: Person, number: number) => {
  await page.goto(`/project/${projectId}/issues/${number}`)
  await expect(page.getByRole('list', { name: 'Comments and changes' })).toBeVisible()
}
const timeline = (page: Page) => page.getByRole('list', { name: 'Comments and changes' })

test('a comment mentions somebody, a photo is added and drawn on', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const number = await makeIssue(maren, 'Crack beside the stair')
  await open(maren, number)
  const { page } = maren

  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await box.fill('Seen by ')
  await box.press('End')
  await page.keyboard.type('@Tom')
  await expect(page.getByRole('option', { name: 'Tomás Herrera' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('**today**, like #1 <b>not bold</b>')
  await page.keyboard.press('Control+Enter')
  const comment = timeline(page).getByRole('listitem').filter({ hasText: 'Seen by' })
  await expect(comment.getByText('@Tomás Herrera')).toBeVisible()
  await expect(comment.locator('strong')).toHaveText('today')
  await expect(comment.getByRole('link', { name: '#1' })).toBeVisible()
  await expect(comment).toContainText('<b>not bold</b>')
  await expect(box).toHaveValue('')

  await page
    .locator('input[type=file][aria-label="Add files"]')
    .first()
    .setInputFiles([
      photo('wall.png'),
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
  await expect(page.getByText('empty.txt could not be uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Open wall.png' }).click()
  await page.getByRole('button', { name: 'Draw on it' }).click()
  const canvas = page.getByRole('application', { name: 'Drawing' })
  await expect(canvas.locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Cloud', exact: true }).click()
  const area = await canvas.boundingBox()
  if (!area) throw new Error('no canvas')
  await page.mouse.move(area.x + area.width * 0.4, area.y + area.height * 0.4)
  await page.mouse.down()
  await page.mouse.move(area.x + area.width * 0.5, area.y + area.height * 0.5, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Cloud 1', exact: true })).toBeVisible()
  // and by keys alone
  await canvas.focus()
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('button', { name: 'Box 2', exact: true })).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Box 2', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Leave without saving your changes?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await drawElsewhere(maren, number)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has drawn on this in the meantime.')).toBeVisible()
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('Drawing saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open wall.png' }).locator('img')).toHaveAttribute(
    'src',
    /as=marked/,
  )
  await expect(timeline(page)).toContainText('Maren Lindqvist attached wall.png')
})

test('resolved with proof, closed by a second person, changed by two at once, undone', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const jonas = await enter(browser, baseURL, JONAS)
  const number = await makeIssue(maren, 'Door sticks')
  await open(maren, number)
  await open(jonas, number)

  await test.step('two people change the title, and the later one chooses', async () => {
    await jonas.page.getByRole('button', { name: 'Edit', exact: true }).click()
    await jonas.page.getByRole('textbox', { name: 'Title' }).fill('Door sticks at the top')
    await maren.page.getByRole('button', { name: 'Edit', exact: true }).click()
    await maren.page.getByRole('textbox', { name: 'Title' }).fill('Door does not close')
    await maren.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(maren.page.getByRole('heading', { name: 'Door does not close' })).toBeVisible()
    await expect(jonas.page.getByText('Door does not close').first()).toBeVisible()
    await jonas.page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = jonas.page.getByRole('dialog', { name: 'Somebody else changed this too' })
    await expect(dialog.getByText('Door sticks at the top')).toBeVisible()
    await expect(dialog.getByText('Door does not close')).toBeVisible()
    await expectAccessible(jonas.page)
    await dialog.getByRole('radio', { name: 'Keep mine' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(maren.page.getByRole('heading', { name: 'Door sticks at the top' })).toBeVisible()
  })

  await test.step('Ctrl Z undoes the last change and names it', async () => {
    await maren.page.getByRole('combobox', { name: 'Priority', exact: true }).last().click()
    await maren.page.getByRole('option', { name: 'Critical' }).click()
    await expect(jonas.page.getByRole('combobox', { name: 'Priority', exact: true }).last()).toContainText(
      'Critical',
    )
    await maren.page.keyboard.press('Control+z')
    await expect(maren.page.getByText('Undone: priority: Medium')).toBeVisible()
    await expect(jonas.page.getByRole('combobox', { name: 'Priority', exact: true }).last()).toContainText(
      'Medium',
    )
  })

  await test.step('a letter takes the issue, and Ctrl Z gives it back', async () => {
    await maren.page.getByRole('button', { name: 'Edit', exact: true }).focus()
    await maren.page.keyboard.press('i')
    await expect(jonas.page.getByRole('combobox', { name: 'Assignee' }).last()).toHaveValue('Maren Lindqvist')
    await maren.page.keyboard.press('Control+z')
    await expect(maren.page.getByText('Undone: assignee: none')).toBeVisible()
    await expect(jonas.page.getByRole('combobox', { name: 'Assignee' }).last()).toHaveValue('')
  })

  await test.step('resolving asks for a description of the fix', async () => {
    await jonas.page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const dialog = jonas.page.getByRole('dialog', { name: 'Resolve issue' })
    await dialog.getByRole('button', { name: 'Resolve issue' }).click()
    await expect(dialog.getByText('Enter a comment or add a photo')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    // comments from before the work are not proof
    await jonas.page.getByRole('textbox', { name: 'Write a comment' }).fill('Please do it by Friday')
    await jonas.page.keyboard.press('Control+Enter')
    await expect(timeline(maren.page)).toContainText('Please do it by Friday')
    await jonas.page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await dialog.getByLabel('What was done').fill('Hinge replaced')
    await dialog.getByRole('button', { name: 'Resolve issue' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(timeline(maren.page)).toContainText('Hinge replaced')
    await expect(timeline(maren.page)).toContainText('changed status from Open to Resolved')
    const close = jonas.page.getByRole('button', { name: 'Close', exact: true })
    await expect(close).toHaveAttribute('aria-disabled', 'true')
    await close.hover()
    await expect(jonas.page.getByText('You resolved it, so somebody else has to close it')).toBeVisible()
  })

  await test.step('another person closes it', async () => {
    await maren.page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(jonas.page.getByRole('button', { name: 'Reopen', exact: true })).toBeVisible()
  })

  await test.step('deleted, and back again', async () => {
    await maren.page.getByRole('button', { name: 'More', exact: true }).last().click()
    await maren.page.getByRole('menuitem', { name: 'Delete issue' }).click()
    await expect(jonas.page.getByText(/Maren Lindqvist deleted this issue/)).toBeVisible()
    await expect(jonas.page.getByRole('textbox', { name: 'Write a comment' })).toHaveCount(0)
    await maren.page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(maren.page.getByText(`Issue #${number} restored`)).toBeVisible()
    await expect(jonas.page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
  })
})

test('a phone: photos first, one drawn on, then title and create; all of it is there after a reload', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/project/${maren.projectId}/issues`)
  await page.getByRole('button', { name: 'New issue' }).click()
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  const title = dialog.getByRole('textbox', { name: 'Title' })
  const photos = dialog.getByRole('group', { name: 'Photos and files' })
  await expect(photos).toBeFocused()
  const [above, below] = [await photos.boundingBox(), await title.boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  const camera = dialog.locator('input[type=file][aria-label="Take photo"]')
  await camera.setInputFiles(photo('site.png'))
  await camera.setInputFiles(photo('detail.png'))
  await photos.getByRole('button', { name: 'Draw on detail.png', exact: true }).click()
  const canvas = page.getByRole('application', { name: 'Drawing' })
  await expect(canvas.locator('img')).toBeVisible()
  await canvas.focus()
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(canvas).toBeHidden()
  const drawn = photos.getByRole('button', { name: 'Draw on detail.png, 1 shape so far' })
  await expect(drawn).toBeFocused()
  await title.fill('Missing handrail')
  await page.reload()
  await expect(title).toHaveValue('Missing handrail')
  await expect(photos.getByText('site.png', { exact: true })).toBeVisible()
  await expect(drawn).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('heading', { name: 'Missing handrail' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open site.png' })).toBeVisible()
  const marked = page.getByRole('button', { name: 'Open detail.png' }).locator('img')
  await expect(marked).toHaveAttribute('src', /as=marked/)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half a sen')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('Half a sen')
})

/** An issue with a photo, a description and text to read. */
async function makeIssueWithPhoto(by: Person, name: string) {
  const description = 'From the landing to the third step, on the side of the wall. Seen at noon.'
  const number = await makeIssue(by, name, { description, assignee_id: by.id, due_date: '2030-05-04' })
  const path = `/api/project/${by.projectId}/issue`
  const issue = (await (await by.context.request.get(`${path}/number/${number}`)).json()) as { id: string }
  const reply = await by.context.request.post(`${path}/${issue.id}/attachment?name=stair.png`, {
    headers: await antiForgery(by.context),
    multipart: { file: photo('stair.png') },
  })
  expect(reply.status()).toBe(201)
  return { number, description }
}

for (const [device, viewport] of [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 360, height: 780 }],
] as const)
  test(`an issue on ${device} shows its photo, title, words, who is next and its moves without scrolling`, async ({
    browser,
    baseURL,
  }) => {
    const options = { viewport, hasTouch: viewport.width < 400, isMobile: viewport.width < 400 }
    const maren = await enter(browser, baseURL, MAREN, options)
    const { page } = maren
    const { number, description } = await makeIssueWithPhoto(maren, 'Crack beside the stair')
    await open(maren, number)
    const bottom = (await page.getByRole('textbox', { name: 'Write a comment' }).boundingBox())?.y ?? 0
    const first = [
      page.getByRole('button', { name: 'Open stair.png' }),
      page.getByRole('heading', { name: 'Crack beside the stair' }),
      page.getByText(description),
      page.getByRole('button', { name: 'Start', exact: true }),
      page.getByRole('button', { name: 'Resolve', exact: true }),
      page.getByRole('button', { name: 'Void', exact: true }),
    ]
    let last = 0
    for (const part of first) {
      await expect(part).toBeInViewport({ ratio: 1 })
      const box = await part.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(last - 1)
      last = box?.y ?? 0
      expect(last + (box?.height ?? 0)).toBeLessThanOrEqual(bottom)
    }
    await expect(page.locator('[data-issue-part=status]')).toContainText('Maren Lindqvist')
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Stop watching' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close the issue panel' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })

test('pressing the title or the words edits them in their place; Escape leaves an untouched form', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  const { number, description } = await makeIssueWithPhoto(maren, 'Crack in the wall')
  await open(maren, number)
  await page.getByText(description).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('heading', { name: 'Crack in the wall' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type(', long')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Crack in the wall, long')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Crack in the wall, long' })).toBeVisible()
})

test('keys, buttons and a swipe go to the next and previous issue of the filter, and Escape closes it', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN, { hasTouch: true })
  const { page, projectId } = maren
  const label = `walk ${Date.now()}`
  const numbers: number[] = []
  for (const name of ['First', 'Second', 'Third'])
    numbers.push(await makeIssue(maren, `${name} of the walk`, { labels: [label] }))
  // not in the filter, although its number is in between
  await makeIssue(maren, 'Fourth of the walk')
  const [first, second, third] = numbers
  const at = (number: number | undefined) => expect(page).toHaveURL(new RegExp(`/issues/${number}\\?label=`))
  await page.goto(`/project/${projectId}/issues/${third}?label=${encodeURIComponent(label)}`)
  await expect(page.getByRole('heading', { name: 'Third of the walk' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous issue' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('j')
  await at(second)
  await page.keyboard.press('ArrowRight')
  await at(first)
  await expect(page.getByRole('heading', { name: 'First of the walk' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await at(second)
  await page.keyboard.press('k')
  await at(third)
  await pressAtOnce(page, ['j', 'j'])
  await at(first)
  await page.keyboard.press('k')
  await at(second)
  await page.keyboard.press('k')
  await at(third)
  await page.getByRole('button', { name: 'Next issue' }).click()
  await at(second)
  const heading = page.getByRole('heading', { name: 'Second of the walk' })
  await swipe(page, heading, -140)
  await at(first)
  await pressAtOnce(page, ['Escape', 'j'])
  await expect(page.getByRole('button', { name: 'Next issue' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/issues\?label=/)
})

test('a key pressed before the next issue is drawn does not change the previous one', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId, context } = maren
  const label = `keys ${Date.now()}`
  const one = await makeIssue(maren, 'One of the keys', { labels: [label] })
  const two = await makeIssue(maren, 'Two of the keys', { labels: [label] })
  await page.goto(`/project/${projectId}/issues/${two}?label=${encodeURIComponent(label)}`)
  await expect(page.getByRole('button', { name: 'Next issue' })).toBeVisible()
  await expect(timeline(page)).toBeVisible()
  await pressAtOnce(page, ['j', 'i'])
  await expect(page.getByRole('heading', { name: 'One of the keys' })).toBeVisible()
  await page.keyboard.press('i')
  const readAssignee = async (number: number) => {
    const reply = await context.request.get(`/api/project/${projectId}/issue/number/${number}`)
    return ((await reply.json()) as { assignee_id: string | null }).assignee_id
  }
  await expect.poll(() => readAssignee(one)).toBe(maren.id)
  expect(await readAssignee(two)).toBeNull()
})

test('a name that is deleted to type another one does not leave the issue to nobody meanwhile', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  const number = await makeIssue(maren, 'Handed from one to another', { assignee_id: maren.id })
  await open(maren, number)
  const sent: unknown[] = []
  page.on('request', (request) => {
    // a new browser sends its time zone as well
    if (request.method() === 'PATCH' && /\/issue\//.test(request.url())) sent.push(request.postDataJSON())
  })
  const assignee = page.getByRole('combobox', { name: 'Assignee' }).last()
  await assignee.fill('')
  await assignee.pressSequentially('jonas')
  await page.getByRole('option', { name: 'Jonas Weber' }).click()
  await expect(timeline(page)).toContainText('Jonas Weber')
  expect(sent).toMatchObject([{ assignee_id: expect.any(String) }])
  // an empty field means unassigned
  await assignee.fill('')
  await page.keyboard.press('Tab')
  await expect.poll(() => sent).toMatchObject([{}, { assignee_id: null }])
  await expect(assignee).toHaveValue('')
})

test('an assignee field emptied for typing stays empty when the people load', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const number = await makeIssue(maren, 'Typed before the people came', { assignee_id: maren.id })
  const people = Promise.withResolvers<void>()
  await page.route(/\/member(\?.*)?$/, async (route) => {
    await people.promise
    await route.continue()
  })
  await page.goto(`/project/${projectId}/issues/${number}`)
  const assignee = page.getByRole('combobox', { name: 'Assignee' }).last()
  await assignee.fill('')
  people.resolve()
  await expect(page.getByRole('cell', { name: 'Maren Lindqvist' }).first()).toBeVisible()
  await assignee.pressSequentially('jonas')
  await page.getByRole('option', { name: 'Jonas Weber' }).click()
  await expect(timeline(page)).toContainText('Jonas Weber')
})

/** Presses keys faster than anything is drawn. */
const pressAtOnce = (page: Page, keys: string[]) =>
  page.evaluate((pressed) => {
    for (const key of pressed)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }, keys)

/** Moves a finger sideways over an element. */
async function swipe(page: Page, over: Locator, distance: number) {
  const box = await over.boundingBox()
  if (!box) throw new Error('nothing to swipe over')
  const [x, y] = [box.x + box.width - 20, box.y + box.height / 2]
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }],
    })
  await touch('touchStart', x)
  await touch('touchMove', x + distance / 2)
  await touch('touchMove', x + distance)
  await touch('touchEnd', x + distance)
}

test('an issue opened during the deletion of another one stays open', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const [deleted, next] = [await makeIssue(maren, 'Deleted slowly'), await makeIssue(maren, 'Read meanwhile')]
  const { page, projectId } = maren
  await open(maren, deleted)
  const answer = Promise.withResolvers<void>()
  await page.route('**/issue/*', async (route) => {
    if (route.request().method() === 'DELETE') await answer.promise
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('button', { name: 'More', exact: true }).last().click()
  await page.getByRole('menuitem', { name: 'Delete issue' }).click()
  await sent
  await page.getByRole('link', { name: 'Read meanwhile' }).first().click()
  await expect(page.getByRole('heading', { name: 'Read meanwhile' })).toBeVisible()
  answer.resolve()
  await expect(page.getByText(`Issue #${deleted} deleted`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project/${projectId}/issues/${next}$`))
})

test('an issue opened during the duplication of another one stays open', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const copied = await makeIssue(maren, 'Copied slowly')
  const next = await makeIssue(maren, 'Opened meanwhile')
  const { page, projectId } = maren
  await open(maren, copied)
  const answer = Promise.withResolvers<void>()
  await page.route('**/issue', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /issue$/.test(request.url()))
  await page.getByRole('button', { name: 'More', exact: true }).last().click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await sent
  await page.getByRole('link', { name: 'Opened meanwhile' }).first().click()
  await expect(page.getByRole('heading', { name: 'Opened meanwhile' })).toBeVisible()
  answer.resolve()
  await expect(page.getByText(/^Issue #\d+ created$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project/${projectId}/issues/${next}$`))
})

test('a link to an old comment asks once for a page that cannot be read', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  const number = await makeIssue(maren, 'Much discussed')
  const path = `/api/project/${projectId}/issue`
  const { id } = (await (await page.request.get(`${path}/number/${number}`)).json()) as { id: string }
  const write = (text: string) => send<{ id: string }>(maren, 'post', `${path}/${id}/comment`, { text })
  const first = await write('The first words')
  for (let place = 0; place < 51; place++) await write(`Answer ${place}`)
  let asked = 0
  await page.route(/timeline\?.*before=/, (route) => {
    asked++
    return route.abort('connectionreset')
  })
  await page.goto(`/project/${projectId}/issues/${number}?comment=${first.id}`)
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Error', { exact: true })
  await expect(message.first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Still usable')
  expect(asked).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Show earlier' }).click()
  await expect(page.getByText('The first words')).toBeVisible()
})

test('words that are written from right to left are read so, in an issue and in the box of a comment', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  const [title, words] = ['تسرب مياه في القبو', 'الجدار الشرقي (محور 4).']
  await open(maren, await makeIssue(maren, title, { description: words }))
  for (const text of [title, words])
    await expect(page.getByText(text, { exact: true }).last()).toHaveCSS('direction', 'rtl')
  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await box.fill(words)
  await expect(box).toHaveCSS('direction', 'rtl')
  await box.fill('The east wall')
  await expect(box).toHaveCSS('direction', 'ltr')
})

test('an issue with a long title ending in emoji is duplicated', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, projectId } = maren
  // with "Copy of " before it the title is cut within an emoji of two UTF-16 units
  const number = await makeIssue(maren, `${'Leak '.repeat(49)}!😀😀`)
  await open(maren, number)
  await page.getByRole('button', { name: 'More', exact: true }).last().click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByText(/^Issue #\d+ created$/)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project/${projectId}/issues/${number + 1}$`))
})

test('the late answer to the removal of a file leaves the question about another open', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  await open(maren, await makeIssue(maren, 'Two files too many'))
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await page
    .locator('input[type=file][aria-label="Add files"]')
    .first()
    .setInputFiles([text('first.txt'), text('second.txt')])
  const removed = (name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true })
  await expect(removed('second.txt')).toBeVisible()
  const answer = Promise.withResolvers<void>()
  await page.route(/\/attachment\/[^/]+$/, async (route) => {
    if (route.request().method() === 'DELETE') await answer.promise
    await route.continue()
  })
  const dialog = page.getByRole('alertdialog')
  const confirm = (name: string) => dialog.getByRole('button', { name: `Remove ${name}`, exact: true })
  await removed('first.txt').click()
  await confirm('first.txt').click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await removed('second.txt').click()
  await expect(confirm('second.txt')).toBeEnabled()
  answer.resolve()
  await expect(removed('first.txt')).toHaveCount(0)
  await confirm('second.txt').click()
  await expect(dialog).toHaveCount(0)
  await expect(removed('second.txt')).toHaveCount(0)
})

test('a due date and a stage typed last are saved when the person goes back', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page, context, projectId } = maren
  const number = await makeIssue(maren, 'Typed in a hurry')
  const path = `/api/project/${projectId}/issue/number/${number}`
  const readIssue = async () =>
    (await (await context.request.get(path)).json()) as { due_date: string | null; stage: string | null }
  await page.goto(`/project/${projectId}/issues`)
  const openAgain = async () => {
    await page
      .getByRole('link', { name: /Typed in a hurry/ })
      .first()
      .click()
    await expect(timeline(page)).toBeVisible()
  }
  await openAgain()
  await page.getByLabel('Due').fill('2031-02-03')
  await page.goBack()
  await expect(timeline(page)).toHaveCount(0)
  await expect.poll(async () => (await readIssue()).due_date).toBe('2031-02-03')
  await openAgain()
  await page.getByRole('button', { name: 'More fields' }).click()
  await page.getByLabel('Stage').fill('Shell')
  await page.goBack()
  await expect.poll(async () => (await readIssue()).stage).toBe('Shell')
})

test('an unsent comment comes back after a reload with its photo', async ({ browser, baseURL }) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { page } = maren
  await open(maren, await makeIssue(maren, 'Half a comment'))
  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await box.fill('As on the photo')
  await page.locator('input[type=file][aria-label="Attach files"]').setInputFiles([photo('wall.png')])
  const attached = page.getByRole('paragraph').filter({ hasText: /^wall\.png$/ })
  await expect(attached).toBeVisible()
  await page.reload()
  await expect(box).toHaveValue('As on the photo')
  await expect(attached).toBeVisible()
  await box.press('Control+Enter')
  const comment = timeline(page).getByRole('listitem').filter({ hasText: 'As on the photo' })
  await expect(comment.getByRole('button', { name: 'Open wall.png' })).toBeVisible()
  await expect(attached).toHaveCount(0)
})

test('A link to a comment thousands of entries back leads to it at once, and the entries between come step by step', async ({
  browser,
  baseURL,
}) => {
  const jonas = await enter(browser, baseURL, JONAS)
  const { page, projectId, id } = jonas
  const number = await makeIssue(jonas, 'Much to talk about')
  const newest = 3000
  let calls = 0
  await page.route(/\/timeline\?/, (route) => {
    calls++
    const { searchParams } = new URL(route.request().url())
    const before = Number(searchParams.get('before') ?? newest + 1)
    const first = Math.max(1, before - Number(searchParams.get('limit')))
    const items = Array.from({ length: before - first }, (_, index) => {
      const seq = first + index
      const at = new Date(Date.UTC(2026, 0, 1, 0, seq)).toISOString()
      const words = { text: `Comment number ${seq}`, created_by: id, created_at: at, author: null }
      const comment = { ...words, id: `c${seq}`, edited_at: null, deleted_at: null, attachment_ids: [] }
      return { seq, issue_id: id, at, by: id, kind: 'COMMENTED', comment: { ...comment, viewpoint_id: null } }
    })
    return route.fulfill({ json: { items, before: first > 1 ? first : null } })
  })
  await page.goto(`/project/${projectId}/issues/${number}?comment=c10`)
  await expect(page.getByText('Comment number 10', { exact: true })).toBeVisible()
  await expect(page.locator('#comment-c10')).toBeFocused()
  await expect(page.getByText('Comment number 3000', { exact: true })).toHaveCount(1)
  expect(calls).toBeLessThan(20)
  const between = page.getByRole('button', { name: /^Show more of 2,890 entries in between$/ })
  await expect(page.getByText('Comment number 61', { exact: true })).toHaveCount(0)
  await between.click()
  await expect(page.getByText('Comment number 61', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Show more of 2,840 entries in between$/ })).toBeVisible()
})
