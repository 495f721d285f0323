import type { Tx } from '../db/database.ts'

export const isAccountLocked = async (tx: Tx, userId: string): Promise<boolean> => {
  const user = await tx.selectFrom('users').select('locked_at').where('id', '=', userId).executeTakeFirst()
  return user?.locked_at != null
}
