import type { HeaderFile } from '@plumbline/bcf/model'
import type { Vec3 } from '@plumbline/bim/model'
import { buildRay, clipRay, type Ray } from '@plumbline/bim/rays/ray'
import type { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** Views of issues that show no element, and the rays through the middle of their pictures. */

/** metres in front of a camera in which an element is looked for */
const MAX_DISTANCE_M = 2000
/** elements hidden or shown by a view that the ray respects */
const MAX_EXCEPTIONS = 20_000

type Xyz = { x: number; y: number; z: number }
type Camera = { camera_view_point: Xyz; camera_direction: Xyz }

/** Whether a view has a camera and selects no element. */
export const isCameraOnly = (view: {
  perspective_camera?: object | undefined
  orthogonal_camera?: object | undefined
  components?: { selection?: { ifc_guid?: string | undefined }[] | undefined } | undefined
}): boolean =>
  (view.perspective_camera ?? view.orthogonal_camera) !== undefined &&
  !view.components?.selection?.some(({ ifc_guid }) => ifc_guid !== undefined)

export interface CameraView {
  issue_id: string
  camera: Camera
  clipping_planes: NonNullable<ViewpointView['clipping_planes']>
  visibility: { default_visibility: boolean; exceptions?: { ifc_guid?: string }[] } | null
  /** models that the file names */
  files: HeaderFile[]
}

/** For issues without a place and without selected elements: their first view with a camera. */
export async function readCameraViews(db: Db | Tx, issueIds: string[]): Promise<CameraView[]> {
  // past visible.ts: issues that wait for a place, whoever may see them
  const { rows } = await sql<CameraView>`
    select distinct on (w.issue_id) w.issue_id,
      coalesce(w.view->'perspective_camera', w.view->'orthogonal_camera') as camera,
      coalesce(w.view->'clipping_planes', '[]') as clipping_planes,
      w.view#>'{components,visibility}' as visibility,
      coalesce((select k.topic->'files' from issue_bcf k where k.issue_id = w.issue_id), '[]') as files
    from issue_viewpoints w
    where w.issue_id = any (${issueIds}::uuid[])
      and coalesce(w.view->'perspective_camera', w.view->'orthogonal_camera') is not null
      and not exists (select from issue_anchors a where a.issue_id = w.issue_id)
      and not exists (select from issue_viewpoints s where s.issue_id = w.issue_id
        and jsonb_path_exists(s.view, '$.components.selection[*].ifc_guid'))
    order by w.issue_id, w.index, w.id`.execute(db)
  return rows
}

const toVector = ({ x, y, z }: Xyz): Vec3 => [x, y, z]

/** The ray through the centre of the picture, shortened by clipping planes; null if they hide all of it. */
export function buildCentreRay({ camera, clipping_planes }: CameraView): Ray | null {
  let ray = buildRay(toVector(camera.camera_view_point), toVector(camera.camera_direction), MAX_DISTANCE_M)
  for (const { location, direction } of clipping_planes)
    ray = ray && clipRay(ray, toVector(location), toVector(direction))
  return ray
}

/** The elements that a view hides, or the only ones that it shows. */
export function listExceptions({ visibility }: CameraView): { guids: string[]; all_but: boolean } {
  const exceptions = (visibility?.exceptions ?? []).slice(0, MAX_EXCEPTIONS)
  return {
    guids: exceptions.flatMap(({ ifc_guid }) => ifc_guid ?? []),
    all_but: visibility?.default_visibility ?? true,
  }
}
