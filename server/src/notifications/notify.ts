import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { json, type Tx } from '../db/database.ts'
import type { Reaction, Told } from '../live/tell.ts'
import { type Note, notesOf } from './rules.ts'

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

const WINDOW_MS = 5 * 60 * 1000

/** Adds a change to what these people have not read of the same issue; answers who has nothing that it could join. */
async function join(tx: Tx, { type, recipients, payload }: Note, around: object): Promise<string[]> {
  const since = new Date(Date.now() - WINDOW_MS).toISOString()
  const newest = JSON.stringify({ ...around, ...payload })
  const { rows } = await sql<{ user_id: string }>`
    update notifications n set payload = ${newest}::jsonb || jsonb_build_object(
      'changes', coalesce((n.payload->>'changes')::int, 1) + 1,
      'message', coalesce((n.payload->>'changes')::int, 1) + 1 || ' changes')
    where n.id in (
      select distinct on (o.user_id) o.id from notifications o
      where o.user_id = any (${recipients}::uuid[]) and o.type = ${type} and o.state = 'NEW'
        and o.created_at > ${since} and o.payload->>'issue_id' = ${payload.issue_id}
      order by o.user_id, o.created_at desc)
    returning n.user_id`.execute(tx)
  const joined = new Set(rows.map((row) => row.user_id))
  return recipients.filter((id) => !joined.has(id))
}

/** Turns events into notification rows, in the transaction that told them. */
export const notify: Reaction = async (tx, type, told, tell) => {
  const notes = (await notesOf(tx, type, told)).filter((note) => note.recipients.length > 0)
  if (notes.length === 0) return
  const around = await surroundings(tx, told)
  for (const note of notes) {
    const { type: kind, recipients, payload, joins } = note
    const left = joins ? await join(tx, note, around) : recipients
    const rows = left.map((user_id) => ({
      id: randomUUIDv7(),
      user_id,
      project_id: told.project_id,
      type: kind,
      payload: json({ ...around, ...payload }),
    }))
    if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute()
    await tell('notification.updated', {
      project_id: told.project_id,
      data: {},
      audience: { users: recipients },
    })
  }
}
