import type { HeaderFile } from '@plumbline/bcf/model'
import { sql } from 'kysely'
import type { RayModel } from '../../bim/rays/cast-through-models.ts'
import { isCurrent } from '../../bim/reads.ts'
import type { Db, Tx } from '../../db/database.ts'

/** Models of a project, and those among them that a BCF file names. */

const MAX_MODELS = 2000

export interface ProjectModel
  extends Omit<RayModel, 'version' | 'artefacts_team_id' | 'artefacts_key' | 'model_id'> {
  /** null before its first version is ready */
  current: RayModel | null
  /** a newer version is processed */
  is_pending: boolean
  /** names of the file and of all its versions, in lower case */
  names: string[]
  /** GlobalId of the IfcProject */
  project_guid: string | null
}

type ModelRow = Omit<ProjectModel, 'current'> & { [Key in keyof RayModel]: RayModel[Key] | null }

export async function listProjectModels(db: Db | Tx, project_id: string): Promise<ProjectModel[]> {
  const { rows } = await sql<ModelRow & { header_id: string }>`
    select h.id as header_id, c.version, c.artefacts_team_id, c.artefacts_key, m.id as model_id,
      (select array_agg(distinct lower(n.name)) from (
        select h.name union all select v.file_name from bim_file_variants v where v.header_id = h.id) n) as names,
      exists (select from bim_file_variants v where v.header_id = h.id and v.deleted_at is null
        and v.state in ('QUEUED', 'PROCESSING')) as is_pending,
      (select e.guid from elements e where e.model_id = m.id and e.element = 0) as project_guid
    from bim_file_headers h
    left join bim_file_variants c on c.id = (
      select v.id from bim_file_variants v where v.header_id = h.id and ${isCurrent})
    left join element_models m on m.team_id = c.artefacts_team_id and m.artefacts_key = c.artefacts_key
    where h.project_id = ${project_id} and h.type_of = 'MODEL' and h.deleted_at is null
    order by h.id limit ${MAX_MODELS}`.execute(db)
  return rows.map(({ header_id, version, artefacts_team_id, artefacts_key, model_id, ...row }) => ({
    ...row,
    header_id,
    current:
      version !== null && artefacts_team_id !== null && artefacts_key !== null && model_id !== null
        ? { header_id, version, artefacts_team_id, artefacts_key, model_id }
        : null,
  }))
}

const getBaseName = (name: string) => name.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''

const isNamedBy = (model: ProjectModel, { filename, reference, ifc_project }: HeaderFile) =>
  reference === model.header_id ||
  (ifc_project !== undefined && ifc_project === model.project_guid) ||
  [filename, reference].some((name) => name && model.names.includes(getBaseName(name)))

/** The models named in header files; all models if the header names none. */
export function listNamedModels(models: ProjectModel[], files: HeaderFile[]): ProjectModel[] {
  const naming = files.filter(({ filename, reference, ifc_project }) => filename || reference || ifc_project)
  if (naming.length === 0) return models
  const named = models.filter((model) => naming.some((file) => isNamedBy(model, file)))
  // files with one IfcProject are distinguished by name
  const byName = named.filter((model) =>
    naming.some(({ ifc_project: _, ...file }) => isNamedBy(model, file as HeaderFile)),
  )
  return byName.length > 0 ? byName : named
}
