import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Queries of issues are limited to visible issues, or a comment says why they read more. */

const source = path.resolve(import.meta.dirname, '../src')
const query = /(?:selectFrom|innerJoin|leftJoin)\('issues[' ]|\b(?:from|join) issues\b/
const condition = /isVisible(?:InTrash)?To\(|buildIssueVisibility\(|visibleIssues\(|countOpenIssues\(/
const reason = /\/\/ past visible\.ts: \S/

/** The top-level statements of a file, each with its comment. */
const listStatements = (text: string) =>
  text.split(/(?<!\*\/|\/\/ [^\n]*)\n(?=\/\*\*|export |const |async |function |type |interface )/)

test('A query of issues uses visible.ts or has a comment with the reason', () => {
  const files = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
  const unexplained = files.flatMap((file) =>
    listStatements(fs.readFileSync(path.join(source, file), 'utf8'))
      .filter((statement) => query.test(statement) && !condition.test(statement) && !reason.test(statement))
      .map((statement) => `${file}: ${query.exec(statement)?.[0]} in ${statement.split('\n', 1)[0]}`),
  )
  expect(unexplained).toEqual([])
})
