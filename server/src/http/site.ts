import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

const dist = path.join(import.meta.dirname, '../../../web/dist')

/** The route of @fastify/static, which also gets every address that no other route has. */
export const SITE_ROUTE = '/*'

/** Serves the built web client: hashed files are cached forever, the page is revalidated and answers every client route. */
export async function serveSite(app: FastifyInstance) {
  const built = fs.existsSync(path.join(dist, 'index.html'))
  if (built)
    await app.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|ws|assets|bcf|foundation|\.well-known|oauth\/(token|register|revoke))(\/|$)/.test(request.url)
    if (!built || !isPage) throw new Refusal('not_found')
    // not by sendFile, which retries for every missing precompressed variant
    const page = await fsp.readFile(path.join(dist, 'index.html'))
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
