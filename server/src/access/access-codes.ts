import { randomInt } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import type { Reaction } from '../live/tell.ts'

/** The access code of a project grants nothing: whoever has looked it up may ask for access, for a day. */

/** Crockford's base 32: no I, L, O or U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

export const generateAccessCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code as people type it (lower case, spaces, dashes, O for 0, I and L for 1) as it is stored. */
export const normalizeAccessCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** Gives a project its first code; one that has a code keeps it. */
async function createAccessCode(tx: Tx, project_id: string): Promise<void> {
  await tx
    .insertInto('access_codes')
    .values({ project_id, code: generateAccessCode() })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
}

/** Every project has its code from the start. */
export const createCodeOfNewProject: Reaction = async (tx, { type, project_id }) => {
  if (type === 'project.created' && project_id) await createAccessCode(tx, project_id)
}
