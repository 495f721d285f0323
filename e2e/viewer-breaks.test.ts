import { expect } from '@playwright/test'
import { antiForgery, enter, MAREN, makeIssue } from './demo-people.ts'
import { shortenPauses } from './shorten-pauses.ts'
import { test } from './test.ts'
import { arrived, canvas, openDemo, said, spot } from './viewer-parts.ts'

/** The viewer when something it needs is away: WebGL, the network, a file. */

/** between attempts to load a part of a model */
const PAUSES_MS = [500, 1500, 4000]

test('without WebGL the tree, properties, new issues and plans stay usable, with a plain message', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  await context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: []) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind as '2d', ...rest)
    } as typeof getContext
  })
  const { page } = await openDemo(context)
  await expect(page.getByText('This browser cannot draw the model in 3D')).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  // the plan of the ground floor is a picture with something on it
  const plan = page.getByRole('img', { name: /^Plan of/ })
  await expect(plan).toBeVisible()
  const dark = await plan.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const copy = new OffscreenCanvas(400, 280).getContext('2d')
    copy?.drawImage(image, 0, 0, 400, 280)
    const { data } = copy?.getImageData(0, 0, 400, 280) ?? { data: [] }
    return [...data].filter((value, at) => at % 4 === 0 && value < 128).length
  })
  expect(dark).toBeGreaterThan(200)
  const search = page.getByRole('searchbox', { name: 'Search elements' })
  await search.fill('door')
  await page.getByRole('treeitem', { name: /door/i }).first().click()
  await expect(said(page)).toHaveText(/selected$/)
  await expect(page.getByText('GlobalId', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'New issue' }).click()
  const card = page.getByRole('form', { name: 'New issue' })
  await card.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText(/^Issue #\d+ created$/)).toBeVisible()
})

test('models open where their files put them while corrections of their place cannot be read', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  await context.route(/\/bim-correction$/, (route) => route.abort('internetdisconnected'))
  const { page } = await openDemo(context)
  await arrived(page)
  await expect(page.getByText(/^Loading \d+ %$/)).toHaveCount(0)
})

test('a model converted by a newer server is reported, and one press loads the newer page', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const { page } = await openDemo(context)
  await arrived(page)
  const manifests = /\/manifest\.json$/
  await context.route(manifests, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), format: 99 } })
  })
  await page.reload()
  await expect(page.getByText(/^Plumbline has to be updated to show /)).toBeVisible()
  await expect(page.getByText('No model is loaded.', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Loading \d+ %$/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await context.unroute(manifests)
  await page.getByRole('status').getByRole('button', { name: 'Update now' }).click()
  await arrived(page)
  await expect(page.getByText(/^Plumbline has to be updated to show /)).toHaveCount(0)
})

test('parts of a model that a lost network kept back load when it returns, or by Try again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  await shortenPauses(context, PAUSES_MS)
  const { page } = await openDemo(context)
  const parts = /\/model\/.*\/(chunk-[0-9a-f]+\.pack|structure\.json)$/
  await context.route(parts, (route) => route.abort('internetdisconnected'))
  await page.reload()
  const retry = page.getByRole('status').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Could not load /)).toBeVisible()
  await expect(page.getByText(/^Loading \d+ %$/)).toHaveCount(0)
  await context.unroute(parts)
  await retry.click()
  await arrived(page)
  await expect(page.getByText(/^Could not load /)).toHaveCount(0)
  // parts that load later are not under the pointer yet
  await expect(async () => {
    await page.mouse.click(...(await spot(page, 0.5, 0.5)))
    await expect(said(page)).toHaveText(/selected$/, { timeout: 2000 })
  }).toPass()
  // the same again, now mended by the network itself
  await context.route(parts, (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await context.unroute(parts)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await arrived(page)
  await expect(retry).toHaveCount(0)
})

test('a model that could not be loaded is no longer named once its file is deleted', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const { page, address } = await openDemo(context)
  const files = address.replace(/^\/project\/(.*)\/viewer$/, '/api/project/$1/bim-file-header')
  const reply = await context.request.get(files)
  const [first, other] = (await reply.json()) as { id: string; name: string; current: { id: string } }[]
  await page.goto(`${address}?models=${first?.id}`)
  await arrived(page)
  await context.route(
    (url) => url.pathname.includes(`/${other?.current.id}/`) && url.pathname.endsWith('/manifest.json'),
    (route) => route.fulfill({ status: 404, json: {} }),
  )
  await page.getByRole('tab', { name: /Models$/ }).click()
  await page.getByRole('button', { name: `Load ${other?.name}` }).click()
  await expect(page.getByText(`Could not load ${other?.name}`)).toBeVisible()
  const headers = await antiForgery(context)
  expect((await context.request.delete(`${files}/${other?.id}`, { headers })).ok()).toBe(true)
  await expect(page.getByText(/^Could not load /)).toHaveCount(0)
  expect((await context.request.post(`${files}/${other?.id}/restore`, { headers })).ok()).toBe(true)
})

