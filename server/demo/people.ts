import { randomUUIDv7 } from 'node:crypto'
import type { PermissionLevel, ProjectRole, TeamRole } from '@plumbline/contract/roles'
import { hashPassword } from '../src/auth/passwords.ts'
import { type Tx, toJsonb } from '../src/db/database.ts'
import { demoUser } from '../src/settings/demo-login.ts'

/** The people of the demo project, who all sign in with the demo's password. */

interface Role {
  first_name: string
  last_name: string
  email: string
  company: keyof typeof companies
  team_role: TeamRole
  role: ProjectRole
  permission_level: PermissionLevel
}

const cast = {
  manager: {
    first_name: 'Maren',
    last_name: 'Lindqvist',
    email: demoUser.email,
    company: 'builders',
    team_role: 'OWNER',
    role: 'PROJECT_MANAGER',
    permission_level: 'ADMIN',
  },
  coordinator: {
    first_name: 'Tomás',
    last_name: 'Herrera',
    email: 'tomas@plumbline.example',
    company: 'builders',
    team_role: 'ADMIN',
    role: 'BIM_COORDINATOR',
    permission_level: 'EDITOR',
  },
  site: {
    first_name: 'Jonas',
    last_name: 'Weber',
    email: 'jonas@plumbline.example',
    company: 'builders',
    team_role: 'MEMBER',
    role: 'SITE_MANAGER',
    permission_level: 'EDITOR',
  },
  ducts: {
    first_name: 'Aicha',
    last_name: 'Benali',
    email: 'aicha@plumbline.example',
    company: 'services',
    team_role: 'OWNER',
    role: 'SUBCONTRACTOR',
    permission_level: 'CONTRIBUTOR',
  },
  owner: {
    first_name: 'Peter',
    last_name: 'Novak',
    email: 'peter@plumbline.example',
    company: 'builders',
    team_role: 'MEMBER',
    role: 'OWNER',
    permission_level: 'VIEWER',
  },
} as const satisfies Record<string, Role>

/** not a member yet: requests access */
export const newcomer = {
  first_name: 'Lena',
  last_name: 'Fischer',
  email: 'lena@plumbline.example',
  company: 'statics',
  team_role: 'OWNER',
  role: 'STRUCTURAL_ENGINEER',
  permission_level: 'EDITOR',
} as const satisfies Role

export type PersonKey = keyof typeof cast
export type DemoPeople = Record<PersonKey, string>

const companies = {
  builders: { name: 'Demo Builders', country: 'DE' },
  services: { name: 'Nordluft Services', country: 'DE' },
  statics: { name: 'Fischer Statics', country: 'DE' },
}

export interface DemoCompany {
  people: DemoPeople & { engineer: string }
  teams: Record<keyof typeof companies, string>
}

/** Creates the companies and their people; everybody has passed onboarding and KYC. */
export async function createPeople(tx: Tx): Promise<DemoCompany> {
  const password_hash = await hashPassword(demoUser.password)
  const teams = { builders: randomUUIDv7(), services: randomUUIDv7(), statics: randomUUIDv7() }
  for (const key of ['builders', 'services', 'statics'] as const)
    await tx
      .insertInto('teams')
      .values({ id: teams[key], ...companies[key] })
      .execute()
  const people = {} as DemoCompany['people']
  const everybody = { ...cast, engineer: newcomer }
  for (const [key, person] of Object.entries(everybody) as [keyof typeof people, Role][]) {
    const id = randomUUIDv7()
    const { first_name, last_name, email } = person
    const kyc = {
      company_type: 'GENERAL_CONTRACTOR',
      company_size: '51-200',
      job_role: person.role,
      country: 'DE',
    }
    await tx
      .insertInto('users')
      .values({
        id,
        email,
        first_name,
        last_name,
        password_hash,
        kyc: toJsonb(kyc),
        mandatory_onboarding_passed: true,
        onboarding_step: 3,
      })
      .execute()
    await tx
      .insertInto('team_members')
      .values({ team_id: teams[person.company], user_id: id, role: person.team_role, is_default: true })
      .execute()
    people[key] = id
  }
  return { people, teams }
}

/** Makes everybody a member of the project, for their own company. */
export async function addDemoMembers(
  tx: Tx,
  project_id: string,
  { people, teams }: DemoCompany,
): Promise<void> {
  const rows = (Object.entries(cast) as [PersonKey, Role][]).map(
    ([key, { company, role, permission_level }]) => ({
      project_id,
      user_id: people[key],
      team_id: teams[company],
      role,
      permission_level,
    }),
  )
  await tx.insertInto('project_members').values(rows).execute()
}
