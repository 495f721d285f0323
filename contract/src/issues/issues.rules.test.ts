import { expect, test } from 'vitest'
import { type PermissionLevel, permissionLevels } from '../roles.ts'
import { evaluateIssueAction, type IssueAction, type IssueForRules, listStatusMoves } from './issues.rules.ts'
import { type IssueStatus, issueStatuses } from './issues.ts'

/**
 * The permissions as specified, written by hand. `-` nobody, `y` everybody of the level; otherwise a condition on the
 * caller: c creator, a assignee, r resolver, s author of the part (file, viewpoint, deletion); `ca` means any of these,
 * `c!r` creator but not resolver, `!r` not the resolver.
 */
const anywhere = `
  action    VIEWER  CONTRIBUTOR  EDITOR  ADMIN
  CREATE    -       y            y       y
  EDIT      -       ca           y       y
  COMMENT   -       y            y       y
  ATTACH    -       y            y       y
  WATCH     y       y            y       y
  BULK      -       -            y       y
  RESTORE   -       s            y       y
  remove    -       s            y       y
  draw_on   -       cas          y       y
  reword    -       s            s       s
  erase     -       s            s       y
`
/** All allowed status changes; every other change is refused to everybody. RESOLVED is requested with a proof here. */
const moving = `
  move                   VIEWER  CONTRIBUTOR  EDITOR  ADMIN
  OPEN>IN_PROGRESS       -       ca           y       y
  OPEN>RESOLVED          -       ca           y       y
  OPEN>VOID              -       c!r          y       y
  IN_PROGRESS>OPEN       -       ca           y       y
  IN_PROGRESS>RESOLVED   -       ca           y       y
  IN_PROGRESS>VOID       -       c!r          y       y
  RESOLVED>CLOSED        -       c!r          !r      y
  RESOLVED>REOPENED      -       c!r          y       y
  REOPENED>IN_PROGRESS   -       ca           y       y
  REOPENED>RESOLVED      -       ca           y       y
  REOPENED>VOID          -       c!r          y       y
  CLOSED>REOPENED        -       c!r          y       y
  VOID>OPEN              -       c!r          y       y
`
/** Deletion by status, without and with comments by others. */
const deleting = `
  when                   VIEWER  CONTRIBUTOR  EDITOR  ADMIN
  OPEN                   -       c            y       y
  OPEN,commented         -       -            y       y
  IN_PROGRESS            -       -            y       y
  IN_PROGRESS,commented  -       -            y       y
  RESOLVED               -       -            y       y
  RESOLVED,commented     -       -            y       y
  REOPENED               -       -            y       y
  REOPENED,commented     -       -            y       y
  CLOSED                 -       -            y       y
  CLOSED,commented       -       -            y       y
  VOID                   -       -            y       y
  VOID,commented         -       -            y       y
`

const ME = 'me'
const OTHER = 'somebody else'

/** Every combination of roles that a user can have for an issue. */
const relations = [
  '',
  'c',
  'a',
  'r',
  'ca',
  'cr',
  'ar',
  'car',
  's',
  'cs',
  'as',
  'rs',
  'cas',
  'crs',
  'ars',
  'cars',
]

function cells(table: string): Map<string, string> {
  const [head = '', ...rows] = table.trim().split('\n')
  const levels = head.trim().split(/\s+/).slice(1)
  return new Map(
    rows.flatMap((row) => {
      const [name = '', ...values] = row.trim().split(/\s+/)
      return levels.map((level, index) => [`${name} ${level}`, values[index] ?? ''] as const)
    }),
  )
}

function says(cell: string, relation: string): boolean {
  if (cell === '-') return false
  if (cell === 'y') return true
  const [some = '', none = ''] = cell.split('!')
  const isOne = some === '' || [...some].some((letter) => relation.includes(letter))
  return isOne && ![...none].some((letter) => relation.includes(letter))
}

const facts = (status: IssueStatus, relation: string): IssueForRules => ({
  status,
  created_by: relation.includes('c') ? ME : OTHER,
  assignee_id: relation.includes('a') ? ME : null,
  resolved_by: relation.includes('r') ? ME : OTHER,
  deleted_by: relation.includes('s') ? ME : OTHER,
  has_proof: true,
})

