import type { ProjectCtx } from '../../context.ts'
import { buildModelFile, listModels } from './header-files.ts'

export async function listFilesInformation(ctx: ProjectCtx) {
  return (await listModels(ctx)).map((model) => ({
    display_information: [
      { field_display_name: 'Model', field_value: model.name },
      { field_display_name: 'Version', field_value: model.version === null ? '' : String(model.version) },
      { field_display_name: 'Date', field_value: model.created_at?.slice(0, 10) ?? '' },
    ],
    file: buildModelFile(model),
  }))
}
