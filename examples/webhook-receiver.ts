import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'

/**
 * A server that takes what a project tells by webhook, and believes only what is signed (standardwebhooks.com):
 *
 *     WEBHOOK_SECRET=whsec_… node examples/webhook-receiver.ts 8090
 */

const MOST_BYTES = 2_000_000
/** Older ones may be copies that somebody sends again. */
const MOST_SECONDS = 300
/** ids that are remembered */
const MOST_KNOWN = 10_000

export interface WebhookEvent {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

type Headers = Record<string, string | string[] | undefined>

/** Whether the sender knows the secret and sent exactly this text just now. */
export function isGenuine(secret: string, headers: Headers, body: string): boolean {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < MOST_SECONDS)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // the header is a list: of signatures by other ways, or by several secrets
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}

async function read(request: http.IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > MOST_BYTES) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

export function createReceiver(secret: string, onEvent: (event: WebhookEvent) => void): http.Server {
  // a delivery is repeated when its answer was lost
  const known = new Set<string>()
  return http.createServer(async (request, reply) => {
    const body = await read(request)
    if (body === null) return void reply.writeHead(413).end()
    if (!isGenuine(secret, request.headers, body)) return void reply.writeHead(401).end()
    const id = String(request.headers['webhook-id'])
    if (!known.has(id)) onEvent(JSON.parse(body) as WebhookEvent)
    known.add(id)
    for (const oldest of known) {
      if (known.size <= MOST_KNOWN) break
      known.delete(oldest)
    }
    // answer early, and do slow work afterwards
    reply.writeHead(204).end()
  })
}

if (import.meta.main) {
  const secret = process.env.WEBHOOK_SECRET
  if (!secret) throw new Error('WEBHOOK_SECRET is what was shown when the webhook was added')
  const port = Number(process.argv[2] ?? 8090)
  const receiver = createReceiver(secret, ({ type, data }) => console.log(type, JSON.stringify(data)))
  receiver.listen(port, '127.0.0.1', () => console.log(`Listening at http://127.0.0.1:${port}`))
}