/** Compares rule and table for every level × role × status; returns the differences and the number of comparisons. */
function compare(
  ask: (
    status: IssueStatus,
    relation: string,
    level: PermissionLevel,
  ) => [action: IssueAction, more: Partial<IssueForRules>, cell: string][],
) {
  const wrong: string[] = []
  let asked = 0
  for (const permission_level of permissionLevels)
    for (const relation of relations)
      for (const status of issueStatuses)
        for (const [action, more, cell] of ask(status, relation, permission_level)) {
          asked++
          const verdict = evaluateIssueAction(
            { user_id: ME, permission_level },
            { ...facts(status, relation), ...more },
            action,
          )
          if ((verdict === true) !== says(cell, relation))
            wrong.push(`${permission_level} ${relation} ${status} ${JSON.stringify(action)}: ${verdict}`)
        }
  return { wrong, asked }
}

test('Each action is allowed for exactly the callers in the table, in every status', () => {
  const table = cells(anywhere)
  const plain = ['CREATE', 'EDIT', 'COMMENT', 'ATTACH', 'WATCH', 'BULK', 'RESTORE'] as const
  const result = compare((_, relation, level) => {
    const author = relation.includes('s') ? ME : OTHER
    return [
      ...plain.map((action) => [action, {}, table.get(`${action} ${level}`) ?? '?'] as never),
      [{ remove: author }, {}, table.get(`remove ${level}`) ?? '?'],
      [{ draw_on: author }, {}, table.get(`draw_on ${level}`) ?? '?'],
      [{ reword: author }, {}, table.get(`reword ${level}`) ?? '?'],
      [{ erase: author }, {}, table.get(`erase ${level}`) ?? '?'],
    ]
  })
  expect(result).toEqual({ wrong: [], asked: 4 * 16 * 6 * 11 })
})

test('Each status change is allowed for exactly the callers in the table, which lists every change', () => {
  const table = cells(moving)
  const result = compare((status, _, level) =>
    issueStatuses.map((to) => [{ to }, {}, table.get(`${status}>${to} ${level}`) ?? '-']),
  )
  expect(result).toEqual({ wrong: [], asked: 4 * 16 * 6 * 6 })
})

test('Deletion is allowed for exactly the callers in the table', () => {
  const table = cells(deleting)
  const result = compare((status, _, level) => [
    ['DELETE', { comments_by_others: 0 }, table.get(`${status} ${level}`) ?? '?'],
    ['DELETE', { comments_by_others: 2 }, table.get(`${status},commented ${level}`) ?? '?'],
  ])
  expect(result).toEqual({ wrong: [], asked: 4 * 16 * 6 * 2 })
})

test('Resolving without proof is refused, and allowed with a comment in the same request', () => {
  for (const permission_level of permissionLevels)
    for (const relation of relations)
      for (const status of issueStatuses) {
        const who = { user_id: ME, permission_level }
        const proven = facts(status, relation)
        const bare = { ...proven, has_proof: false }
        const may = evaluateIssueAction(who, proven, { to: 'RESOLVED' })
        expect(evaluateIssueAction(who, bare, { to: 'RESOLVED' })).toBe(may === true ? 'NEEDS_PROOF' : may)
        expect(evaluateIssueAction(who, bare, { to: 'RESOLVED', comment: true })).toBe(may)
      }
})

test('A refused action returns its reason', () => {
  const why = (
    permission_level: PermissionLevel,
    status: IssueStatus,
    relation: string,
    action: IssueAction,
  ) => evaluateIssueAction({ user_id: ME, permission_level }, facts(status, relation), action)
  expect(why('VIEWER', 'OPEN', 'ca', 'EDIT')).toBe('LEVEL')
  expect(why('CONTRIBUTOR', 'OPEN', '', 'EDIT')).toBe('NOT_YOURS')
  expect(why('CONTRIBUTOR', 'OPEN', 'a', 'DELETE')).toBe('NOT_CREATOR')
  expect(why('CONTRIBUTOR', 'CLOSED', 'c', 'DELETE')).toBe('NOT_OPEN')
  expect(why('ADMIN', 'CLOSED', 'c', { to: 'VOID' })).toBe('NO_SUCH_MOVE')
  expect(why('EDITOR', 'RESOLVED', 'r', { to: 'CLOSED' })).toBe('RESOLVED_BY_YOU')
  expect(why('CONTRIBUTOR', 'RESOLVED', 'cr', { to: 'REOPENED' })).toBe('RESOLVED_BY_YOU')
  expect(why('CONTRIBUTOR', 'RESOLVED', 'a', { to: 'CLOSED' })).toBe('NOT_CREATOR')
})

test('RESOLVED is listed as a possible status before there is a proof', () => {
  const who = { user_id: ME, permission_level: 'EDITOR' as const }
  const bare = { ...facts('OPEN', ''), has_proof: false }
  expect(listStatusMoves(who, bare)).toEqual(['IN_PROGRESS', 'RESOLVED', 'VOID'])
})
