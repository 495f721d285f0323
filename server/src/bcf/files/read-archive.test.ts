import { randomUUID } from 'node:crypto'
import { openBcf } from '@plumbline/bcf/open'
import { startBcfImport } from '@plumbline/contract/bcf/bcf'
import { createIssue } from '@plumbline/contract/issues/issues'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarkupXml, buildVersionEntry } from '../../../../bcf/generate/small.ts'
import { buildRawZip } from '../../../../bcf/generate/zip.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import type { ImportAttempt } from './import-attempt.ts'
import { readArchive } from './read-archive.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

/**
 * Stages topics with this content, with an existing issue and a comment of the given length if wanted; returns the row
 * counts of each statement, and the people of the file.
 */
async function stageTopics(count: number, within: string, after = '', characters?: number) {
  const { client, project, id: user } = await makeOwner(app)
  const started = await client.call(startBcfImport, {
    ...{ params: { id: project.id }, query: { name: 'a.bcf' } },
    file: new Blob(['PK']) as never,
  })
  const guids = Array.from({ length: count }, () => randomUUID())
  for (const guid of characters ? guids : []) {
    const { id } = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Known' } })
    await sql`update issues set bcf_guid = ${guid} where id = ${id}`.execute(app.server.db)
    await sql`insert into issue_comments (id, issue_id, text, round, bcf)
      values (${randomUUID()}, ${id}, repeat('x', ${characters}::int), 1, '{}')`.execute(app.server.db)
  }
  const markups = guids.map((guid) => ({
    name: `${guid}/markup.bcf`,
    data: buildMarkupXml(within, after, guid),
  }))
  const archive = await openBcf(buildRawZip([buildVersionEntry(), ...markups]))
  const written: number[] = []
  const countRows: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.numAffectedRows) written.push(Number(result.numAffectedRows))
      return result
    },
  }
  const { server } = app
  const member = await findProjectMember(server.db, user, project.id)
  if (!member) throw new Error('no member')
  const { people } = await readArchive(
    { server: { ...server, db: server.db.withPlugin(countRows) }, teller: undefined as never },
    { id: started.id, project_id: project.id } as ImportAttempt,
    archive,
    member,
    { signal: new AbortController().signal, report: () => {} },
  )
  return { written, people }
}

test('Topics with large lists of labels are staged a few at a time', async () => {
  const labels = Array.from({ length: 10_000 }, (_, index) => `<Labels>${index} ${'x'.repeat(120)}</Labels>`)
  const { written } = await stageTopics(9, labels.join(''))
  expect(written.reduce((sum, rows) => sum + rows, 0)).toBe(9)
  // 1.3 MB each
  expect(Math.max(...written)).toBeLessThan(5)
})

test('Small topics with existing comments of millions of characters are staged a few at a time', async () => {
  const { written } = await stageTopics(7, '', '', 3_000_000)
  expect(written).toEqual([2, 2, 2, 1])
})

test('Authors who are no name of a person are not listed among the people of a file', async () => {
  const comment = (author: string) =>
    `<Comment Guid="${randomUUID()}"><Date>2026-01-02T03:04:05Z</Date><Author>${author}</Author><Comment>a</Comment></Comment>`
  const { people } = await stageTopics(1, '', comment('x'.repeat(501)) + comment('ben@example.com'))
  expect(people.map(({ author }) => author)).toEqual(['a@example.com', 'ben@example.com'])
})
