import * as attachments from '@plumbline/contract/issues/attachments'
import * as issues from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listMyIssues } from '@plumbline/contract/issues/my-issues'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { perspectiveView } from '../../../test/perspective-view.ts'

/** The picture of an issue in lists. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })

async function makeIssue() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const body = { name: 'Crack', assignee_id: owner.id }
  const { id: issueId } = await owner.client.call(issues.createIssue, { params, body })
  const at = { ...params, issueId }
  const addView = async () => {
    const snapshot_data = (await plain(1920, 1080).png().toBuffer()).toString('base64')
    const snapshot = { snapshot_type: 'png' as const, snapshot_data }
    return owner.client.call(issues.addViewpoint, { params: at, body: { ...perspectiveView, snapshot } })
  }
  const addPhoto = async (name: string) => {
    const file = new Blob([new Uint8Array(await plain(1600, 1200).jpeg().toBuffer())])
    return owner.client.call(attachments.addAttachment, { params: at, query: { name }, file })
  }
  const readCover = async () => {
    const [row] = (await owner.client.call(listIssues, { params, query: {} })).items
    const [mine] = (await owner.client.call(listMyIssues, { query: { kind: 'TO_DO' } })).items
    expect(mine?.cover).toEqual(row?.cover)
    return row?.cover
  }
  const load = async (url: string) => {
    const { cookies } = owner.client
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.fastify.inject({
      url: `/api/project/${at.id}/issue/${issueId}/${url}`,
      headers: { cookie },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    return { cache: answer.headers['cache-control'], picture: sharp(answer.rawPayload) }
  }
  return { owner, at, addView, addPhoto, readCover, load }
}

const RED = [{ kind: 'BOX', from: [0, 0], to: [1, 1], color: 'RED', width: 0.05 } as const] as never

test('A list shows the first photo of an issue, or its first view', async () => {
  const { owner, at, addView, addPhoto, readCover } = await makeIssue()
  expect(await readCover()).toBeNull()
  const { guid } = await addView()
  expect(await readCover()).toEqual({ kind: 'VIEW', id: guid, version: 1 })
  const [first, second] = [await addPhoto('one.jpg'), await addPhoto('two.jpg')]
  expect(await readCover()).toEqual({ kind: 'PHOTO', id: first.id, version: 1 })
  const remove = (attachmentId: string) =>
    owner.client.call(attachments.deleteAttachment, { params: { ...at, attachmentId } })
  await remove(first.id)
  expect(await readCover()).toEqual({ kind: 'PHOTO', id: second.id, version: 1 })
  await remove(second.id)
  expect(await readCover()).toMatchObject({ kind: 'VIEW' })
})

test('Covers are small, show the markup, and are fetched once for each version of it', async () => {
  const { owner, at, addView, addPhoto, readCover, load } = await makeIssue()
  const { guid } = await addView()
  const { id } = await addPhoto('one.jpg')
  const urls = [`viewpoint/${guid}/snapshot`, `attachment/${id}`]
  for (const url of urls) {
    const { cache, picture } = await load(`${url}?as=marked_thumbnail&v=1`)
    expect(cache).toBe('private, max-age=31536000, immutable')
    expect((await picture.metadata()).width).toBe(480)
    const { data } = await picture.raw().toBuffer({ resolveWithObject: true })
    expect(data[1]).toBeGreaterThan(240)
  }
  const body = { shapes: RED, version: 1 }
  await owner.client.call(issues.setViewpointMarkup, { params: { ...at, viewpointId: guid }, body })
  await owner.client.call(attachments.setMarkup, { params: { ...at, attachmentId: id }, body })
  expect(await readCover()).toMatchObject({ kind: 'PHOTO', version: 2 })
  for (const url of urls) {
    const { picture } = await load(`${url}?as=marked_thumbnail&v=2`)
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    expect(info.width).toBe(480)
    // the corner is red
    expect(data[0]).toBeGreaterThan(150)
    expect(data[1]).toBeLessThan(120)
  }
})
