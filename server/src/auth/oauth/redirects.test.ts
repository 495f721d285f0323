import { expect, test } from 'vitest'
import { addUrlParams, isAllowedRedirect, isRegisteredRedirect } from './redirects.ts'

test('Redirect URIs with https, loopback http or a private-use scheme are accepted', () => {
  const possible = [
    'https://checker.example.com/callback?tenant=7',
    'http://127.0.0.1:49152/callback',
    'http://[::1]/callback',
    'http://localhost:8080',
    'com.example.checker:/callback',
  ]
  expect(possible.filter((text) => !isAllowedRedirect(text))).toEqual([])
})

test('Redirect URIs with executable schemes or ambiguous hosts are rejected', () => {
  const impossible = [
    '',
    '/callback',
    'http://checker.example.com/callback',
    'http://127.0.0.1.example.com/callback',
    'http://localhost.example.com/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'checker:/callback',
    'https://checker.example.com/callback#part',
    'https://person@checker.example.com/',
    'https://checker.example.com/call back',
    'https://checker.example.com/\ncallback',
  ]
  expect(impossible.filter(isAllowedRedirect)).toEqual([])
})

test('A redirect URI must match exactly, except for the port of a loopback URI', () => {
  const registered = ['https://checker.example.com/callback', 'http://127.0.0.1/callback']
  const fits = (asked: string) => isRegisteredRedirect(registered, asked)
  expect(fits('https://checker.example.com/callback')).toBe(true)
  expect(fits('http://127.0.0.1:50001/callback')).toBe(true)
  const others = [
    'https://checker.example.com/callback/',
    'https://checker.example.com/callback?next=https://evil.example.com',
    'https://checker.example.com:444/callback',
    'https://checker.example.com.evil.example.com/callback',
    'http://127.0.0.1:50001/other',
    'http://127.0.0.1:50001/callback?more=1',
    'http://localhost:50001/callback',
    'http://127.0.0.1:50001/callback#part',
  ]
  expect(others.filter(fits)).toEqual([])
})

test('Adding parameters keeps existing ones of the redirect URI', () => {
  expect(addUrlParams('https://a.example.com/cb?x=1', { code: 'c d', state: undefined })).toBe(
    'https://a.example.com/cb?x=1&code=c+d',
  )
  expect(addUrlParams('com.example.checker:/cb', { code: 'c' })).toBe('com.example.checker:/cb?code=c')
})
