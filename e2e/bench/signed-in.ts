import type { Browser, BrowserContext } from '@playwright/test'
import { createProject } from '@plumbline/contract/projects/projects'
import { createTeam } from '@plumbline/contract/teams/teams'
import { enrichKyc } from '@plumbline/contract/users/profile'
import { updateMe } from '@plumbline/contract/users/users'
import { signUp } from '../../server/bench/sign-up.ts'
import type { Db } from '../../server/src/db/database.ts'
import type { Remote } from '../../server/test/remote.ts'

/** Signs up an owner who is asked for nothing more; returns the client, the company and a function that makes a project. */
export async function signUpOwner(db: Db, origin: string) {
  const { remote } = await signUp(db, origin, 'owner@example.com')
  const team = await remote.call(createTeam, { body: { name: 'Bench' } })
  const makeProject = (name: string) => remote.call(createProject, { body: { name } })
  // a first project asks for nothing yet
  const first = await makeProject('First')
  const kyc = { company_type: 'OTHER', company_size: '1', job_role: 'OTHER', country: 'NO' } as const
  await remote.call(enrichKyc, { body: kyc })
  await remote.call(updateMe, { body: { mandatory_onboarding_passed: true } })
  return { remote, team, first, makeProject }
}

/** A new browser profile with the session of a client. */
export async function openSignedIn(
  browser: Browser,
  remote: Remote,
  origin: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  await context.addCookies(
    remote.cookie.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: origin }
    }),
  )
  return context
}
