import { expect, test } from 'vitest'
import { compilePattern, forceSameOrigin, matchPath, updateSearch } from './match.ts'

const issues = compilePattern('/project/:id/issues/:number?')

test('A path yields its parameters, with and without the optional one', () => {
  expect(matchPath(issues, '/project/7/issues')).toEqual({ id: '7' })
  expect(matchPath(issues, '/project/7/issues/12')).toEqual({ id: '7', number: '12' })
  expect(matchPath(issues, '/project/a%20b/issues/')).toEqual({ id: 'a b' })
  expect(issues.page).toEqual(['id'])
})
test('A longer, shorter or incomplete path does not match', () => {
  for (const path of ['/project/7/issues/12/more', '/project//issues', '/project/7', '/x/project/7/issues'])
    expect(matchPath(issues, path)).toBe(null)
  expect(matchPath(issues, '/project/%E0%A4%A/issues')).toBe(null)
  expect(matchPath(compilePattern('/'), '/')).toEqual({})
  expect(matchPath(compilePattern('/'), '/projects')).toBe(null)
})
test('An address never leaves this origin', () => {
  const open = (href: string) => new URL(forceSameOrigin(href), 'https://own.example').origin
  for (const href of ['//other.example/x', '/\\other.example', '///other.example', '/projects?a=//b'])
    expect(open(href)).toBe('https://own.example')
})
test('Changing one search parameter keeps the others, and an empty value removes it', () => {
  expect(updateSearch('?status=open&q=duct', { q: 'wall & door' })).toBe('?status=open&q=wall+%26+door')
  expect(updateSearch('?status=open&q=duct', { q: '', status: undefined })).toBe('')
})
