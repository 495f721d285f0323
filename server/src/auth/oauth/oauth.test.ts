import {
  disconnectProgram,
  exchangeToken,
  getConsent,
  giveConsent,
  listConnections,
  registerClient,
} from '@plumbline/contract/auth/oauth'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { Client, refusal } from '../../../test/client.ts'
import { makeOwner, makeUser, PASSWORD, waitForMail } from '../../../test/make.ts'
import { CALLBACK, makeProgram, sendForm } from '../../../test/oauth.ts'
import { sweepOauth } from './sweep.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://plumbline.example.com' })
})
afterAll(() => app.close())

const callAs = (token: string, url: string, method = 'GET', body?: unknown) =>
  new Client(app).send(method, url, body, { authorization: `Bearer ${token}` })
const works = async (token: string) => (await callAs(token, '/foundation/1.1/current-user')).status === 200

test('A program discovers the endpoints, registers, gets consent and reaches only the BCF API', async () => {
  const owner = await makeOwner(app)
  const { body: auth } = await new Client(app).send('GET', '/foundation/1.1/auth')
  expect(auth).toMatchObject({
    oauth2_auth_url: 'https://plumbline.example.com/oauth/authorize',
    oauth2_token_url: 'https://plumbline.example.com/oauth/token',
    http_basic_supported: false,
    supported_oauth2_flows: ['authorization_code_grant'],
  })
  const { body: metadata } = await new Client(app).send('GET', '/.well-known/oauth-authorization-server')
  expect(metadata).toMatchObject({
    issuer: 'https://plumbline.example.com',
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
  const program = await makeProgram(app)
  const shown = await owner.client.call(getConsent, { query: program.request })
  expect(shown).toMatchObject({ name: 'Clash checker', returns_to: '127.0.0.1', is_local: true })
  const back = await program.consent(owner.client)
  expect(back.origin + back.pathname).toBe(CALLBACK)
  expect(back.searchParams.get('state')).toBe('where I was')
  expect(back.searchParams.get('iss')).toBe('https://plumbline.example.com')
  const answer = await program.exchangeCode(back.searchParams.get('code') ?? '')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'bcf' })
  const { access_token } = answer.body
  const { body: topic, status } = await callAs(
    access_token,
    `/bcf/3.0/projects/${owner.project.id}/topics`,
    'POST',
    { title: 'Pipe in beam', topic_type: 'Clash', topic_status: 'Open' },
  )
  expect([status, (topic as { creation_author: string }).creation_author]).toEqual([201, owner.email])
  expect((await callAs(access_token, '/api/me')).body).toMatchObject({ error: 'insufficient_scope' })
  expect(await waitForMail(app, owner.email)).toContain('Clash checker')
  const stored = await app.server.db.selectFrom('oauth_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(access_token)
})

test('Denied consent redirects with access_denied and creates no grant', async () => {
  const user = await makeUser(app)
  const program = await makeProgram(app)
  const back = await program.consent(user.client, false)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'access_denied',
    state: 'where I was',
    iss: 'https://plumbline.example.com',
  })
  expect(await user.client.call(listConnections, {})).toEqual([])
})

