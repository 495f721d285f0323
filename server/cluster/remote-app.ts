import type { TestApp } from '../test/app.ts'
import type { Cluster } from './cluster.ts'

/** Calls a server at an origin over HTTP, so that the makers and clients of the server's tests work on a cluster. */

interface InjectOptions {
  method?: string
  url: string
  headers?: Record<string, string>
  payload?: Buffer | string
}

/** Splits `name=value; Path=/; …`; a cookie without a value is deleted. */
function parseCookie(text: string): { name: string; value: string } {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
  return { name, value: decodeURIComponent(value) }
}

/** Sends a request as Fastify's `inject` would, with an answer in its form. */
async function sendRequest(origin: string, { method = 'GET', url, headers = {}, payload }: InjectOptions) {
  const answer = await fetch(origin + url, {
    method,
    headers,
    redirect: 'manual',
    ...(payload === undefined ? {} : { body: payload as string }),
  })
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    cookies: answer.headers.getSetCookie().map(parseCookie),
    body: await answer.text(),
  }
}

/** The part of an app that makers and clients use: requests go to `origin`, mails and rights are in the database. */
export function connectApp({ database }: Pick<Cluster, 'database'>, origin: string): TestApp {
  const { port } = new URL(origin)
  const app = {
    server: { db: database.db },
    fastify: {
      inject: (options: InjectOptions) => sendRequest(origin, options),
      server: { listening: true, address: () => ({ port: Number(port) }) },
    },
  }
  return app as unknown as TestApp
}
