import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/custom-fields'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { convertNameConflict, lockProject } from '../../projects/levels.ts'
import { holdNamedPeople } from '../check-references.ts'
import {
  checkDefinition,
  checkFieldCount,
  customFieldColumns,
  mergeChoices,
  publishCustomFieldsUpdated,
  readCustomFields,
} from './custom-fields.ts'

export async function createCustomField(ctx: ProjectCtx, { body }: Input<typeof api.createCustomField>) {
  const { project_id } = ctx.member
  if (body.initial !== undefined) holdNamedPeople(ctx, { custom_fields: { initial: body.initial } })
  await lockProject(ctx, project_id)
  const fields = await readCustomFields(ctx.tx, project_id)
  checkFieldCount(fields, false)
  const choices = mergeChoices([], body.choices ?? [])
  const required_for = [...new Set(body.required_for ?? [])]
  const initial = await checkDefinition(ctx, {
    kind: body.kind,
    choices,
    initial: body.initial ?? null,
    required_for,
  })
  const field = await ctx.tx
    .insertInto('custom_fields')
    .values({
      id: randomUUIDv7(),
      project_id,
      name: body.name,
      kind: body.kind,
      choices: toJsonb(choices),
      initial: initial === null ? null : toJsonb(initial),
      required_for,
      order: fields.filter(({ archived }) => !archived).length + 1,
    })
    .returning(customFieldColumns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(convertNameConflict(error)))
  await publishCustomFieldsUpdated(ctx)
  return field as api.CustomField
}
