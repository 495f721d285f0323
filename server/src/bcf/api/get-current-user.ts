import type { UserCtx } from '../../context.ts'

export async function getCurrentUser({ actor }: UserCtx) {
  return { id: actor.email, name: `${actor.first_name} ${actor.last_name}`.trim() }
}
