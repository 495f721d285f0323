import { expect, test } from 'vitest'
import { chooseCurrentTeam } from './session.ts'

const membership = (team_id: string, is_default = false) => ({
  team_id,
  is_default,
  role: 'MEMBER' as const,
  team: { picture_id: null, id: team_id, name: team_id },
})
const teams = [membership('a'), membership('b', true), membership('c')]

test('The stored team stays current while the user is a member', () => {
  expect(chooseCurrentTeam({ teams }, 'c')).toBe('c')
})
test('Without a stored team the default team becomes current, else the first', () => {
  expect(chooseCurrentTeam({ teams }, null)).toBe('b')
  expect(chooseCurrentTeam({ teams }, 'left-long-ago')).toBe('b')
  expect(chooseCurrentTeam({ teams: [membership('a'), membership('c')] }, null)).toBe('a')
  expect(chooseCurrentTeam({ teams: [] }, 'a')).toBe(null)
})
