import net from 'node:net'
import { fillPath } from '@plumbline/contract/http'
import { addAttachment, getAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { startApp, type TestApp } from './app.ts'
import { refusal } from './client.ts'
import { makeOwner } from './make.ts'
import { PIXEL } from './world.ts'

/** The connection to the database is lost after a transaction was committed and before this was confirmed. */

/** Passes connections on to the database, and can lose the confirmation of a commit. */
async function startProxy(url: string) {
  const target = new URL(url)
  const host = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  /** text of a statement; the next transaction with it loses the confirmation of its commit */
  let lost: string | null = null
  const proxy = net.createServer((client) => {
    const server = host ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, target.hostname)
    let loses = false
    client.on('data', (sent) => {
      if (lost !== null && sent.includes(lost)) {
        loses = true
        lost = null
      }
      server.write(sent)
    })
    server.on('data', (reply) => {
      if (loses && reply.includes('COMMIT\0')) client.destroy()
      else client.write(reply)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  target.searchParams.delete('host')
  target.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
  return {
    url: target.href,
    loseCommit: (text: string) => {
      lost = text
    },
    isLost: () => lost === null,
    close: () => proxy.close(),
  }
}

let base: TestApp
let behind: App
let app: TestApp
let proxy: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  base = await startApp()
  proxy = await startProxy(base.url)
  behind = await createApp({ config: base.server.config, databaseUrl: proxy.url })
  app = { ...base, ...behind }
})
afterAll(async () => {
  await behind.close()
  proxy.close()
  await base.close()
})

test('A photo whose commit was not confirmed is kept, and sending it again answers with it', async () => {
  const { client, project } = await makeOwner(app)
  const { id: issueId } = await client.call(createIssue, {
    params: { id: project.id },
    body: { name: 'Crack' },
  })
  const params = { id: project.id, issueId }
  const attach = () =>
    client.call(
      addAttachment,
      { params, query: { name: 'crack.png' }, file: new Blob([Buffer.from(PIXEL, 'base64')]) },
      { 'idempotency-key': 'photo' },
    )
  proxy.loseCommit('issue_attachments')
  expect((await refusal(attach())).status).toBe(503)
  expect(proxy.isLost()).toBe(true)
  const attached = await attach()
  const { attachments } = await client.call(getIssue, { params })
  expect(attachments.map(({ id }) => id)).toEqual([attached.id])
  const { status } = await client.send(
    'GET',
    fillPath(getAttachment.path, { ...params, attachmentId: attached.id }),
  )
  expect(status).toBe(200)
})
