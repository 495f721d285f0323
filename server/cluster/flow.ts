import { generateBuilding } from '@plumbline/bim/generate/building'
import { getArtefact, getChunk } from '@plumbline/contract/bim/artefacts'
import { listChats, listMessages, sendMessage } from '@plumbline/contract/chat/chat'
import { fillPath } from '@plumbline/contract/http'
import { addAttachment, getAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { expect } from 'vitest'
import { Listener } from '../test/listener.ts'
import { makeMember, makeOwner } from '../test/make.ts'
import { sendModel, waitUntilProcessed } from '../test/upload.ts'
import { PIXEL } from '../test/world.ts'
import type { Cluster } from './cluster.ts'
import { connectApp } from './remote-app.ts'

/** A user's path from the sign-up to a conversation about an issue, with each request sent to the next server. */

let seed = 0
/** Bytes of a building that no other test has uploaded, so that it is converted. */
export function createBuilding(storeys = 1): Buffer {
  seed += 1
  const size = { storeys, bays_x: storeys === 1 ? 5 : 24, bays_y: storeys === 1 ? 3 : 12, seed }
  return Buffer.from([...generateBuilding({ ...size, discipline: 'architecture', version: 1 })].join(''))
}

type Owner = Awaited<ReturnType<typeof makeOwner>>

/** Uploads a model and reads the files that a viewer loads. */
async function checkModel({ client, project }: Owner) {
  const sent = await sendModel(client, project.id, 'tower.ifc', createBuilding())
  expect(sent.status).toBe(204)
  const variant = await waitUntilProcessed(client, project.id, sent)
  expect(variant).toMatchObject({ state: 'COMPLETED', is_current: true, error: null })
  const params = { id: project.id, variantId: variant.id, key: variant.artefacts_key ?? '' }
  for (const name of ['manifest.json', 'structure.json', variant.shell_file ?? '']) {
    const { path } = name === variant.shell_file ? getChunk : getArtefact
    const answer = await client.send(
      'GET',
      fillPath(path, { ...params, headerId: sent.headerId, name, chunk: name }),
    )
    expect([name, answer.status]).toEqual([name, 200])
  }
}

export async function checkCoreFlow(cluster: Cluster) {
  const app = connectApp(cluster, cluster.origin)
  const owner = await makeOwner(app)
  const { project, client } = owner
  const worker = await makeMember(app, project.id, 'EDITOR')
  const listener = new Listener(cluster.origin, worker.client)
  await listener.first('hello')
  await checkModel(owner)

  const params = { id: project.id }
  const issue = await client.call(createIssue, {
    params,
    body: { name: 'Crack in the wall', assignee_id: worker.id },
  })
  const at = { ...params, issueId: issue.id }
  const file = new Blob([Buffer.from(PIXEL, 'base64')])
  const photo = await client.call(addAttachment, { params: at, query: { name: 'crack.png' }, file })
  const picture = { ...at, attachmentId: photo.id }
  const shown = await worker.client.send('GET', `${fillPath(getAttachment.path, picture)}?as=picture`)
  expect([shown.status, shown.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
  await client.call(addComment, { params: at, body: { text: 'It has grown since Monday' } })
  expect((await worker.client.call(getIssue, { params: at })).attachments).toHaveLength(1)

  const [chat] = await client.call(listChats, { query: {} })
  const chatId = chat?.id ?? ''
  await client.call(sendMessage, { params: { id: chatId }, body: { message: 'Who looks at the crack?' } })
  const messages = await worker.client.call(listMessages, { params: { id: chatId }, query: {} })
  expect(messages.map(({ message }) => message)).toEqual(['Who looks at the crack?'])

  const types = (await worker.client.call(listNotifications, { query: {} })).map(({ type }) => type)
  expect(types).toContain('ISSUE_ASSIGNED')
  for (const type of ['issue.created', 'issue.updated', 'chat.message', 'notification.updated'])
    await listener.first(type)
  listener.close()
}
