import { createHash } from 'node:crypto'
import type { Exchange } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'

/**
 * Entities are tagged by their content. What the caller may do with one is told beside it: it changes without the
 * entity, so it has a part of the tag of its own, which writes do not ask for.
 */

const computeDigest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

type Entity = object & { authorization?: unknown }

const computeTag = ({ authorization: _, ...entity }: Entity) => `e${computeDigest(entity)}`

/** Answers an entity with its tag. */
export function tagEntity<T extends Entity>(http: Exchange, entity: T): T {
  const { authorization } = entity
  http.tag(
    authorization === undefined
      ? computeTag(entity)
      : `${computeTag(entity)}.${computeDigest(authorization)}`,
  )
  return entity
}

/** Refuses a write that was meant for another state of the entity; `current` is asked for only by If-Match. */
export async function checkIfMatch(http: Exchange, current: () => Promise<Entity>): Promise<void> {
  const tags = http.if_match_tags
  if (tags === null || tags.includes('*')) return
  const tag = computeTag(await current())
  if (!tags.some((given) => given.split('.')[0] === tag)) throw new Refusal('stale')
}
