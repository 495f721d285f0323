import { addAttachment, type MarkupShape, setMarkup } from '@plumbline/contract/issues/attachments'
import { addViewpoint, createIssue, setViewpointMarkup } from '@plumbline/contract/issues/issues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner } from '../../test/make.ts'
import { perspectiveView } from '../../test/perspective-view.ts'
import { PIXEL } from '../../test/world.ts'
import { toJsonb } from '../db/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('A drawing that does not fit beside those on the other pictures of its issue is refused, a smaller one is not', async () => {
  const { client, project } = await makeOwner(app)
  const { id: issueId } = await client.call(createIssue, {
    params: { id: project.id },
    body: { name: 'Crack' },
  })
  const at = { id: project.id, issueId }
  const file = new Blob([Buffer.from(PIXEL, 'base64')])
  const send = (name: string) => client.call(addAttachment, { params: at, query: { name }, file })
  const [full, other] = [await send('full.png'), await send('other.png')]
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: PIXEL }
  const view = await client.call(addViewpoint, { params: at, body: { ...perspectiveView, snapshot } })
  const box: MarkupShape = { kind: 'BOX', from: [0, 0], to: [1, 1], color: 'RED', width: 0.01 }
  await app.server.db
    .updateTable('issue_attachments')
    .set({ markup: toJsonb({ shapes: [{ ...box, kind: 'TEXT', text: 'x'.repeat(4_000_000) }] }) })
    .where('id', '=', full.id)
    .execute()
  const body = { shapes: [box], version: 1 }
  const draw = (attachmentId: string) => client.call(setMarkup, { params: { ...at, attachmentId }, body })
  const drawOnView = () =>
    client.call(setViewpointMarkup, { params: { ...at, viewpointId: view.guid }, body })
  for (const call of [() => draw(other.id), drawOnView]) {
    const { status, body } = await refusal(call())
    expect([status, body.reason?.code]).toEqual([409, 'drawings_too_large'])
  }
  await draw(full.id)
  expect((await draw(other.id)).markup?.shapes).toHaveLength(1)
  expect((await drawOnView()).markup?.shapes).toHaveLength(1)
})