test('Reusing an authorization code revokes the tokens of its first use', async () => {
  const user = await makeUser(app)
  const program = await makeProgram(app)
  const code = (await program.consent(user.client)).searchParams.get('code') ?? ''
  const { body: tokens } = await program.exchangeCode(code)
  expect(await works(tokens.access_token)).toBe(true)
  expect((await program.exchangeCode(code)).body).toMatchObject({ error: 'invalid_grant' })
  expect(await works(tokens.access_token)).toBe(false)
  expect((await program.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
})

test('Ten concurrent uses of one code issue tokens at most once and revoke them', async () => {
  const user = await makeUser(app)
  const program = await makeProgram(app)
  const code = (await program.consent(user.client)).searchParams.get('code') ?? ''
  const answers = await Promise.all(Array.from({ length: 10 }, () => program.exchangeCode(code)))
  const given = answers.filter(({ status }) => status === 200)
  expect(given).toHaveLength(1)
  await expect.poll(() => works(given[0]?.body.access_token ?? '')).toBe(false)
})

test('A code is redeemed only by its client with its verifier and redirect URI', async () => {
  const user = await makeUser(app)
  const [program, thief] = [await makeProgram(app), await makeProgram(app)]
  const code = (await program.consent(user.client)).searchParams.get('code') ?? ''
  const refused = [
    await thief.exchangeCode(code),
    await program.exchangeCode(code, { code_verifier: thief.verifier }),
    await program.exchangeCode(code, { code_verifier: undefined }),
    await program.exchangeCode(code, { redirect_uri: 'http://127.0.0.1/other' }),
  ]
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
    refused.map(() => [400, 'invalid_grant']),
  )
  expect((await program.exchangeCode(code)).status).toBe(200)
})

test('An authorization code expires after a minute', async () => {
  const user = await makeUser(app)
  const program = await makeProgram(app)
  const code = (await program.consent(user.client)).searchParams.get('code') ?? ''
  await app.server.db
    .updateTable('oauth_codes')
    .set({ expires_at: new Date(Date.now() - 1).toISOString() })
    .where('client_id', '=', program.client_id)
    .execute()
  expect((await program.exchangeCode(code)).body.error).toBe('invalid_grant')
})

test('Refresh tokens rotate, and a reused one revokes the whole grant', async () => {
  const user = await makeUser(app)
  const program = await makeProgram(app)
  const first = await program.connect(user.client)
  const { body: second } = await program.refresh(first.refresh_token)
  expect(await works(second.access_token)).toBe(true)
  // a thief uses a copy of the first token
  expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  expect(await works(first.access_token)).toBe(false)
  expect(await works(second.access_token)).toBe(false)
  expect((await program.refresh(second.refresh_token)).body.error).toBe('invalid_grant')
})

test('Another client can neither use nor revoke a refresh token', async () => {
  const user = await makeUser(app)
  const [program, thief] = [await makeProgram(app), await makeProgram(app)]
  const { refresh_token } = await program.connect(user.client)
  expect((await thief.refresh(refresh_token)).body.error).toBe('invalid_grant')
  expect((await thief.giveBack(refresh_token)).status).toBe(200)
  expect((await program.refresh(refresh_token)).status).toBe(200)
})

test('An invalid consent request is refused without a redirect', async () => {
  const { client } = await makeUser(app)
  const { request } = await makeProgram(app)
  const ask = async (more: Record<string, string | undefined>) => {
    const refused = await refusal(
      client.call(getConsent, { query: { ...request, ...more } as typeof request }),
    )
    return [refused.status, refused.body.error]
  }
  expect(await ask({ client_id: crypto.randomUUID() })).toEqual([404, 'not_found'])
  expect(await ask({ client_id: "' or 1=1" })).toEqual([404, 'not_found'])
  expect(await ask({ redirect_uri: 'https://evil.example.com/' })).toEqual([400, 'invalid_redirect_uri'])
  expect(await ask({ response_type: 'token' })).toEqual([400, 'invalid_request'])
  expect(await ask({ code_challenge: '' })).toEqual([400, 'invalid_request'])
  expect(await ask({ code_challenge_method: 'plain' })).toEqual([400, 'invalid_request'])
})

test('Another site can neither forge consent nor frame the consent page', async () => {
  const user = await makeUser(app)
  const { request, client_id } = await makeProgram(app)
  const forged = await user.client.send(
    'POST',
    giveConsent.path,
    { ...request, agreed: true },
    {
      'x-xsrf-token': '',
    },
  )
  expect(forged.body).toMatchObject({ error: 'bad_xsrf_token' })
  const form = await sendForm(
    app,
    giveConsent.path,
    { ...request, agreed: 'true' },
    {
      cookie: [...user.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  )
  expect(form.status).toBeGreaterThanOrEqual(400)
  const codes = await app.server.db.selectFrom('oauth_codes').where('client_id', '=', client_id).execute()
  expect(codes).toHaveLength(0)
  const { headers } = await new Client(app).send('GET', '/api/docs')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
})

test('A confidential client authenticates by HTTP Basic or in the form', async () => {
  const user = await makeUser(app)
  const redirect_uri = 'https://checker.example.com/callback'
  const client = await new Client(app).call(registerClient, {
    body: {
      client_name: 'Checker',
      client_description: 'Finds clashes',
      client_url: 'https://checker.example.com',
      redirect_url: redirect_uri,
    },
  })
  expect(client.client_secret).toMatch(/^[\w-]{43}$/)
  const { client_id, client_secret = '' } = client
  const code = async () => {
    const body = { response_type: 'code', client_id, redirect_uri, agreed: true }
    const { redirect_to } = await user.client.call(giveConsent, { body })
    return new URL(redirect_to).searchParams.get('code') ?? ''
  }
  const fields = async () => ({ grant_type: 'authorization_code', code: await code(), redirect_uri })
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
  })
  const none = await sendForm(app, exchangeToken.path, { ...(await fields()), client_id })
  expect([none.status, none.body]).toMatchObject([401, { error: 'invalid_client' }])
  const wrong = await sendForm(app, exchangeToken.path, await fields(), basic('guess'))
  expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Basic realm="Plumbline"'])
  const byBasic = await sendForm(app, exchangeToken.path, await fields(), basic(client_secret))
  expect(byBasic.status).toBe(200)
  const byForm = await sendForm(app, exchangeToken.path, { ...(await fields()), client_id, client_secret })
  expect(byForm.status).toBe(200)
  // a verifier without a challenge: the challenge was stripped in transit
  const stripped = { ...(await fields()), code_verifier: 'v'.repeat(43) }
  const refused = await sendForm(app, exchangeToken.path, stripped, basic(client_secret))
  expect(refused.body).toMatchObject({ error: 'invalid_grant' })
})

test('Client registration refuses unsafe redirect URIs and cleans names', async () => {
  const register = (body: Record<string, unknown>) => new Client(app).send('POST', '/oauth/register', body)
  const bad = await register({ client_name: 'X', redirect_uris: ['javascript:alert(1)'] })
  expect([bad.status, bad.body]).toMatchObject([400, { error: 'invalid_redirect_uri' }])
  const nameless = await register({ redirect_uris: [CALLBACK] })
  expect([nameless.status, nameless.body]).toMatchObject([400, { error: 'invalid_client_metadata' }])
  const tricky = await register({
    client_name: 'Good\u202eevil\n\u200bprogram',
    client_uri: 'javascript:alert(1)',
    redirect_uris: [CALLBACK],
  })
  expect([tricky.status, tricky.body]).toMatchObject([201, { client_name: 'Good evil program' }])
  expect(tricky.body).not.toHaveProperty('client_uri')
})

test('A token request with a repeated field or another grant type is refused', async () => {
  const program = await makeProgram(app)
  const twice = Buffer.from('grant_type=refresh_token&grant_type=authorization_code')
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await new Client(app).send('POST', '/oauth/token', twice, type)
  expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_request' }])
  const password = { grant_type: 'password', username: 'a', password: PASSWORD }
  expect((await program.exchange(password)).body.error).toBe('unsupported_grant_type')
  expect((await program.exchange({})).body.error).toBe('invalid_request')
})

test('Users disconnect programs, and programs revoke their own tokens', async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)]
  const program = await makeProgram(app, { name: 'Viewer' })
  const tokens = await program.connect(user.client)
  const othersTokens = await program.connect(other.client)
  const [listed] = await user.client.call(listConnections, {})
  expect(listed).toMatchObject({ client_id: program.client_id, name: 'Viewer' })
  const params = { clientId: program.client_id }
  await user.client.call(disconnectProgram, { params })
  expect(await user.client.call(listConnections, {})).toEqual([])
  expect(await works(tokens.access_token)).toBe(false)
  expect((await program.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect((await refusal(user.client.call(disconnectProgram, { params }))).status).toBe(404)
  // the grants of other users stay
  expect(await works(othersTokens.access_token)).toBe(true)
  await program.giveBack(othersTokens.refresh_token)
  expect(await works(othersTokens.access_token)).toBe(false)
  expect(await other.client.call(listConnections, {})).toEqual([])
})

