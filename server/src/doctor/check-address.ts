import http from 'node:http'
import https from 'node:https'
import type { Config } from '../config.ts'
import { SOCKET_PATH } from '../http/handshake.ts'
import { explainReason } from '../start-checks.ts'
import { broken, type Finding, warning } from './finding.ts'

/** Checks PUBLIC_URL and the proxies in front of the server: connects like a browser. */

const ANSWER_MS = 4000
/** Announced size of an upload; proxies limit bodies to 1 MB by default. */
const PROBE_BYTES = 64_000_000

const isLocal = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

export function checkPublicUrl({ publicUrl, env, trustProxy }: Config): Finding[] {
  const url = new URL(publicUrl)
  const found: Finding[] = []
  if (url.pathname !== '/')
    found.push(
      broken(
        `PUBLIC_URL: ${publicUrl} has a path, but pages are served at the root of a host. Use a host of its own.`,
      ),
    )
  if (env === 'production' && isLocal(url))
    found.push(
      broken(`PUBLIC_URL: links in mails lead to ${publicUrl}. Set it to the address that people use.`),
    )
  else if (env === 'production' && url.protocol === 'http:')
    found.push(
      broken(
        `PUBLIC_URL: ${publicUrl} is not encrypted; browsers then offer no passkeys, no push and no work offline. Let a proxy serve it by https.`,
      ),
    )
  if (url.protocol === 'https:' && trustProxy === false)
    found.push(
      warning(
        'TRUST_PROXY: the proxy that serves https is not trusted, so all people share its address in limits and logs. Set TRUST_PROXY to the number of proxies, such as 1.',
      ),
    )
  if (trustProxy === true)
    found.push(
      warning(
        'TRUST_PROXY: every sender of X-Forwarded-For is believed, so anybody can evade limits. Set TRUST_PROXY to the number of proxies, such as 1.',
      ),
    )
  return found
}

interface Answer {
  status: number
  location: string | undefined
  body: string
}

/** Sends a request without following redirects; null if nothing was answered in time. */
function ask(url: string, options: http.RequestOptions, bodyStart?: Uint8Array): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? https : http).request(url, { ...options, agent: false })
    const timer = setTimeout(() => finish(null), ANSWER_MS)
    const finish = (answer: Answer | null) => {
      clearTimeout(timer)
      request.destroy()
      resolve(answer)
    }
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      finish({ status: statusCode, location: undefined, body: '' })
    })
    request.on('response', (response) => {
      const { statusCode = 0, headers } = response
      let body = ''
      response.setEncoding('utf8')
      const done = () => finish({ status: statusCode, location: headers.location, body })
      response.on('data', (text: string) => {
        body += text
        if (body.length > 10_000) done()
      })
      response.on('end', done)
      response.on('error', done)
    })
    if (bodyStart) request.write(bodyStart)
    else request.end()
  })
}

const isCertificateFault = (error: unknown) =>
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/.test((error as NodeJS.ErrnoException).code ?? '')

/** Whether this server answers at PUBLIC_URL; no findings if it does. */
async function checkReach(publicUrl: string): Promise<Finding[]> {
  try {
    const answer = await ask(`${publicUrl}/healthz`, {})
    if (!answer)
      return [
        broken(`PUBLIC_URL: ${publicUrl} does not answer. Check the proxy, the firewall and the DNS entry.`),
      ]
    if (answer.location !== undefined)
      return [
        broken(
          `PUBLIC_URL: ${publicUrl} leads on to ${answer.location}. Set PUBLIC_URL to the address where that ends.`,
        ),
      ]
    if (answer.status === 200 && answer.body.includes('"status":"ok"')) return []
    return [
      broken(
        `PUBLIC_URL: something else than Plumbline answers at ${publicUrl} (status ${answer.status}). Correct the address, or let the proxy pass everything on to the server.`,
      ),
    ]
  } catch (error) {
    if (isCertificateFault(error))
      return [
        broken(
          `PUBLIC_URL: the certificate of ${publicUrl} is not valid: ${explainReason(error)}. Renew it, or let the proxy send the whole chain.`,
        ),
      ]
    return [
      broken(
        `PUBLIC_URL: ${publicUrl} cannot be reached: ${explainReason(error)}. Start the server and the proxy, or correct the address.`,
      ),
    ]
  }
}

async function checkSockets(publicUrl: string): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}${SOCKET_PATH}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('plumbline doctor').toString('base64'),
    },
  }).catch(() => null)
  if (answer?.status === 101) return []
  return [
    broken(
      `Proxy: WebSockets do not get through ${publicUrl} (${answer ? `status ${answer.status}` : 'no answer'}), so pages are not updated live. Let the proxy pass on the headers Upgrade and Connection.`,
    ),
  ]
}

/** Announces a large upload and sends its beginning: the server refuses at once, since nobody is signed in. */
async function checkUploads(publicUrl: string): Promise<Finding[]> {
  const answer = await ask(
    `${publicUrl}/api/upload`,
    {
      method: 'POST',
      headers: {
        'content-length': PROBE_BYTES,
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
      },
    },
    Buffer.alloc(1000),
  ).catch(() => null)
  if (!answer)
    return [
      broken(
        `Proxy: it keeps uploads until they are complete, which fails with large models. Switch off request buffering (nginx: proxy_request_buffering off).`,
      ),
    ]
  if (answer.status === 413)
    return [
      broken(
        `Proxy: it refuses uploads of ${PROBE_BYTES / 1e6} MB. Raise its limit of request bodies (nginx: client_max_body_size 0).`,
      ),
    ]
  return []
}

export async function checkAddress(config: Config): Promise<Finding[]> {
  const unreached = await checkReach(config.publicUrl)
  if (unreached.length > 0) return unreached
  const [sockets, uploads] = await Promise.all([
    checkSockets(config.publicUrl),
    checkUploads(config.publicUrl),
  ])
  return [...sockets, ...uploads]
}
