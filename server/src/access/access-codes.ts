import { randomInt } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import type { Reaction } from '../live/tell.ts'

/** The access code of a project grants no access: a user who looked it up may request access for a day. */

/** Crockford's base 32, without I, L, O and U, which are easy to misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

export const generateAccessCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Normalizes a typed code: upper case, no spaces and dashes, 0 for O, 1 for I and L. */
export const normalizeAccessCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** Creates the first code of a project; an existing code is kept. */
async function createAccessCode(tx: Tx, project_id: string): Promise<void> {
  await tx
    .insertInto('access_codes')
    .values({ project_id, code: generateAccessCode() })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
}

/** Creates the access code of a new project. */
export const createCodeOfNewProject: Reaction = async (tx, { type, project_id }) => {
  if (type === 'project.created' && project_id) await createAccessCode(tx, project_id)
}
