import type { Kyc, Me, Preferences } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

const requiredKyc = ['company_type', 'company_size', 'job_role', 'country'] as const

/** KYC is passed once the four required fields are set. */
function isKycPassed(kyc: Kyc): boolean {
  return requiredKyc.every((field) => kyc[field] !== undefined)
}

/** Default preferences: US dates in English, day-first dates in other languages. */
const getDefaultPreferences = (locale: string): Preferences => ({
  date_style: locale === 'en' ? 'US' : 'EUROPEAN',
  shortcuts: true,
})

/** The user's companies, the default one first. */
function listTeamsOfUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['team_members.team_id', 'team_members.is_default', 'team_members.role'])
    .select(
      sql<Me['teams'][number]['team']>`
        json_build_object('id', teams.id, 'name', teams.name, 'picture_id', teams.picture_id)`.as('team'),
    )
    .where('team_members.user_id', '=', userId)
    .where('teams.deleted_at', 'is', null)
    .orderBy('team_members.is_default', 'desc')
    .orderBy('teams.name')
    .execute()
}

/** The user in the shape of /api/me. */
export async function getProfile(tx: Tx, userId: string): Promise<Me> {
  const user = await tx
    .selectFrom('users')
    .leftJoin('email_changes as change', (join) =>
      join.onRef('change.user_id', '=', 'users.id').on('change.expires_at', '>', sql<string>`now()`),
    )
    .selectAll('users')
    .select([
      'change.email as next_email',
      'change.old_confirmed',
      'change.new_confirmed',
      sql<boolean>`exists (select from user_totp t where t.user_id = users.id and t.is_confirmed)`.as(
        'has_totp',
      ),
      sql<number>`(select count(*)::int from recovery_codes c where c.user_id = users.id)`.as(
        'recovery_codes_left',
      ),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { next_email, old_confirmed, new_confirmed } = user
  const kyc = user.kyc as Kyc
  return {
    ...user,
    kyc,
    preferences: { ...getDefaultPreferences(user.locale), ...(user.preferences as Partial<Preferences>) },
    pending_email:
      next_email === null
        ? null
        : { email: next_email, old_confirmed: old_confirmed ?? false, new_confirmed: new_confirmed ?? false },
    is_kyc_passed: isKycPassed(kyc),
    teams: await listTeamsOfUser(tx, userId),
  }
}
