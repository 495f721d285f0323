import { describe, expect, test } from 'vitest'
import { isShellPath } from './paths.ts'
import { decideTarget, needsNoUser } from './startup.ts'

const ready = {
  mandatory_onboarding_passed: true,
  first_name: 'Ines',
  last_name: 'Okafor',
  is_kyc_passed: true,
}
const start = (href: string, change: Partial<typeof ready> | null = {}, lastRoute: string | null = null) =>
  decideTarget({ href, me: change && { ...ready, ...change }, lastRoute })

describe('the first outstanding step wins', () => {
  test.each([
    ['/projects', null, '/welcome'],
    ['/errors/restricted', null, '/welcome'],
    [
      '/projects',
      { mandatory_onboarding_passed: false, first_name: '', is_kyc_passed: false },
      '/onboarding',
    ],
    ['/projects', { first_name: 'I' }, '/create-account'],
    ['/projects', { last_name: ' x ' }, '/create-account'],
    ['/projects', { last_name: 'O', is_kyc_passed: false }, '/create-account'],
    ['/projects', { is_kyc_passed: false }, '/kyc'],
    ['/project/1/issues', { is_kyc_passed: false }, '/kyc'],
  ] as const)('%s with %o goes to %s', (href, change, target) => {
    expect(start(href, change)).toBe(target)
  })
})

describe('with nothing outstanding', () => {
  test.each([
    ['/', null, '/projects'],
    ['/', '/project/1/models', '/project/1/models'],
    ['/', '/kyc', '/projects'],
    ['/kyc', '/project/1/models', '/project/1/models'],
    ['/onboarding', null, '/projects'],
    ['/login', '/chat', '/chat'],
    ['/', '/no-longer-a-page', '/projects'],
    ['/project/2/issues?status=OPEN', '/projects', '/project/2/issues?status=OPEN'],
    ['/errors/payment', '/projects', '/errors/payment'],
    ['/no-such-page', '/projects', '/no-such-page'],
  ])('%s with last route %s goes to %s', (href, lastRoute, target) => {
    expect(start(href, {}, lastRoute)).toBe(target)
  })
})

test('no user is loaded on the four pages for visitors', () => {
  expect(['/login', '/signup', '/reset-password', '/welcome', '/welcome/'].every(needsNoUser)).toBe(true)
  expect(['/', '/projects', '/kyc', '/errors/payment'].some(needsNoUser)).toBe(false)
})

test('only pages of the shell are remembered', () => {
  expect(
    ['/projects', '/project/1', '/project/1/viewer', '/chat', '/me', '/account', '/terms'].every(isShellPath),
  ).toBe(true)
  expect(['/', '/login', '/kyc', '/errors/payment', '/project', '/mean'].some(isShellPath)).toBe(false)
})
