import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A program that works with the issues of a server by the OpenCDE APIs: it registers, asks its person in the browser,
 * lists projects and topics, and files a topic with a view and a comment. Node 24, nothing to install:
 *
 *     node examples/bcf-client.ts http://localhost:3000
 */

export interface Options {
  server: string
  /** shows the page on which the person agrees */
  open: (url: string) => void
  say: (line: string) => void
}

interface Versions {
  versions: { api_id: string; version_id: string; api_base_url: string }[]
}
interface Auth {
  oauth2_auth_url: string
  oauth2_token_url: string
  oauth2_dynamic_client_reg_url: string
}
interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}
interface Topic {
  guid: string
  title: string
  topic_status: string
  server_assigned_id?: string
}

async function send<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const asForm = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

/** Waits on this machine for the browser's redirect with the answer. */
async function listen(): Promise<{ redirect_uri: string; answer: Promise<URLSearchParams> }> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = http.createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname !== '/callback') return void reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    reply.end('You can close this page and go back to the program.')
    server.close()
    resolve(url.searchParams)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { redirect_uri: `http://127.0.0.1:${port}/callback`, answer: promise }
}

/** Authorization code with PKCE (RFC 6749, 7636, 8252); checks that the answer is to this question, by this server. */
async function signIn(auth: Auth, { open, say }: Options): Promise<{ tokens: Tokens; client_id: string }> {
  // a program that is installed registers once and keeps its client_id; the port may be another each time
  const { client_id } = await send<{ client_id: string }>(
    auth.oauth2_dynamic_client_reg_url,
    asJson({
      client_name: 'BCF example',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    }),
  )
  const { redirect_uri, answer } = await listen()
  const code_verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const page = new URL(auth.oauth2_auth_url)
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'bcf',
    state,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value)
  say(`Agree in the browser: ${page.href}`)
  open(page.href)
  const said = await answer
  if (said.get('state') !== state || said.get('iss') !== page.origin)
    throw new Error('This is the answer to another question')
  const code = said.get('code')
  if (!code) throw new Error(`Not allowed: ${said.get('error')}`)
  const fields = { grant_type: 'authorization_code', code, redirect_uri, client_id, code_verifier }
  return { tokens: await send<Tokens>(auth.oauth2_token_url, asForm(fields)), client_id }
}

/** A refresh token is good for one exchange: keep the one that comes with the answer. */
const renew = (auth: Auth, { refresh_token }: Tokens, client_id: string) =>
  send<Tokens>(auth.oauth2_token_url, asForm({ grant_type: 'refresh_token', refresh_token, client_id }))

const fromTheSouth = {
  perspective_camera: {
    camera_view_point: { x: 0, y: -30, z: 12 },
    camera_direction: { x: 0, y: 0.93, z: -0.37 },
    camera_up_vector: { x: 0, y: 0.37, z: 0.93 },
    field_of_view: 60,
    aspect_ratio: 1.5,
  },
}

export async function run(options: Options): Promise<Topic> {
  const { server, say } = options
  const { versions } = await send<Versions>(`${server}/foundation/versions`)
  const baseOf = (id: string, version: string) => {
    const found = versions.find(({ api_id, version_id }) => api_id === id && version_id === version)
    if (!found) throw new Error(`This server has no ${id} ${version}`)
    return found.api_base_url
  }
  const bcf = baseOf('bcf', '3.0')
  const auth = await send<Auth>(`${baseOf('foundation', '1.1')}/auth`)
  const { tokens, client_id } = await signIn(auth, options)
  const { access_token } = await renew(auth, tokens, client_id)

  const call = <T>(path: string, init: RequestInit = {}) =>
    send<T>(`${bcf}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${access_token}` },
    })
  const projects = await call<{ project_id: string; name: string }[]>('/projects')
  for (const { name } of projects) say(`Project ${name}`)
  const [project] = projects
  if (!project) throw new Error('You are in no project')
  const at = `/projects/${project.project_id}`
  const newest = await call<Topic[]>(`${at}/topics?$orderby=creation_date desc&$top=10`)
  for (const topic of newest) say(`${topic.server_assigned_id} ${topic.title} (${topic.topic_status})`)

  const words = await call<{ topic_type: string[]; topic_status: string[] }>(`${at}/extensions`)
  const topic = await call<Topic>(
    `${at}/topics`,
    asJson({
      title: 'Pipe goes through the beam',
      topic_type: words.topic_type[0],
      topic_status: words.topic_status[0],
    }),
  )
  const view = await call<{ guid: string }>(`${at}/topics/${topic.guid}/viewpoints`, asJson(fromTheSouth))
  const comment = { comment: 'Seen from the south', viewpoint_guid: view.guid }
  await call(`${at}/topics/${topic.guid}/comments`, asJson(comment))
  say(`Filed ${topic.server_assigned_id} ${topic.title}`)
  return topic
}

/** Opens the browser of this machine; without one, the printed address must be opened by hand. */
function openBrowser(url: string) {
  const [program, ...before] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[
    process.platform as string
  ] ?? ['xdg-open']
  spawn(program ?? 'xdg-open', [...before, url], { stdio: 'ignore' }).on('error', () => {})
}

if (import.meta.main) {
  const server = (process.argv[2] ?? 'http://localhost:3000').replace(/\/$/, '')
  await run({ server, open: openBrowser, say: (line) => process.stdout.write(`${line}\n`) })
}
