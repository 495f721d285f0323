import { Metadata } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/refusal.ts'

/** A tus request, parsed once, so that authorization and execution use the same values. */
export interface UploadCall {
  method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE'
  /** `<kind>_<uuid>`, which also is the name of the upload's file */
  upload_id: string
  kind: string
  id: string
  /** Upload-Length of a POST */
  length: number | null
  /** Upload-Offset of a PATCH */
  offset: number | null
  /** true if the body contains file bytes */
  hasBody: boolean
}

export const UPLOAD_ROUTE = '/api/upload'
const ID = /^([a-z]+)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const BYTES = 'application/offset+octet-stream'

const refuseCall = (message: string) => new Refusal('bad_request', { text: message })

/** The upload id in the Upload-Metadata of a POST; other metadata is ignored. */
function parseUploadId(header: string | string[] | undefined): string {
  let found: string | null | undefined
  try {
    // throws on duplicate keys
    found = Metadata.parse(String(header ?? '')).upload_id
  } catch {
    throw refuseCall('Upload-Metadata is not as tus 1.0 has it, or names something twice')
  }
  if (!found) throw refuseCall('Name the upload as upload_id in Upload-Metadata')
  return found
}

function parseCount(request: FastifyRequest, name: 'upload-length' | 'upload-offset'): number | null {
  const text = request.headers[name]
  if (text === undefined) return null
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,15})$/.test(text))
    throw refuseCall(`${name} is not a number`)
  return Number(text)
}

/** Parses a tus request; the upload id comes from the metadata of a POST and from the path of all other methods. */
export function parseUploadCall(request: FastifyRequest): UploadCall {
  const { headers } = request
  const method = request.method as UploadCall['method']
  const inPath = (request.params as { uploadId?: string }).uploadId
  if (headers['tus-resumable'] !== '1.0.0') throw new Refusal('unsupported_version')
  for (const name of ['upload-concat', 'upload-defer-length', 'x-http-method-override'])
    if (headers[name] !== undefined) throw refuseCall(`${name} is not supported`)
  if (method === 'POST' && request.url !== UPLOAD_ROUTE)
    throw refuseCall('POST /api/upload takes the upload’s id in Upload-Metadata, not in its address')
  if (method !== 'POST' && headers['upload-metadata'] !== undefined)
    throw refuseCall('Upload-Metadata is for POST only')
  const upload_id = method === 'POST' ? parseUploadId(headers['upload-metadata']) : (inPath ?? '')
  const [, kind, id] = ID.exec(upload_id) ?? []
  if (!kind || !id) throw refuseCall('This is not the id of an upload')
  if (method !== 'POST' && request.url !== `${UPLOAD_ROUTE}/${upload_id}`)
    throw refuseCall('The address of an upload has nothing after its id, and nothing encoded in it')
  const length = parseCount(request, 'upload-length')
  const offset = parseCount(request, 'upload-offset')
  if (method === 'POST' && length === null) throw refuseCall('Upload-Length is missing')
  if (method !== 'POST' && length !== null) throw refuseCall('Upload-Length is for POST only')
  if (method === 'PATCH' && offset === null) throw refuseCall('Upload-Offset is missing')
  const isBytes = headers['content-type'] === BYTES
  if (method === 'PATCH' && !isBytes) throw new Refusal('unsupported_type')
  const sends = method === 'PATCH' || (method === 'POST' && isBytes)
  return { method, upload_id, kind, id, length, offset, hasBody: sends }
}
