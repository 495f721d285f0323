import { randomUUIDv7 } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { benchCalls, rightSql } from './api-calls.ts'

/**
 * The reference: Fastify and `pg` alone. Reads the caller's right in one statement and answers with the rows of one or
 * two more, without validation, log, live updates or notifications. `argv`: database URL, project id, chat id.
 */

const [, , url, project, chat] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 12 })
const app = Fastify()
const PLACES = /\$(\d)/g

/** A statement with only the values that it uses, numbered from 1. */
function prepare(sql: string) {
  const used = [...new Set([...sql.matchAll(PLACES)].map(([, place]) => Number(place)))].sort()
  const types = ['uuid', 'uuid', 'uuid', 'text', 'uuid', 'uuid']
  const text = sql.replace(PLACES, (_, place) => {
    const at = used.indexOf(Number(place))
    return `$${at + 1}::${types[Number(place) - 1]}`
  })
  return { text, pick: (values: unknown[]) => used.map((place) => values[place - 1]) }
}

for (const [index, call] of benchCalls.entries()) {
  const statements = call.sql.map(prepare)
  app.route({
    method: call.method,
    url: `/${index}/:issue`,
    handler: async (request, reply) => {
      const { rows } = await pool.query(rightSql, [request.headers['x-session'], project])
      const person = rows[0]
      if (!person) return reply.status(401).send({ error: 'unauthenticated' })
      const { issue } = request.params as { issue: string }
      const text = Object.values((request.body as object | undefined) ?? {})
        .filter((value) => typeof value === 'string')
        .at(-1)
      const values = [project, person.id, issue, text, randomUUIDv7(), chat]
      const results: unknown[] = []
      for (const { text, pick } of statements) results.push((await pool.query(text, pick(values))).rows)
      return results
    },
  })
}

await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as { port: number }).port)
process.once('disconnect', () => process.exit(0))
