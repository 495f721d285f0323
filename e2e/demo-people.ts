import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'

/** The people of the demo project, each in a browser of their own. */

export const MAREN = 'demo@plumbline.example'
/** an editor */
export const JONAS = 'jonas@plumbline.example'
export const AICHA = 'aicha@plumbline.example'
/** an administrator, who may close what others resolved */
export const TOMAS = 'tomas@plumbline.example'

export interface Person {
  id: string
  page: Page
  context: BrowserContext
  /** the demo project */
  projectId: string
}

/** Signs a context in by the API; answers the person's id and that of the demo project. */
export async function logIn(
  context: BrowserContext,
  email: string,
): Promise<{ id: string; projectId: string }> {
  const data = { email, password: 'plumbline-demo' }
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200)
  const { id } = (await (await context.request.get('/api/me')).json()) as { id: string }
  const projects = (await (await context.request.get('/api/v2/project')).json()) as {
    id: string
    is_demo: boolean
  }[]
  return { id, projectId: projects.find(({ is_demo }) => is_demo)?.id ?? '' }
}

export async function enter(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ ...options, baseURL: baseURL ?? '' })
  const person = await logIn(context, email)
  return { ...person, page: await context.newPage(), context }
}

/** The CSRF header that a write needs in addition to the session cookie. */
export async function antiForgery(context: BrowserContext) {
  const cookies = await context.cookies()
  return { 'X-XSRF-TOKEN': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '' }
}

/** Sends a write to the API as another person. */
export async function send<T>(
  { context }: Pick<Person, 'context'>,
  method: 'post' | 'put' | 'patch',
  path: string,
  data: object,
): Promise<T> {
  const reply = await context.request[method](path, { headers: await antiForgery(context), data })
  expect(reply.ok()).toBe(true)
  return (await reply.json()) as T
}

/** Files an issue in the demo project; answers its number. */
export async function makeIssue(by: Person, name: string, fields: object = {}): Promise<number> {
  const path = `/api/project/${by.projectId}/issue`
  return (await send<{ number: number }>(by, 'post', path, { name, ...fields })).number
}
