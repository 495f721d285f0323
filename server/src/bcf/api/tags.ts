import { createHash } from 'node:crypto'
import type { HttpExchange } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'

/**
 * Entities are tagged by their content. What the caller may do with one is told beside it: it changes without the
 * entity, so it has a part of the tag of its own, which writes do not ask for.
 */

const digest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

type Entity = object & { authorization?: unknown }

const tagOf = ({ authorization: _, ...entity }: Entity) => `e${digest(entity)}`

/** Answers an entity with its tag. */
export function tagged<T extends Entity>(http: HttpExchange, entity: T): T {
  const { authorization } = entity
  http.setContentTag(
    authorization === undefined ? tagOf(entity) : `${tagOf(entity)}.${digest(authorization)}`,
  )
  return entity
}

/** Refuses a write that was meant for another state of the entity; `current` is asked for only by If-Match. */
export async function demandMatch(http: HttpExchange, current: () => Promise<Entity>): Promise<void> {
  const tags = http.if_match_tags
  if (tags === null || tags.includes('*')) return
  const tag = tagOf(await current())
  if (!tags.some((given) => given.split('.')[0] === tag)) throw new Refusal('stale')
}
