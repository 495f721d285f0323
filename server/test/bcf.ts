import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { Client } from './client.ts'
import { PIXEL } from './world.ts'

/** A BCF API client for one version and one project. */
export interface BcfClient {
  version: BcfApiVersion
  /** sends a request to a path below the project */
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => ReturnType<Client['send']>
  /** returns the body; throws unless the request succeeded */
  get: <T = Record<string, unknown>>(path: string) => Promise<T>
  post: <T = Record<string, unknown>>(path: string, body: unknown) => Promise<T>
  put: <T = Record<string, unknown>>(path: string, body: unknown) => Promise<T>
}

export function createBcfClient(client: Client, version: BcfApiVersion, projectId: string): BcfClient {
  const send: BcfClient['send'] = (method, path, body, headers = {}) =>
    client.send(method, `/bcf/${version}/projects/${projectId}${path}`, body, headers)
  const success = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  return {
    version,
    send,
    get: (path) => success('GET', path),
    post: (path, body) => success('POST', path, body),
    put: (path, body) => success('PUT', path, body),
  }
}

/** Headers for sending a file as the body. */
export const buildFileHeaders = (name: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename="${name}"`,
})

const point = (x: number, y: number, z: number) => ({ x, y, z })

export const perspective = {
  camera_view_point: point(12, -20, 8),
  camera_direction: point(-0.4, 0.8, -0.3),
  camera_up_vector: point(0, 0, 1),
  field_of_view: 60,
  aspect_ratio: 1.5,
}

/** Everything that a viewpoint can hold. */
export const buildFullViewpoint = () => ({
  index: 7,
  perspective_camera: perspective,
  lines: [{ start_point: point(0, 0, 0), end_point: point(1, 1, 1) }],
  clipping_planes: [{ location: point(0, 0, 3), direction: point(0, 0, 1) }],
  bitmaps: [
    {
      bitmap_type: 'png',
      bitmap_data: PIXEL,
      location: point(1, 2, 3),
      normal: point(0, -1, 0),
      up: point(0, 0, 1),
      height: 2.5,
    },
  ],
  snapshot: { snapshot_type: 'png', snapshot_data: PIXEL },
  components: {
    selection: [{ ifc_guid: '2MF28NhmDBiRVyFakgdbCT', originating_system: 'CAD', authoring_tool_id: 'W-12' }],
    coloring: [{ color: 'ff0000', components: [{ ifc_guid: '3$cshxZO9AJBebsni$z9Yk' }] }],
    visibility: {
      default_visibility: true,
      exceptions: [{ ifc_guid: '0$cshxZO9AJBebsni$z9Yk' }],
      view_setup_hints: { spaces_visible: true, space_boundaries_visible: false, openings_visible: true },
    },
  },
})
