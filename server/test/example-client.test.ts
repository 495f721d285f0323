import { AuthorizationRequest, giveConsent } from '@plumbline/contract/auth/oauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../examples/bcf-client.ts'
import { startApp, type TestApp } from './app.ts'
import { createBcfClient } from './bcf.ts'
import { makeOwner, makeUser, type User } from './make.ts'
import { findFreePort } from './ports.ts'

/** Runs examples/bcf-client.ts against the real server. */

let app: TestApp
let server = ''
beforeAll(async () => {
  const port = await findFreePort()
  server = `http://127.0.0.1:${port}`
  app = await startApp({ PUBLIC_URL: server })
  await app.fastify.listen({ port, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Acts as the person in the browser: approves or denies the consent and follows the redirect. */
const person = (user: User, agreed: boolean) => async (url: string) => {
  const asked = AuthorizationRequest.parse(Object.fromEntries(new URL(url).searchParams))
  const { redirect_to } = await user.client.call(giveConsent, { body: { ...asked, agreed } })
  await fetch(redirect_to)
}

test('The example registers, gets consent and creates a topic with a viewpoint and a comment', async () => {
  const owner = await makeOwner(app)
  const said: string[] = []
  const open = (url: string) => void person(owner, true)(url)
  const { guid } = await run({ server, open, say: (line) => said.push(line) })
  expect(said).toContain('Project Harbour School')
  expect(said.at(-1)).toBe('Filed PL-1 Pipe goes through the beam')
  const api = createBcfClient(owner.client, '3.0', owner.project.id)
  const [view] = await api.get<{ guid: string }[]>(`/topics/${guid}/viewpoints`)
  expect(await api.get(`/topics/${guid}/comments`)).toMatchObject([
    { comment: 'Seen from the south', viewpoint_guid: view?.guid, author: owner.email },
  ])
})

test('The example reports a denied consent', async () => {
  const user = await makeUser(app)
  const open = (url: string) => void person(user, false)(url)
  await expect(run({ server, open, say: () => {} })).rejects.toThrow('Not allowed: access_denied')
})
