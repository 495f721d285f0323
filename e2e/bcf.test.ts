import fs from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type Browser, expect, type Page } from '@playwright/test'
import { generateProject, generateTopics } from '../bcf/generate/topics.ts'
import type { BcfViewpoint } from '../bcf/src/model.ts'
import { writeBcf } from '../bcf/src/write.ts'
import { expectAccessible } from './accessibility.ts'
import { dialogs } from './dialogs.ts'
import { test } from './test.ts'

/** Issues as BCF files: exported by a filter, imported into another project, and compared with existing issues. */

type Request = Page['request']

async function enter(browser: Browser, baseURL: string | undefined, narrow = false) {
  const viewport = narrow ? { width: 360, height: 740 } : { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport })
  const data = { email: 'demo@plumbline.example', password: 'plumbline-demo' }
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200)
  const cookies = await context.cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) }
  async function post<T>(path: string, body: object): Promise<T> {
    const reply = await context.request.post(path, { headers, data: body })
    expect(reply.status()).toBe(201)
    return (await reply.json()) as T
  }
  const page = await context.newPage()
  const makeProject = async (name: string) => (await post<{ id: string }>('/api/project', { name })).id
  const makeIssue = (id: string, body: object) =>
    post<{ id: string; number: number }>(`/api/project/${id}/issue`, body)
  const rename = (id: string, issueId: string, name: string) =>
    context.request.patch(`/api/project/${id}/issue/${issueId}`, { headers, data: { name } })
  return { page, makeProject, makeIssue, rename }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import BCF' })
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name: new RegExp(`^${name}`) })

async function choose(page: Page, projectId: string, file: Buffer, name = 'topics.bcf') {
  await page.goto(`/project/${projectId}/issues?bcf=new`)
  await expect(dialog(page).getByRole('button', { name: 'Choose BCF files' })).toBeEnabled()
  const mimeType = 'application/octet-stream'
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: file })
}

const titles = async (request: Request, id: string): Promise<string[]> => {
  const reply = await request.get(`/api/project/${id}/issue`)
  return ((await reply.json()) as { items: { name: string }[] }).items.map(({ name }) => name).sort()
}

const madeFile = (topics: number) => buffer(writeBcf('2.1', generateProject(), generateTopics({ topics })))

