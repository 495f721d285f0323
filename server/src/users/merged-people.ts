import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Accounts merged into another account of the same person (decision 044). Their rows stay: logs, which are never rewritten,
 * name them, and their addresses still reach the person.
 */

/** The id of an account and of the accounts merged into it, all of which appear in logs. */
export async function listOwnIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('users').select('id').where('merged_into', '=', userId).execute()
  return [userId, ...rows.map(({ id }) => id)]
}

/** Replaces the ids of merged accounts with those of the accounts that replaced them; without duplicates. */
export async function listKeptIds(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('users').select(['id', 'merged_into']).where('id', 'in', ids).execute()
  const merged = new Map(rows.map((row) => [row.id, row.merged_into]))
  return [...new Set(ids.map((id) => merged.get(id) ?? id))]
}

/** SQL on `users` under the alias `table`: the account that replaced the row's account. */
export const keptId = (table: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${table}.merged_into`)}, ${sql.ref(`${table}.id`)})`

/** SQL: the account that replaced the one in a column; null if none did. */
export const selectKeptId = (id: string): RawBuilder<string | null> =>
  sql<string | null>`(select coalesce(k.merged_into, k.id) from users k where k.id = ${sql.ref(id)})`

/** SQL: the account that replaced the one with the given id. */
export const selectKeptIdOf = (userId: string): RawBuilder<string> =>
  sql<string>`(select coalesce(k.merged_into, k.id) from users k where k.id = ${userId})`

/** SQL condition: the address in a column is one of the person's, also of an account that was merged into theirs. */
export const isAddressOf = (column: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) in (
    select lower(a.email) from users a where a.id = ${userId} or a.merged_into = ${userId})`
