import { randomInt } from 'node:crypto'
import type * as api from '@plumbline/contract/access/access'
import { sql } from 'kysely'
import type { Handler, Input, ProjectCtx, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { administratorsOf, findProjectMember } from '../projects/members.ts'
import { ownPendingRequest } from './requests.ts'

/** The access code of a project grants nothing: whoever has looked it up may ask for access, for a day. */

/** Crockford's base 32: no I, L, O or U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code as people type it (lower case, spaces, dashes, O for 0, I and L for 1) as it is stored. */
export const normaliseCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

const shown = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** Gives a project its first code; one that has a code keeps it. */
export async function createAccessCode(tx: Tx, project_id: string): Promise<void> {
  await tx
    .insertInto('access_codes')
    .values({ project_id, code: newCode() })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
}

/** Every project has its code from the start. */
export const openAccessCode: Reaction = async (tx, type, { project_id }) => {
  if (type === 'project.created' && project_id) await createAccessCode(tx, project_id)
}

export async function showCode({ tx, member, config }: ProjectCtx) {
  const { code, created_at } = await tx
    .selectFrom('access_codes')
    .select(['code', 'created_at'])
    .where('project_id', '=', member.project_id)
    .executeTakeFirstOrThrow()
  const url = `${config.publicUrl}/client?code=${shown(code)}`
  return { code: shown(code), created_at, url }
}

/** The old code is dead at once, and with it the right to ask of those who have looked it up. */
export async function renewCode(ctx: ProjectCtx) {
  const { project_id } = ctx.member
  await ctx.tx
    .updateTable('access_codes')
    .set({ code: newCode(), created_at: ctx.now().toISOString() })
    .where('project_id', '=', project_id)
    .execute()
  const audience = { users: await administratorsOf(ctx.tx, project_id) }
  await ctx.tell('access.updated', { project_id, data: {}, audience })
  return showCode(ctx)
}

async function findByCode(tx: Tx, typed: string) {
  const project = await tx
    .selectFrom('access_codes as c')
    .innerJoin('projects', 'projects.id', 'c.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['projects.id', 'projects.name', 'teams.name as team_name', 'c.code'])
    .where('c.code', '=', normaliseCode(typed))
    .where('projects.deleted_at', 'is', null)
    .where('projects.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!project) throw new Refusal('not_found', { message: 'No project has this code' })
  return project
}

/** Remembers the look-up, the one thing that it changes: what the caller sees stays as it was. */
async function lookUp(ctx: UserCtx, { params }: Input<typeof api.lookUpAccessCode>) {
  const { tx, actor } = ctx
  const { id, name, team_name, code } = await findByCode(tx, params.code)
  const { user_id } = actor
  await tx
    .insertInto('code_lookups')
    .values({ user_id, project_id: id, code, created_at: ctx.now().toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'project_id'])
        .doUpdateSet({ code: sql`excluded.code`, created_at: sql`excluded.created_at` }),
    )
    .execute()
  return {
    id,
    name,
    team_name,
    already_member: (await findProjectMember(tx, user_id, id)) !== null,
    pending_request: await ownPendingRequest(ctx, id),
  }
}

/** Codes are short enough to be guessed by who may try for ever. */
export const lookUpCode: Handler<typeof api.lookUpAccessCode, void> = {
  prepare: async (ctx) => {
    await ctx.limit(`code:user:${ctx.actor.user_id}`, 10, 60)
    await ctx.limit(`code:ip:${ctx.http.ip}`, 100, 3600)
  },
  handle: lookUp,
}
