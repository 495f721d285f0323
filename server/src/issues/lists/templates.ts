import { isDeepStrictEqual } from 'node:util'
import { mergeCustomValues } from '@plumbline/contract/issues/custom-fields'
import { maxLabels } from '@plumbline/contract/issues/issue-fields'
import type { IssueTemplate } from '@plumbline/contract/issues/lists'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Reaction } from '../../live/tell.ts'
import { checkOwnTerms } from '../../projects/vocabulary.ts'
import { checkCustomValues } from '../custom-fields/check-values.ts'
import { readCustomFields } from '../custom-fields/custom-fields.ts'

type TemplateFields = IssueTemplate['fields']

export const tellTemplates = (ctx: ProjectCtx) =>
  ctx.tell('issue_template.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
  })

/** The fields of a template as stored; existing values of custom fields may stay. Fields with people are not included. */
export async function checkTemplateFields(
  ctx: ProjectCtx,
  { custom_fields, ...fields }: TemplateFields,
  stored: TemplateFields = {},
): Promise<TemplateFields> {
  await checkOwnTerms(ctx, fields, 'fields')
  if (!custom_fields) return fields
  const own = await readCustomFields(ctx.tx, ctx.member.project_id)
  const offered = own.filter(({ kind }) => kind !== 'PERSON')
  const checked = await checkCustomValues(ctx, offered, custom_fields, stored.custom_fields)
  return { ...fields, custom_fields: mergeCustomValues({}, checked) }
}

type Fields = Readonly<Record<string, unknown>>

/** Applies an editor's values, based on `seen`, to the stored ones; unchanged values stay as stored. */
function keepOthersValues(stored: Fields, seen: Fields, wanted: Fields): Fields {
  const isLeft = (name: string) => isDeepStrictEqual(seen[name], wanted[name])
  const kept = Object.entries(stored).filter(([name]) => isLeft(name))
  const changed = Object.entries(wanted).filter(([name]) => !isLeft(name))
  return Object.fromEntries([...kept, ...changed])
}

/** Applies the labels that an editor added and removed, compared with `seen`, to the stored labels. */
function mergeLabels(
  stored: readonly string[],
  seen: readonly string[],
  wanted: readonly string[],
): string[] {
  const removed = new Set(seen.filter((label) => !wanted.includes(label)))
  const added = wanted.filter((label) => !seen.includes(label))
  const labels = [...new Set([...stored.filter((label) => !removed.has(label)), ...added])]
  if (labels.length > maxLabels)
    throw new Refusal('bad_request', { fields: { labels: reason('too_many_labels', { count: maxLabels }) } })
  return labels
}

/** Applies an editor's changes of a template's fields, based on `seen`, to the stored fields. */
export function keepOthersFields(
  { custom_fields: storedOwn = {}, labels: storedLabels = [], ...stored }: TemplateFields,
  { custom_fields: seenOwn = {}, labels: seenLabels = [], ...seen }: TemplateFields,
  { custom_fields: wantedOwn = {}, labels: wantedLabels = [], ...wanted }: TemplateFields,
): TemplateFields {
  const custom_fields = keepOthersValues(storedOwn, seenOwn, wantedOwn)
  const hasOwn = Object.keys(custom_fields).length > 0
  const labels = mergeLabels(storedLabels, seenLabels, wantedLabels)
  return {
    ...keepOthersValues(stored, seen, wanted),
    ...(labels.length > 0 ? { labels } : {}),
    ...(hasOwn ? { custom_fields } : {}),
  } as TemplateFields
}

/** SQL: a template's fields with the values of custom fields under the ids of the copied ones; choices keep their ids. */
const copiedFields = (from: string, to: string) => sql`case when fields ? 'custom_fields'
  then fields || jsonb_build_object('custom_fields', coalesce((
    select jsonb_object_agg(copy.id::text, v.value) from jsonb_each(fields->'custom_fields') v
    join custom_fields own on own.project_id = ${from} and own.id::text = v.key and not own.archived
    join custom_fields copy on copy.project_id = ${to} and copy.name = own.name and not copy.archived), '{}'))
  else fields end`

/** Copies the issue templates of the project that a new project was created from. */
export const copyIssueTemplates: Reaction = async (tx, event) => {
  if (event.type !== 'project.created' || event.cause.kind !== 'CREATED' || !event.cause.template_id) return
  await sql`insert into issue_templates (id, project_id, title, fields, due_in_days)
    select gen_random_uuid(), ${event.project_id}, title,
      ${copiedFields(event.cause.template_id, event.project_id ?? '')}, due_in_days
    from issue_templates where project_id = ${event.cause.template_id}`.execute(tx)
}
