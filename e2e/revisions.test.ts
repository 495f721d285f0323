import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openBcf } from '../bcf/src/open.ts'
import { generateBuilding } from '../bim/generate/building.ts'
import { type Mutant, MutantMaker, type MutantOptions } from '../bim/generate/mutant.ts'
import { enter, MAREN, send } from './demo-people.ts'

/** An issue on a door through three exports of its model, each with new GlobalIds. */

const build = () =>
  [
    ...generateBuilding({
      discipline: 'architecture',
      storeys: 1,
      bays_x: 4,
      bays_y: 2,
      version: 1,
      seed: 1,
    }),
  ].join('')

/** The first mutant of a model, by seed, that treats an element as wanted. */
function mutate(
  text: string,
  options: Omit<MutantOptions, 'seed'>,
  isRight: (mutant: Mutant) => boolean,
): Mutant {
  for (let seed = 1; seed <= 200; seed++) {
    const mutant = new MutantMaker(text, { seed, newGuids: true, newTags: true, ...options }).make()
    if (isRight(mutant)) return mutant
  }
  throw new Error('No seed treats the element as wanted')
}

async function upload(page: Page, id: string, text: string, version: number) {
  await page.goto(`/project/${id}/models`)
  const file = { name: 'tower.ifc', mimeType: 'application/x-step', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText(new RegExp(`^Version ${version} ·`))).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 60_000 })
}

/** Selected GlobalIds of the first topic's viewpoints in an export. */
async function selectedInBcf(context: BrowserContext, id: string): Promise<string[]> {
  const reply = await context.request.get(`/api/project/${id}/bcf/export?version=3.0`)
  const archive = await openBcf(await reply.body())
  for await (const topic of archive.topics())
    return topic.viewpoints.flatMap(({ view }) =>
      (view.components?.selection ?? []).map(({ ifc_guid }) => ifc_guid ?? ''),
    )
  return []
}

test('An issue on a door keeps its place through three exports with new GlobalIds', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const maren = await enter(browser, baseURL, MAREN)
  const { page, context } = maren
  const { id } = await send<{ id: string }>(maren, 'post', '/api/project', {
    name: `Revisions ${Date.now()}`,
  })
  const text = build()
  // a door that stands for itself: those in a wall are moved with their openings
  const movable = new MutantMaker(text, { seed: 1, moved: 1 }).make().moved
  const doors = [...text.matchAll(/=IFCDOOR\('([^']{22})'/g)].map(([, guid = '']) => guid)
  const door = doors.find((guid) => movable.has(guid)) ?? ''
  await upload(page, id, text, 1)
  await page.goto(`/project/${id}/viewer?select=${encodeURIComponent(door)}`)
  await expect(page.getByRole('status').filter({ hasText: /selected$/ })).toBeVisible()
  await page.getByLabel('Model', { exact: true }).focus()
  await page.keyboard.press('c')
  await expect(page.getByLabel(/^Title/)).toBeFocused()
  await page.keyboard.type('Door closer missing')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Issue #1 created')).toBeVisible()
  const pin = page.getByRole('button', { name: /Issue 1, Door closer missing/ })
  const inIssue = async (words: RegExp) => {
    await page.goto(`/project/${id}/issues/1`)
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 60_000 })
  }

  const again = mutate(text, {}, () => true)
  const [second = ''] = again.truth.get(door) ?? []
  await upload(page, id, again.text, 2)
  await inIssue(/^Found again in version 2/)
  expect(await selectedInBcf(context, id)).toEqual([second])

  const shifted = mutate(again.text, { moved: 0.1 }, ({ moved }) => moved.has(second))
  const [third = ''] = shifted.truth.get(second) ?? []
  await upload(page, id, shifted.text, 3)
  await inIssue(/^Moved by .* in version 3$/)
  expect(await selectedInBcf(context, id)).toEqual([third])
  await page.goto(`/project/${id}/viewer?issue=1`)
  await expect(pin).toBeAttached()
  await page.goto(`/project/${id}/viewer?select=${encodeURIComponent(third)}`)
  await page.getByText('History', { exact: true }).click()
  const history = page.getByRole('listitem').filter({ hasText: /^Version \d/ })
  await expect(history).toContainText(['Changed', 'Another GlobalId only', 'In the model from here on'])

  const without = mutate(shifted.text, { deleted: 0.1 }, ({ truth }) => truth.get(third)?.length === 0)
  await upload(page, id, without.text, 4)
  await inIssue(/^(Please check: it may have changed|This element is no longer in version 4)$/)
  expect(await selectedInBcf(context, id)).toEqual([third])
  await context.close()
})
