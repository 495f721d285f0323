import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

const dist = path.join(import.meta.dirname, '../../../web/dist')

/** The built web client: hashed files for ever, the page itself never from a cache, and the page for every route. */
export async function serveSite(app: FastifyInstance) {
  const built = fs.existsSync(path.join(dist, 'index.html'))
  if (built)
    await app.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|ws|assets|bcf|foundation|\.well-known|oauth\/(token|register|revoke))(\/|$)/.test(request.url)
    if (!built || !isPage) throw new Refusal('not_found')
    // not by sendFile, which asks the reply again for each compressed form that is not there
    const page = await fsp.readFile(path.join(dist, 'index.html'))
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
