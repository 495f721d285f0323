import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '../src/db/migrate.ts'

/**
 * Expand and contract (docs/upgrade.md): while a new version is rolled out, servers of the previous version run on the new
 * schema. A migration may therefore only add to the tables and columns they use. A contracting migration names in its first
 * lines the released version that stopped using the removed part: `-- contract: not used since 0.2.0`.
 */

/** Migrations from here on follow the rule: no version was released before. */
const FIRST = '20261126T030000'

/** Statements that would break a server of the previous version, with a replacement. */
const contracting: { pattern: RegExp; instead: string }[] = [
  { pattern: /\bdrop\s+table\b/, instead: 'drop the table in a later version' },
  {
    pattern: /\bdrop\s+(view|function|procedure|type|sequence|trigger|schema)\b/,
    instead: 'drop it in a later version',
  },
  { pattern: /\bdrop\s+column\b/, instead: 'drop the column in a later version' },
  { pattern: /\brename\b/, instead: 'add the new name, write both, drop the old one in a later version' },
  { pattern: /\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/, instead: 'add a column of the new type' },
  {
    pattern: /\bset\s+not\s+null\b/,
    instead: 'require it in a later version, once every row is written with it',
  },
  {
    pattern: /\bdrop\s+(not\s+null|default)\b/,
    instead: 'let it be null or without a default in a later version',
  },
  {
    pattern:
      /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s(?:(?!,\s*add\b|;|\bdefault\b|\bgenerated\b).)*\bnot\s+null\b(?!(?:(?!,\s*add\b|;).)*\b(?:default|generated)\b)/,
    instead: 'give it a default, or let it be null at first',
  },
  { pattern: /\b(truncate|delete\s+from)\b/, instead: 'let the program remove rows' },
]

/** SQL in lower case on one line, without comments, texts and bodies of functions. */
const simplify = (statements: string) =>
  statements
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase()

/**
 * The parts of the schema that a migration removes from servers of the previous version; empty if it names the version that
 * stopped using them.
 */
function listContractions(statements: string): string[] {
  if (/^-- contract: not used since \d+\.\d+\.\d+$/m.test(statements)) return []
  return simplify(statements)
    .split(';')
    .flatMap((statement) => {
      // a constraint that is dropped and added again in one migration is widened or narrowed: a review decides
      const created = /^\s*create\b/.test(statement) && !/^\s*create or replace\b/.test(statement)
      if (created) return []
      return contracting
        .filter(({ pattern }) => pattern.test(statement))
        .map(({ instead }) => `${statement.trim().slice(0, 80)}: ${instead}`)
    })
}

test('Migrations since the first release only add to the schema', () => {
  const files = fs
    .readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql') && name >= FIRST && /^\d{8}T/.test(name))
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((name) =>
    listContractions(fs.readFileSync(path.join(migrationsFolder, name), 'utf8')).map(
      (line) => `${name}: ${line}`,
    ),
  )
  expect(found).toEqual([])
})

test.each([
  'drop table chats;',
  'alter table users drop column locale;',
  'alter table payments rename column problem to problem_code;',
  'alter table mails rename to letters;',
  'alter table issues alter column number type bigint;',
  'alter table issues alter column number set data type bigint;',
  'alter table issues alter column due_date set not null;',
  'alter table issues alter column rank drop default;',
  'alter table issues add column cost numeric not null;',
  'alter table issues\n  add column a integer default 1,\n  add column b text not null;',
  'drop function bcf_topic_actions(text, jsonb);',
  'delete from notifications;',
])('%s is refused, because servers of the version before would fail on it', (statement) => {
  expect(listContractions(statement)).toHaveLength(1)
  expect(listContractions(`-- contract: not used since 0.2.0\n${statement}`)).toEqual([])
})

test.each([
  'create table boxes (id uuid primary key, name text not null);',
  'alter table issues add column cost numeric;',
  "alter table issues add column cost numeric not null default 0, add column note text not null default '';",
  'create index issues_cost on issues (cost);',
  'drop index notifications_new;',
  "alter table a drop constraint a_kind_check; alter table a add constraint a_kind_check check (kind in ('A', 'B'));",
  "-- drop table\nupdate mails set error = 'drop table';",
  'create function f() returns trigger language plpgsql as $$ begin delete from a; return new; end $$;',
])('%s is allowed', (statement) => {
  expect(listContractions(statement)).toEqual([])
})
