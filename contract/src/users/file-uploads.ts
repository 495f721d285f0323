import * as z from 'zod/mini'
import { Id } from '../fields.ts'
import { endpoint } from '../http.ts'

/** Files that are sent in pieces, for endpoints that take them as `upload_id` in place of a body. */

export const maxFileUploadBytes = 25_000_000
/** announced and not yet used, per user: beyond it the oldest are deleted */
export const maxUnusedUploadBytes = 500_000_000

export const createFileUpload = endpoint({
  method: 'POST',
  path: '/api/me/file-upload',
  access: 'user',
  by_token: 'narrowed',
  summary:
    'Announce a file that is sent in pieces: by tus to /api/upload as `file_<id>`, then named as `upload_id` by the call that takes it. Unused files are deleted after a day',
  body: z.object({
    /** chosen by the client, so that a repeated call continues the same upload */
    id: Id,
    size_bytes: z.int().check(z.minimum(1), z.maximum(maxFileUploadBytes)),
  }),
  reply: z.object({ id: Id }),
  status: 201,
  refuses: ['already_exists', 'too_many_requests'],
  example: { body: { id: '6b1f7a52-6c0e-4a5e-9a54-7a7f6f3f9d10', size_bytes: 8_000_000 } },
})