test('a model that cannot be loaded keeps nobody from the view that a link or an issue shows', async ({
  browser,
  baseURL,
}) => {
  const maren = await enter(browser, baseURL, MAREN)
  const { context } = maren
  const number = await makeIssue(maren, 'Cut at two metres', {
    viewpoints: [
      {
        perspective_camera: {
          camera_view_point: { x: 5, y: -20, z: 12 },
          camera_direction: { x: 0, y: 1, z: 0 },
          camera_up_vector: { x: 0, y: 0, z: 1 },
          field_of_view: 60,
          aspect_ratio: 1.6,
        },
        clipping_planes: [{ location: { x: 0, y: 0, z: 2 }, direction: { x: 0, y: 0, z: 1 } }],
      },
    ],
  })
  await shortenPauses(context, PAUSES_MS)
  const { page, address } = await openDemo(context)
  let lost = ''
  await context.route(/\/model\/.*\/structure\.json$/, (route) => {
    lost ||= route.request().url()
    return route.request().url() === lost ? route.abort('internetdisconnected') : route.continue()
  })
  await page.goto(`${address}?storey=01+First+floor`)
  await expect(page.getByText(/^Could not load /)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('combobox', { name: 'Storey', exact: true })).toHaveText('01 First floor')
  await page.goto(`${address}?issue=${number}`)
  await expect(page.getByText('Section on')).toBeVisible()
  await expect(page.getByText(/^Could not load /)).toBeVisible()
})

test('an issue is filed while the graphics context is lost, without a picture', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const { page } = await openDemo(context)
  await canvas(page).evaluate((element: HTMLCanvasElement) =>
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
  )
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await page.getByRole('button', { name: 'New issue' }).click()
  const card = page.getByRole('form', { name: 'New issue' })
  await card.getByLabel(/^Title/).fill('Seen before the picture went')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/issue$/.test(request.url()))
  await card.getByRole('button', { name: 'Create', exact: true }).click()
  const { viewpoints } = (await sent).postDataJSON() as { viewpoints: object[] }
  expect(viewpoints).toHaveLength(1)
  expect(viewpoints[0]).not.toHaveProperty('snapshot')
  await expect(page.getByText(/^Issue #\d+ created$/)).toBeVisible()
})

test('the number of faded elements includes parts that load after the link’s view was restored', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const { page } = await openDemo(context)
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await canvas(page).focus()
  await page.keyboard.press('g')
  const ghosted = page.getByRole('status').getByText(/ghosted$/)
  const whole = String(await ghosted.textContent())
  await expect(page).toHaveURL(/[?&]solid=/)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  // the first part of a model shows it, all others are held back
  const shown = new Set<string>()
  await context.route(/\/chunk-[0-9a-f]+\.pack$/, async (route) => {
    const [model = ''] = route.request().url().split('/chunk-')
    if (shown.has(model)) await released
    shown.add(model)
    await route.continue()
  })
  await page.reload()
  await expect(ghosted).toBeVisible()
  await expect(ghosted).not.toHaveText(whole)
  release()
  await expect(ghosted).toHaveText(whole)
})

test('an error of properties without a network is shown, and they load when it returns', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const { page } = await openDemo(context)
  const blocks = /\/props-\d+\.json$/
  await context.route(blocks, (route) => route.abort('internetdisconnected'))
  await context.setOffline(true)
  await page.mouse.click(...(await spot(page, 0.5, 0.5)))
  await expect(page.getByText('No connection: the properties load when it returns.')).toBeVisible({
    timeout: 20_000,
  })
  await context.unroute(blocks)
  await context.setOffline(false)
  await expect(page.getByText('No connection: the properties load when it returns.')).toHaveCount(0, {
    timeout: 20_000,
  })
  await expect(page.locator('details').nth(1)).toBeVisible()
})

test('the deletion of a file by another person is shown in the open view, and Undo restores the file', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const { page, address } = await openDemo(context)
  const files = `/api${address.replace('/viewer', '')}/bim-file-header`
  const [file] = (await (await context.request.get(files)).json()) as { id: string; name: string }[]
  await expect(canvas(page)).toBeVisible()
  const reply = await context.request.delete(`${files}/${file?.id}`, {
    headers: await antiForgery(context),
  })
  expect(reply.ok()).toBe(true)
  await expect(page.getByText(`${file?.name} was deleted`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(async () => {
    const left = (await (await context.request.get(files)).json()) as { id: string }[]
    expect(left.map(({ id }) => id)).toContain(file?.id)
  }).toPass()
  await arrived(page)
})
