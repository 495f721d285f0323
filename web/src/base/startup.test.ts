import { describe, expect, test } from 'vitest'
import { isShellPath } from './paths.ts'
import { chooseStartPath, isVisitorPath } from './startup.ts'

/** All values of each condition of the start-up sequence. */
const conditions = {
  fetched: [true, false],
  onboarded: [true, false],
  first: ['Ines', 'In', 'I', ' I ', ''],
  last: ['Okafor', 'Ok', 'O', ' O ', ''],
  kyc: [true, false],
  role: ['OWNER', 'MEMBER', null],
  lastRoute: [
    null,
    '/kyc',
    '/projects',
    '/project/1/models',
    '/chat',
    '/no-longer-a-page',
    '/login',
    '/onboarding',
  ],
  href: [
    '/',
    '/projects',
    '/projects?search=tower',
    '/project/2/issues/7?view=3#comment',
    '/chat?thread=1',
    '/terms',
    '/me',
    '/account',
    '/kyc',
    '/onboarding',
    '/create-account',
    '/client',
    '/client?code=K7QF-3M9D',
    '/errors/payment',
    '/errors/restricted',
    '/no-such-page',
    '/login',
  ],
} as const

type Case = { [K in keyof typeof conditions]: (typeof conditions)[K][number] }

const cases = Object.entries(conditions).reduce<Partial<Case>[]>(
  (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
  [{}],
) as Case[]

const short = (name: string) => name.trim().length < 2
const path = ({ href }: Case) => href.replace(/[?#].*/, '')
/** a typed or followed link into the shell */
const isLink = (one: Case) => /^\/(projects|project\/.+|chat|terms|me|account)$/.test(path(one))
/** pages outside the shell that are open to people without outstanding steps */
const stays = (one: Case) => /^\/(client|errors\/\w+|no-such-page)$/.test(path(one))
const opens = ({ lastRoute }: Case) =>
  lastRoute !== null && /^\/(projects|project\/1\/models|chat)$/.test(lastRoute)

/** The start-up sequence as in the specification: the first matching row decides. */
const table: [string, (one: Case) => boolean, (one: Case) => string][] = [
  ['the user cannot be fetched', (one) => !one.fetched, () => '/welcome'],
  ['onboarding is not passed', (one) => !one.onboarded, () => '/onboarding'],
  ['a name is missing or too short', (one) => short(one.first) || short(one.last), () => '/create-account'],
  ['KYC is not passed by the owner of a company', (one) => !one.kyc && one.role === 'OWNER', () => '/kyc'],
  ['a link leads into the shell', isLink, (one) => one.href],
  ['the page is open to everybody', stays, (one) => one.href],
  ['the last route is /kyc', (one) => one.lastRoute === '/kyc', () => '/projects'],
  ['the last route opens', opens, (one) => one.lastRoute as string],
  ['nothing else', () => true, () => '/projects'],
]

describe('of all combinations, where', () => {
  const byRow = Map.groupBy(cases, (one) => table.find(([, when]) => when(one)))
  test.each(table)('%s', (name, _, target) => {
    const mine = byRow.get(table.find((row) => row[0] === name)) ?? []
    expect(mine.length).toBeGreaterThan(0)
    const wrong = mine.filter((one) => {
      const me = one.fetched
        ? {
            mandatory_onboarding_passed: one.onboarded,
            first_name: one.first,
            last_name: one.last,
            is_kyc_passed: one.kyc,
            teams: one.role ? [{ role: one.role }] : [],
          }
        : null
      return chooseStartPath({ href: one.href, me, lastRoute: one.lastRoute }) !== target(one)
    })
    expect(wrong).toEqual([])
  })
  test('Every combination matches one of the rows', () => {
    expect(cases.length).toBe(2 * 2 * 5 * 5 * 2 * 3 * 8 * 17)
  })
})

test('The four visitor pages load no user', () => {
  expect(['/login', '/signup', '/reset-password', '/welcome', '/welcome/'].every(isVisitorPath)).toBe(true)
  expect(['/', '/projects', '/kyc', '/errors/payment', '/client'].some(isVisitorPath)).toBe(false)
})

test('Only pages of the shell are remembered as last route', () => {
  expect(
    ['/projects', '/project/1', '/project/1/viewer', '/chat', '/me', '/account', '/terms'].every(isShellPath),
  ).toBe(true)
  expect(
    ['/', '/login', '/kyc', '/errors/payment', '/project', '/mean', '/client', '/onboarding'].some(
      isShellPath,
    ),
  ).toBe(false)
})
