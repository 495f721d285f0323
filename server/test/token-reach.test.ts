import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { createToken, type TokenScope, tokenScopes } from '@plumbline/contract/auth/tokens'
import { fillPath, listParamNames } from '@plumbline/contract/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Client } from './client.ts'
import { makeUser, PASSWORD } from './make.ts'

/** Every call of the contract with tokens of every scope: an unreachable one answers 403 before anything else. */

let app: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_PER_TOKEN: '1000000' })
  const { client } = await makeUser(app)
  for (const scope of tokenScopes) {
    const body = { name: scope, scope, project_id: null, expires_in_days: null, password: PASSWORD }
    tokens.set(scope, (await client.call(createToken, { body })).token)
  }
})
afterAll(() => app.close())

const guarded = apiEntries.filter(({ endpoint }) => endpoint.access !== 'public')
/** Values of path parameters that are not UUIDs. */
const spelt: Record<string, string> = {
  markerId: 'Z'.repeat(22),
  number: '1',
  key: 'key-1',
  name: 'manifest.json',
  chunk: `chunk-${'0'.repeat(32)}.pack`,
}
const title = ({ name, endpoint }: ApiEntry) => `${endpoint.method} ${endpoint.path} (${name})`

/** An independent definition by path: identity, sign-in, companies and payment are for people only. */
const personal =
  /^\/api\/(admin\/|me\/|auth\/|oauth\/|billing\/|team\/[^v]|v2\/team$|project\/(trash|demo|invite|access|lookup)|v2\/(invite|getstream|project\/member)|notification\/(push|settings))/
const readOfCompany = /^\/api\/(v2\/)?team\/:id\/(configuration|picture|member|project|vocabulary)$/
const byHand: Record<string, boolean> = {
  getMyPicture: true,
  createFileUpload: true,
  deleteMe: false,
  updateMe: false,
  acceptInvite: false,
  declineInvite: false,
  cancelAccessRequest: false,
  requestAccess: false,
  getMarker: false,
  updateChat: false,
  leaveChat: false,
  sayTyping: false,
  createWebhook: false,
  updateWebhook: false,
  replaceWebhookSecret: false,
}

function isReached({ name, endpoint: { method, path } }: ApiEntry, scope: TokenScope): boolean {
  const forTokens = byHand[name] ?? ((method === 'GET' && readOfCompany.test(path)) || !personal.test(path))
  if (!forTokens) return false
  if (scope === 'BCF') return path.startsWith('/bcf/') || path.startsWith('/foundation/')
  return scope === 'WRITE' || method === 'GET'
}

test.each(guarded.map((entry) => [title(entry), entry] as const))('%s', async (_, entry) => {
  const { method, path, example } = entry.endpoint
  const params = Object.fromEntries(
    listParamNames(path).map((name) => [name, spelt[name] ?? crypto.randomUUID()]),
  )
  const query = new URLSearchParams(example?.query as Record<string, string> | undefined)
  const url = `${fillPath(path, params)}${query.size > 0 ? `?${query}` : ''}`
  const reached: string[] = []
  for (const scope of tokenScopes) {
    const headers = { authorization: `Bearer ${tokens.get(scope)}` }
    const answer = await new Client(app).send(method, url, example?.body, headers)
    const code = (answer.body as { error?: string } | null)?.error
    if (code !== 'insufficient_scope') reached.push(scope)
    expect([401, 500]).not.toContain(answer.status)
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(reached).toEqual(tokenScopes.filter((scope) => isReached(entry, scope)))
})
