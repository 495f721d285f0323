import { randomUUIDv7 } from 'node:crypto'
import { json, type Tx } from '../db/database.ts'
import type { Reaction, Told } from '../live/tell.ts'
import { notesOf } from './rules.ts'

/** What every notification says beside its own payload: who did it, and in which project. */
async function surroundings(tx: Tx, told: Told) {
  const by = typeof told.facts?.by === 'string' ? told.facts.by : null
  const user =
    by &&
    (await tx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', by).executeTakeFirst())
  const project =
    told.project_id &&
    (await tx.selectFrom('projects').select('name').where('id', '=', told.project_id).executeTakeFirst())
  return {
    ...(user ? { by_user_name: `${user.first_name} ${user.last_name}`.trim() } : {}),
    ...(project ? { project_name: project.name } : {}),
  }
}

/** Turns events into notification rows, in the transaction that told them. */
export const notify: Reaction = async (tx, type, told, tell) => {
  const notes = (await notesOf(tx, type, told)).filter((note) => note.recipients.length > 0)
  if (notes.length === 0) return
  const around = await surroundings(tx, told)
  for (const { type: kind, recipients, payload } of notes) {
    const rows = recipients.map((user_id) => ({
      id: randomUUIDv7(),
      user_id,
      project_id: told.project_id,
      type: kind,
      payload: json({ ...around, ...payload }),
    }))
    await tx.insertInto('notifications').values(rows).execute()
    await tell('notification.updated', {
      project_id: told.project_id,
      data: {},
      audience: { users: recipients },
    })
  }
}
