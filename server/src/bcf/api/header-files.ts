import type { HeaderFile } from '@plumbline/bcf/model'
import type { ProjectCtx } from '../../context.ts'
import { getPreservedFields } from '../preserved-fields.ts'

/** The header files of a topic: the preserved ones, or the models that its anchors are in. */

const addFileName = ({ filename, ...file }: Omit<HeaderFile, 'is_external'>) => ({
  ...file,
  filename,
  file_name: filename,
})

/** Models of the project with the file of their newest version; with `issue_id`, only models with an anchor of the issue. */
export async function listModels({ tx, member }: ProjectCtx, of?: { issue_id: string }) {
  return tx
    .selectFrom('bim_file_headers as h')
    .leftJoin('bim_file_variants as v', (join) =>
      join.onRef('v.header_id', '=', 'h.id').onRef('v.version', '=', (eb) =>
        eb
          .selectFrom('bim_file_variants as n')
          .select((of) => of.fn.max('n.version').as('newest'))
          .whereRef('n.header_id', '=', 'h.id')
          .where('n.state', '=', 'COMPLETED')
          .where('n.deleted_at', 'is', null),
      ),
    )
    .where('h.project_id', '=', member.project_id)
    .where('h.type_of', '=', 'MODEL')
    .where('h.deleted_at', 'is', null)
    .$if(of !== undefined, (models) =>
      models.where('h.id', 'in', (eb) =>
        eb
          .selectFrom('issue_anchors')
          .select('bim_file_header_id')
          .where('issue_id', '=', of?.issue_id ?? '')
          .where('located_by', 'is distinct from', 'CAMERA'),
      ),
    )
    .select(['h.id', 'h.name', 'v.version', 'v.file_name', 'v.created_at'])
    .orderBy('h.name')
    .orderBy('h.id')
    .limit(2000)
    .execute()
}

type Model = Awaited<ReturnType<typeof listModels>>[number]

export const buildModelFile = ({ id, name, file_name, created_at }: Model) =>
  addFileName({ filename: file_name ?? name, date: created_at ?? undefined, reference: id })

/** The preserved header files; without any, the models of the issue's anchors. */
export async function listHeaderFiles(ctx: ProjectCtx, issue_id: string) {
  const { files } = await getPreservedFields(ctx.tx, issue_id)
  if (files) return files.map(addFileName)
  return (await listModels(ctx, { issue_id })).map(buildModelFile)
}
