import { type BrowserContext, expect, type Page } from '@playwright/test'
import { logIn, MAREN } from './demo-people.ts'

/** Signs in to the demo project once its models are ready; answers its id. */
export async function enterDemo(context: BrowserContext): Promise<string> {
  const { projectId } = await logIn(context, MAREN)
  const countReady = async () => {
    const reply = await context.request.get(`/api/project/${projectId}/bim-file-header`)
    const files = (await reply.json()) as { current: unknown }[]
    return files.filter(({ current }) => current !== null).length
  }
  await expect.poll(countReady, { intervals: [100] }).toBe(3)
  return projectId
}

/** Keeps the pins of issues that other tests filed out of the way of clicks. */
export const hidePins = (context: BrowserContext) =>
  context.route(/\/issue\/pin(\?|$)/, (route) => route.fulfill({ json: [] }))

/** The models of the demo in 3D, and the address they are at. */
export async function openDemo(context: BrowserContext): Promise<{ page: Page; address: string }> {
  await hidePins(context)
  const address = `/project/${await enterDemo(context)}/viewer`
  const page = await context.newPage()
  await page.goto(address)
  await arrived(page)
  return { page, address }
}

export async function arrived(at: Page) {
  await expect(at.getByLabel('Model', { exact: true })).toBeVisible()
  await expect(at.getByRole('combobox', { name: 'Storey', exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(at.getByText(/^Loading \d+ %$/)).toHaveCount(0)
}

export const canvas = (at: Page) => at.getByLabel('Model', { exact: true })
export const said = (at: Page) => at.getByRole('status').filter({ hasText: /selected$/ })

/** A place on the canvas, in shares of its size. */
export async function spot(at: Page, x: number, y: number): Promise<[number, number]> {
  const box = await canvas(at).boundingBox()
  if (!box) throw new Error('There is no canvas')
  return [box.x + box.width * x, box.y + box.height * y]
}

/** So many pictures: how long they take is up to the machine. */
export const drawn = (at: Page, pictures: number) =>
  at.evaluate(async (count) => {
    for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame)
  }, pictures)
