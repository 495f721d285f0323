import { reason } from '@plumbline/contract/reasons'
import type { Locale } from '@plumbline/contract/users/users'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { isOperator } from '../operators.ts'
import type { MergedPair } from './move-references.ts'

export interface MergedPerson {
  id: string
  email: string
  locale: Locale
  first_name: string
  last_name: string
  locked_at: string | null
  merged_into: string | null
  picture_id: string | null
}

/** Locks both accounts in the order of their ids, as every write does that changes the companies of several people. */
export async function lockPair(tx: Tx, { kept, given_up }: MergedPair): Promise<Map<string, MergedPerson>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'first_name', 'last_name', 'locked_at', 'merged_into', 'picture_id'])
    .where('id', 'in', [kept, given_up])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Refuses a merge unless both are open accounts of people. Operators are excluded here as everywhere. */
export async function checkMerge(
  tx: Tx,
  pair: MergedPair,
  people: ReadonlyMap<string, Pick<MergedPerson, 'locked_at' | 'merged_into'>>,
): Promise<void> {
  if (pair.kept === pair.given_up) throw new Refusal('conflict', reason('merge_same_account'))
  for (const id of [pair.kept, pair.given_up]) {
    const person = people.get(id)
    if (!person) throw new Refusal('not_found')
    if (await isOperator(tx, id)) throw new Refusal('wrong_state', reason('person_is_operator'))
    if (person.merged_into !== null) throw new Refusal('wrong_state', reason('person_is_merged'))
    if (person.locked_at !== null) throw new Refusal('wrong_state', reason('merge_locked'))
  }
  // its worker acts as the account that started it
  const running = await tx
    .selectFrom('bcf_imports')
    .select('id')
    .where('created_by', '=', pair.given_up)
    .where('state', 'in', ['READING', 'APPLYING'])
    .executeTakeFirst()
  if (running) throw new Refusal('wrong_state', reason('merge_import_running'))
}
