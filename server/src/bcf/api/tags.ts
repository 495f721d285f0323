import { createHash } from 'node:crypto'
import type { HttpExchange } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'

/**
 * ETags are digests of the entity. Its authorization changes independently of it, so it is a second part of the tag,
 * `<entity>.<authorization>`, which If-Match ignores.
 */

const computeDigest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

type Entity = object & { authorization?: unknown }

const computeTag = ({ authorization: _, ...entity }: Entity) => `e${computeDigest(entity)}`

/** Sets the ETag of the reply and returns the entity. */
export function tagEntity<T extends Entity>(http: HttpExchange, entity: T): T {
  const { authorization } = entity
  http.setContentTag(
    authorization === undefined
      ? computeTag(entity)
      : `${computeTag(entity)}.${computeDigest(authorization)}`,
  )
  return entity
}

/** Refuses a write with an outdated If-Match; `current` is called only if the header is present. */
export async function checkIfMatch(http: HttpExchange, current: () => Promise<Entity>): Promise<void> {
  const tags = http.if_match_tags
  if (tags === null || tags.includes('*')) return
  const tag = computeTag(await current())
  if (!tags.some((given) => given.split('.')[0] === tag)) throw new Refusal('stale')
}
