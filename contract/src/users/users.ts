import * as z from 'zod/mini'
import { atLeastOneOf, Country, Id, Instant, LineField, PersonName } from '../fields.ts'
import { endpoint } from '../http.ts'
import { projectRoles, teamRoles } from '../roles.ts'

export const companyTypes = [
  'OWNER_DEVELOPER',
  'GENERAL_CONTRACTOR',
  'SUBCONTRACTOR',
  'ARCHITECT',
  'ENGINEER',
  'BIM_CONSULTANT',
  'SUPPLIER',
  'PUBLIC_AUTHORITY',
  'FACILITY_MANAGER',
  'EDUCATION',
  'OTHER',
] as const
export const companySizes = ['1', '2-10', '11-50', '51-200', '201-1000', '1000+'] as const
export const locales = ['en', 'de', 'fr', 'es'] as const
export type Locale = (typeof locales)[number]

export const kycFields = {
  company_type: z.enum(companyTypes),
  company_size: z.enum(companySizes),
  job_role: z.enum(projectRoles),
  country: Country,
  legal_name: LineField(1, 200),
  registration_number: LineField(1, 60),
  website: z.url({ protocol: /^https?$/ }).check(z.maxLength(300)),
  /** E.164 */
  phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
  main_trade: LineField(1, 60),
  use_cases: z.array(LineField(1, 60)).check(z.maxLength(20)),
  heard_from: LineField(1, 200),
  marketing_opt_in: z.boolean(),
}
/** Details of the company, as far as known. KYC is passed once the first four are set. */
export const Kyc = z.partial(z.object(kycFields))
export type Kyc = z.output<typeof Kyc>

/** Date formats: 11/21/26 (the default), 21.11.26 or 2026-11-21. */
export const dateStyles = ['US', 'EUROPEAN', 'ISO'] as const
export const Preferences = z.object({
  date_style: z.enum(dateStyles),
  /** single-key shortcuts */
  shortcuts: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

export const Membership = z.object({
  team_id: Id,
  is_default: z.boolean(),
  role: z.enum(teamRoles),
  team: z.object({ id: Id, name: z.string(), picture_id: z.nullable(Id) }),
})

export const Me = z.object({
  id: Id,
  email: z.string(),
  picture_id: z.nullable(Id),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  locale: z.enum(locales),
  preferences: Preferences,
  created_at: Instant,
  /** a requested e-mail change that is not confirmed by both addresses yet */
  pending_email: z.nullable(
    z.object({ email: z.string(), old_confirmed: z.boolean(), new_confirmed: z.boolean() }),
  ),
  /** two-step sign-in is on */
  has_totp: z.boolean(),
  recovery_codes_left: z.number(),
  mandatory_onboarding_passed: z.boolean(),
  /** 1: company, 2: colleagues, 3: first project */
  onboarding_step: z.number(),
  is_kyc_passed: z.boolean(),
  kyc: Kyc,
  teams: z.array(Membership),
  /** administers this server at /admin */
  is_operator: z.boolean(),
})
export type Me = z.output<typeof Me>

/** The public profile of a user. */
export const Person = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  picture_id: z.nullable(Id),
})
export type Person = z.output<typeof Person>
export const updateMe = endpoint({
  method: 'PATCH',
  path: '/api/me',
  access: 'user',
  summary:
    'Update the name, language, preferences, default company or onboarding progress of the signed-in user',
  body: atLeastOneOf({
    first_name: PersonName,
    last_name: PersonName,
    phone: z.nullable(kycFields.phone),
    locale: z.enum(locales),
    preferences: z.partial(Preferences),
    /** one of the caller's teams */
    default_team_id: Id,
    onboarding_step: z.int().check(z.minimum(1), z.maximum(3)),
    mandatory_onboarding_passed: z.literal(true),
  }),
  reply: Me,
  refuses: ['wrong_state', 'not_found'],
  tells: ['user.updated', 'team.updated'],
  example: { body: { first_name: 'Ines', last_name: 'Okafor' } },
})

/** most people that one answer of `listUsers` has: with more, they are found by name */
export const maxListedPeople = 1000

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'user',
  by_token: 'whole',
  summary:
    'List the people who share a company or project with the caller, those with the given ids or with the words of `q` in their names: the first 1,000 by name',
  query: z.object({
    /** comma-separated user ids, at most 200 */
    ids: z.optional(z.string().check(z.maxLength(200 * 37))),
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.array(Person),
  hears: ['user.updated', 'member.added', 'member.removed', 'team.updated', 'project.created'],
})
