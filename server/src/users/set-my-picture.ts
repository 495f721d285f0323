import type * as api from '@plumbline/contract/users/profile'
import { storePicture } from '../blobs/pictures.ts'
import type { Handler } from '../context.ts'
import { changePicture } from './pictures.ts'

const SQUARE = { width: 256, height: 256, fit: 'cover' } as const

export const setMyPicture: Handler<typeof api.setMyPicture, string> = {
  prepare: (ctx, { file }) => storePicture(ctx, file, SQUARE),
  handle: (ctx, _input, pictureId) => changePicture(ctx, pictureId),
}
