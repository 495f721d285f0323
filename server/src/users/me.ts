import type { Kyc, Me } from '@plumbline/contract/users'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

const requiredKyc = ['company_type', 'company_size', 'job_role', 'country'] as const

/** KYC is passed once the four required answers are there. */
export function isKycPassed(kyc: Kyc): boolean {
  return requiredKyc.every((field) => kyc[field] !== undefined)
}

/** The signed-in user as /api/me shows it. */
export async function readMe(tx: Tx, userId: string): Promise<Me> {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const teams = await tx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['team_members.team_id', 'team_members.is_default', 'team_members.role'])
    .select(
      sql<{ id: string; name: string }>`json_build_object('id', teams.id, 'name', teams.name)`.as('team'),
    )
    .where('team_members.user_id', '=', userId)
    .orderBy('team_members.is_default', 'desc')
    .orderBy('teams.name')
    .execute()
  const kyc = user.kyc as Kyc
  return { ...user, kyc, is_kyc_passed: isKycPassed(kyc), teams }
}