test('the issues of a filter go out as BCF 3.0 and come into another project, once', async ({
  browser,
  baseURL,
}) => {
  const { page, makeProject, makeIssue } = await enter(browser, baseURL)
  const [from, to] = [await makeProject('BCF out'), await makeProject('BCF in')]
  await makeIssue(from, { name: 'Duct in the beam, axis A', labels: ['Ducts'] })
  await makeIssue(from, { name: 'Duct in the beam, axis B', labels: ['Ducts'] })
  await makeIssue(from, { name: 'Door without a handle' })
  await page.goto(`/project/${from}/issues?q=duct`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export issues' }).click()
  await page.getByRole('radio', { name: /^BCF 3\.0/ }).click()
  await expect(dialogs(page).getByText('All 2 issues in the list')).toBeVisible()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  const file = fs.readFileSync(await download.path())

  await page.goto(`/project/${to}/issues`)
  await page.getByRole('button', { name: 'Import BCF' }).click()
  await choose(page, to, file)
  await expect(tab(page, 'New')).toContainText('2')
  await expect(dialog(page).getByText('Duct in the beam, axis B')).toBeVisible()
  await expect(dialog(page).getByText(/BCF 3\.0, project “BCF out”/)).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Import 2 issues' }).click()
  await expect(dialog(page).getByText('2 issues imported')).toBeVisible()
  await makeIssue(to, { name: 'Not of this file' })
  await dialog(page).getByRole('link', { name: 'Show these issues' }).click()
  await expect(page.getByText('Duct in the beam, axis A')).toBeVisible()
  await expect(page.getByText('2 issues', { exact: true })).toBeVisible()
  expect(await titles(page.request, to)).toEqual([
    'Duct in the beam, axis A',
    'Duct in the beam, axis B',
    'Not of this file',
  ])

  await choose(page, to, file)
  await expect(tab(page, 'Unchanged')).toContainText('2')
  await expect(dialog(page).getByText('There is nothing to import').first()).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await expect(tab(page, 'People')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialog(page).getByText('No changes were needed')).toBeVisible()
})

test('fields changed on both sides are shown with the winning value, and unknown people can be mapped to members', async ({
  browser,
  baseURL,
}) => {
  const { page, makeProject, rename } = await enter(browser, baseURL)
  const id = await makeProject('BCF in conflict')
  const [made] = generateTopics({ topics: 1, seed: id })
  if (!made) throw new Error('no topic')
  const { topic } = made
  const fileOf = (fields: object) =>
    buffer(writeBcf('3.0', generateProject(), [{ ...made, topic: { ...topic, ...fields } }]))
  await choose(page, id, await fileOf({}))
  await tab(page, 'People').click()
  await dialog(page)
    .getByRole('combobox', { name: `Member for ${topic.creation_author}` })
    .click()
  await page.getByRole('option').first().click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Import 1 issue' }).click()
  await expect(dialog(page).getByText('1 issue imported')).toBeVisible()
  const reply = await page.request.get(`/api/project/${id}/issue/number/1`)
  const issue = (await reply.json()) as { id: string; created_by: string | null }
  expect(issue.created_by).not.toBeNull()

  expect((await rename(id, issue.id, 'Said here')).status()).toBe(200)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await choose(page, id, await fileOf({ title: 'Said there', modified_date: later }), 'later.bcf')
  await expect(tab(page, 'Conflicts')).toHaveAttribute('aria-selected', 'true')
  await expect(dialog(page).getByText('File: changed later')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.goto(`/project/${id}/issues?bcf=new`)
  await dialog(page).getByRole('link', { name: 'later.bcf' }).click()
  await dialog(page).getByRole('button', { name: 'Import 1 issue' }).click()
  await expect(dialog(page).getByText('1 issue imported')).toBeVisible()
  expect(await titles(page.request, id)).toEqual(['Said there'])
})

test('a comment by a non-member shows its author’s address and its importer', async ({
  browser,
  baseURL,
}) => {
  const { page, makeProject } = await enter(browser, baseURL)
  const id = await makeProject('BCF of strangers')
  await choose(page, id, await madeFile(1))
  await dialog(page).getByRole('button', { name: 'Import 1 issue' }).click()
  await expect(dialog(page).getByText('1 issue imported')).toBeVisible()
  await page.goto(`/project/${id}/issues/1`)
  await expect(page.getByText(/^Created by \w+@example\.com on/)).toBeVisible()
  const timeline = page.getByRole('list', { name: 'Comments and changes' })
  await expect(timeline.getByText('@example.com')).toHaveCount(2)
  // a file can name anybody as the author of its comments
  await expect(timeline.getByText(/in a BCF file, imported by \S+/)).toHaveCount(2)
})

test('several files at once wait for a decision', async ({ browser, baseURL }) => {
  const { page, makeProject } = await enter(browser, baseURL)
  const id = await makeProject('BCF of several')
  await page.goto(`/project/${id}/issues?bcf=new`)
  await expect(dialog(page).getByRole('button', { name: 'Choose BCF files' })).toBeEnabled()
  const fileOf = async (topics: number, name: string) => {
    const seeded = generateTopics({ topics, seed: name })
    const file = await buffer(writeBcf('2.1', generateProject(), seeded))
    return { name, mimeType: 'application/octet-stream', buffer: file }
  }
  await page
    .locator('input[type=file]')
    .setInputFiles([
      await fileOf(2, 'ducts.bcf'),
      await fileOf(3, 'walls.bcfzip'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
    ])
  const listed = dialog(page).getByRole('listitem')
  await expect(listed.filter({ hasText: 'ducts.bcf' })).toContainText('2 issuesWaiting for a decision')
  await expect(listed.filter({ hasText: 'walls.bcfzip' })).toContainText('3 issuesWaiting for a decision')
  await expect(dialog(page).getByText('notes.txt: Choose a .bcf or .bcfzip file')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('link', { name: 'walls.bcfzip' }).click()
  await dialog(page).getByRole('button', { name: 'Import 3 issues' }).click()
  await expect(dialog(page).getByText('3 issues imported')).toBeVisible()
})

/** A view with a picture ten metres in front of its camera. */
function withPicture(made: BcfViewpoint): BcfViewpoint {
  const {
    camera_view_point: eye,
    camera_direction: ahead,
    camera_up_vector: up,
  } = made.view.perspective_camera ?? made.view.orthogonal_camera ?? {}
  if (!eye || !ahead || !up) throw new Error('no camera')
  const location = { x: eye.x + 10 * ahead.x, y: eye.y + 10 * ahead.y, z: eye.z + 10 * ahead.z }
  const normal = { x: -ahead.x, y: -ahead.y, z: -ahead.z }
  const bitmaps = [{ bitmap_type: 'png' as const, location, normal, up, height: 2 }]
  return { ...made, view: { ...made.view, bitmaps }, bitmaps: [made.snapshot ?? ''] }
}

test('a topic opens its models and pictures, and its assignee comes from the file', async ({
  browser,
  baseURL,
}) => {
  const { page } = await enter(browser, baseURL)
  const reply = await page.request.get('/api/v2/project')
  const projects = (await reply.json()) as { id: string; name: string }[]
  const id = projects.find(({ name }) => name === 'Demo Tower')?.id ?? ''
  const models = async () => {
    const headers = await page.request.get(`/api/project/${id}/bim-file-header`)
    return ((await headers.json()) as { current: { file_name: string } | null }[]).flatMap(
      ({ current }) => current?.file_name ?? [],
    )
  }
  await expect.poll(async () => (await models()).length, { timeout: 60_000 }).toBe(3)
  const [filename = ''] = await models()
  const [made] = generateTopics({ topics: 1, seed: 'models', viewpoints: 1, snapshot: 64 })
  if (!made) throw new Error('no topic')
  const topic = {
    ...made.topic,
    title: 'Of one model',
    assigned_to: 'bo@elsewhere.example',
    viewpoints: made.topic.viewpoints.map(withPicture),
  }
  const files = [{ filename, is_external: true }]
  await choose(
    page,
    id,
    await buffer(writeBcf('3.0', generateProject(), [{ ...made, topic: { ...topic, files } }])),
  )
  await dialog(page).getByRole('button', { name: 'Import 1 issue' }).click()
  await dialog(page).getByRole('link', { name: 'Show these issues' }).click()
  await expect(page.getByRole('row', { name: /Of one model/ })).toContainText('bo@elsewhere.example')
  await page.getByRole('link', { name: 'Of one model' }).click()
  const assignee = page.getByRole('combobox', { name: 'Assignee' })
  await expect(assignee).toHaveValue('bo@elsewhere.example')
  await expect(assignee).toHaveAccessibleDescription('Not a member of the project')
  await page.getByRole('link', { name: 'Show in the model' }).click()
  await expect(page.getByText('1 of 3 models')).toBeVisible({ timeout: 30_000 })
  const pictures = page.getByRole('status').getByText('1 picture in this view')
  await expect(pictures).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(pictures).toHaveCount(0)
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(page.getByText('1 of 3 models')).toHaveCount(0)
})

test('a discarded import adds nothing, and a file that is not BCF is refused', async ({
  browser,
  baseURL,
}) => {
  const { page, makeProject } = await enter(browser, baseURL)
  const id = await makeProject('BCF discarded')
  await choose(page, id, await madeFile(3), 'three.bcf')
  await expect(tab(page, 'New')).toContainText('3')
  await page.reload()
  await expect(tab(page, 'New')).toContainText('3')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page).getByText('Nothing was imported')).toBeVisible()
  expect(await titles(page.request, id)).toEqual([])

  await choose(page, id, Buffer.from('words'), 'words.txt')
  await expect(dialog(page).getByText('words.txt: Choose a .bcf or .bcfzip file')).toBeVisible()

  await choose(page, id, Buffer.from('not an archive at all'), 'words.bcf')
  await expect(dialog(page).getByText('This is not a BCF file, or it was cut off')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Choose another file' }).click()
  const listed = dialog(page).getByRole('listitem')
  await expect(listed.filter({ hasText: 'words.bcf' })).toContainText('Failed')
  await expect(listed.filter({ hasText: 'three.bcf' })).toContainText('Discarded')
  await expectAccessible(page)
})

test('a BCF file is taken where sheets are imported', async ({ browser, baseURL }) => {
  const { page, makeProject } = await enter(browser, baseURL)
  const id = await makeProject('BCF by the other door')
  await page.goto(`/project/${id}/issues`)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Import issues' }).click()
  const file = { name: 'topics.bcfzip', mimeType: 'application/octet-stream', buffer: await madeFile(2) }
  await expect(page.getByRole('dialog', { name: 'Import issues' })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(tab(page, 'New')).toContainText('2')
  await dialog(page).getByRole('button', { name: 'Import 2 issues' }).click()
  await expect(dialog(page).getByText('2 issues imported')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 issues', { exact: true })).toBeVisible()
  const made = generateTopics({ topics: 2 })
  for (const { topic } of made)
    await expect(page.getByRole('link', { name: topic.title }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /new issues?$/ })).toHaveCount(0)
})

test('on a phone the dialog is the page, without scrolling sideways', async ({ browser, baseURL }) => {
  const { page, makeProject } = await enter(browser, baseURL, true)
  const id = await makeProject('BCF on a phone')
  await choose(page, id, await madeFile(5))
  await expect(tab(page, 'New')).toContainText('5')
  await expectAccessible(page)
  await tab(page, 'People').click()
  await expect(dialog(page).getByRole('combobox').first()).toBeVisible()
  const { scrollWidth, clientWidth } = await dialog(page).evaluate((element) => ({
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await dialog(page).getByRole('button', { name: 'Import 5 issues' }).click()
  await expect(dialog(page).getByText('5 issues imported')).toBeVisible()
})

test('The buttons of an import leave room for its issues above the keyboard of a phone', async ({
  browser,
  baseURL,
}) => {
  const { page, makeProject } = await enter(browser, baseURL, true)
  const id = await makeProject('BCF above a keyboard')
  await choose(page, id, await madeFile(8))
  await expect(tab(page, 'New')).toContainText('8')
  // issues that the project knows add the fourth button
  await page.route(/\/bcf\/import\/[^/]+$/, async (route) => {
    const read = await route.fetch()
    await route.fulfill({ json: { ...(await read.json()), outcomes: { NEW: 8, CHANGED: 2 } } })
  })
  await page.reload()
  const apply = dialog(page).getByRole('button', { name: 'Import 10 issues' })
  await expect(apply).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 400 })
  const discard = dialog(page).getByRole('button', { name: 'Discard this import' })
  await expect(discard).not.toBeInViewport()
  await apply.scrollIntoViewIfNeeded()
  await expect(apply).toBeInViewport({ ratio: 1 })
})
