import { expect, test } from 'vitest'
import { getNetwork } from './network.ts'

test('Addresses of one IPv6 /64 network share a limit', () => {
  expect(getNetwork('2001:db8::1')).toBe(getNetwork('2001:db8:0:0:ffff::9'))
  expect(getNetwork('2001:db8:0:1::1')).not.toBe(getNetwork('2001:db8::1'))
  expect(getNetwork('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(getNetwork('::1')).toBe('0:0:0:0')
})