test('Deleting an account revokes its grants', async () => {
  const user = await makeUser(app)
  const program = await makeProgram(app)
  const { access_token } = await program.connect(user.client)
  await user.client.call(deleteMe, {})
  expect(await works(access_token)).toBe(false)
})

test('Clients without consent are deleted after a week', async () => {
  const user = await makeUser(app)
  const [used, unused] = [await makeProgram(app), await makeProgram(app)]
  await used.connect(user.client)
  const created_at = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString()
  await app.server.db.updateTable('oauth_clients').set({ created_at }).execute()
  await sweepOauth(app.server)
  const rows = await app.server.db.selectFrom('oauth_clients').select('id').execute()
  const left = rows.map(({ id }) => id)
  expect([left.includes(used.client_id), left.includes(unused.client_id)]).toEqual([true, false])
})

test('CORS allows other origins only the API of programs, without cookies', async () => {
  const origin = 'https://checker.example.com'
  const ask = { origin, 'access-control-request-method': 'POST' }
  const preflight = async (path: string) => {
    const { status, headers } = await new Client(app).send('OPTIONS', path, undefined, ask)
    return [status, headers['access-control-allow-origin'], headers['access-control-allow-credentials']]
  }
  for (const path of ['/bcf/3.0/projects', '/foundation/1.1/auth', '/oauth/token', '/oauth/register'])
    expect(await preflight(path)).toEqual([204, '*', undefined])
  for (const path of ['/api/me', '/api/auth/login', '/api/oauth/consent', '/oauth/authorize', '/bcfx/1'])
    expect((await preflight(path))[1]).toBeUndefined()
  const plain = await new Client(app).send('GET', '/bcf/3.0/projects', undefined, { origin })
  expect([plain.status, plain.headers['access-control-allow-origin']]).toEqual([401, '*'])
  expect(plain.headers['access-control-expose-headers']).toContain('ETag')
  expect(plain.headers['www-authenticate']).toBe('Bearer realm="Plumbline"')
  const own = await new Client(app).send('GET', '/api/docs', undefined, { origin })
  expect(own.headers['access-control-allow-origin']).toBeUndefined()
})
