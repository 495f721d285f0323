import http from 'node:http'
import { parentPort } from 'node:worker_threads'

/** Sends requests from a worker thread, so that the client costs no time on the server's event loop. */

export interface ThreadRequest {
  origin: string
  method: string
  url: string
  headers: Record<string, string>
  body: Uint8Array | null
}
export interface ThreadReply {
  status: number
  bytes: number
  ms: number
  /** beginning of the body, for error messages */
  head: string
}

const agent = new http.Agent({ keepAlive: true })

function ask({ origin, method, url, headers, body }: ThreadRequest): Promise<ThreadReply> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.request(`${origin}${url}`, { agent, method, headers }, (answer) => {
      let [bytes, head] = [0, '']
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (head.length < 2000) head += chunk.toString('utf8', 0, 2000)
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, bytes, ms: performance.now() - began, head }),
      )
      answer.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

parentPort?.on('message', async ({ id, sent }: { id: number; sent: ThreadRequest }) => {
  const answer = await ask(sent).then(
    (got) => ({ id, got }),
    (error: Error) => ({ id, error: error.message }),
  )
  parentPort?.postMessage(answer)
})
