import type { Kyc, Me, Preferences } from '@plumbline/contract/users/users'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'

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

/** SQL on `users`: their companies as JSON, the default one first. */
const teamsOfUser = sql<Me['teams']>`(
  select coalesce(json_agg(json_build_object('team_id', m.team_id, 'is_default', m.is_default, 'role', m.role,
    'team', json_build_object('id', t.id, 'name', t.name, 'picture_id', t.picture_id))
    order by m.is_default desc, t.name), '[]')
  from team_members m join teams t on t.id = m.team_id where m.user_id = users.id and t.deleted_at is null)`

const selectProfile = (db: Db, userId: RawBuilder<string>) =>
  db
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
      teamsOfUser.as('teams'),
      sql<boolean>`exists (select from operators o where o.user_id = users.id)`.as('is_operator'),
    ])
    .where('users.id', '=', userId)

type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfile>['executeTakeFirstOrThrow']>>

const readProfile = prepareQuery<{ user_id: string }, ProfileRow>((db, parameter) =>
  selectProfile(db, parameter('user_id')),
)

/** The user in the shape of /api/me. */
export async function getProfile(tx: Tx, user_id: string): Promise<Me> {
  const [user] = await readProfile(tx, { user_id })
  if (!user) throw new Error('This account has been deleted')
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
  }
}
