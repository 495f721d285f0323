import type { BcfArchiveProject } from '@plumbline/bcf/model'
import { type TopicToWrite, writeBcf } from '@plumbline/bcf/write'
import type * as api from '@plumbline/contract/bcf/bcf'
import { maxBcfTopics } from '@plumbline/contract/bcf/bcf'
import { Id } from '@plumbline/contract/fields'
import { reason } from '@plumbline/contract/reasons'
import * as z from 'zod/mini'
import { recordAuditOfRead } from '../../audit/record-audit.ts'
import type { BytesReply, Handler, Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { startGenerator } from '../../http/start-generator.ts'
import { filterIssues } from '../../issues/lists/filter-issues.ts'
import { buildIssueWalk } from '../../issues/lists/issue-walk.ts'
import { buildExportFileName } from '../../issues/sheets/export-issues.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { getExtensions } from '../api/get-extensions.ts'
import { recordExchanges } from './last-exchange.ts'
import { buildExchange } from './plan-topics.ts'
import { prepareTopics } from './prepare-topics.ts'

/** Streams issues as a BCF archive: one page of issues and one file are in memory at a time. */

const PAGE = 100
const MAX_EXPORTS = 60
const WINDOW_S = 600

async function listNumbersByIds(ctx: ProjectCtx, text: string): Promise<number[]> {
  const ids = z.safeParse(z.array(Id), text.split(',').filter(Boolean))
  if (!ids.success) throw new Refusal('bad_request', { fields: { ids: reason('not_valid') } })
  if (ids.data.length === 0) return []
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.id', 'in', ids.data)
    .select('issues.number')
    .orderBy('issues.number')
    .execute()
  return rows.map(({ number }) => number)
}

async function listExportNumbers(ctx: ProjectCtx, { query }: Input<typeof api.exportBcf>): Promise<number[]> {
  const { ids, sort, version: _, ...filter } = query
  if (ids !== undefined) return listNumbersByIds(ctx, ids)
  const chosen = await filterIssues(ctx, filter)
  const walk = await buildIssueWalk(ctx.db, ctx.member.project_id, chosen.cache, { sort })
  return walk.take(chosen, null, maxBcfTopics + 1)
}

/** Generates topics page by page; each page is recorded as the last exchange before it is sent. */
async function* generateTopics(
  ctx: ProjectCtx,
  numbers: number[],
  project: BcfArchiveProject,
): AsyncGenerator<TopicToWrite> {
  for (let start = 0; start < numbers.length; start += PAGE)
    for await (const page of prepareTopics(ctx, numbers.slice(start, start + PAGE))) {
      await recordExchanges(
        ctx.db,
        ctx.now().toISOString(),
        page.map(({ issue_id, topic }) => ({
          issue_id,
          fields: buildExchange(topic),
        })),
      )
      for (const { topic, documents, openEntry: entry } of page) {
        project.documents.push(...documents)
        yield { topic, openEntry: entry }
      }
    }
}

async function buildArchiveProject(ctx: ProjectCtx): Promise<BcfArchiveProject> {
  const { name } = await ctx.tx
    .selectFrom('projects')
    .select('name')
    .where('id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  const { topic_type, topic_status, priority, topic_label, stage, snippet_type, users } =
    await getExtensions(ctx)
  const extensions = { topic_type, topic_status, priority, topic_label, stage, snippet_type, users }
  return { project_id: ctx.member.project_id, name, extensions, documents: [] }
}

async function sendArchive(ctx: ProjectCtx, input: Input<typeof api.exportBcf>): Promise<BytesReply> {
  const numbers = await listExportNumbers(ctx, input)
  if (numbers.length > maxBcfTopics)
    throw new Refusal('too_large', reason('too_many_issues', { count: maxBcfTopics }))
  await recordAuditOfRead(
    ctx,
    { project_id: ctx.member.project_id },
    { kind: 'ISSUES_EXPORTED', data: { format: 'bcf', issues: numbers.length } },
  )
  const project = await buildArchiveProject(ctx)
  // both versions end in .bcf: the name distinguishes them
  const name = await buildExportFileName(ctx, 'bcf', `-bcf-${input.query.version}`)
  const topics = await startGenerator(generateTopics(ctx, numbers, project))
  return {
    body: writeBcf(input.query.version, project, topics),
    type: 'application/octet-stream',
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' },
  }
}

export const exportBcf: Handler<typeof api.exportBcf, void> = {
  prepare: (ctx) => ctx.limit(`issue-export:${ctx.actor.user_id}`, MAX_EXPORTS, WINDOW_S),
  handle: sendArchive,
}
