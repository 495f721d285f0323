import type * as api from '@plumbline/contract/users/profile'
import { storeUploadedPicture } from '../blobs/pictures.ts'
import type { Handler } from '../context.ts'
import { setUserPictureId } from './user-pictures.ts'

const SQUARE = { width: 256, height: 256, fit: 'cover' } as const

export const setMyPicture: Handler<typeof api.setMyPicture, string> = {
  prepare: (ctx, { file }) => storeUploadedPicture(ctx, file, SQUARE),
  handle: (ctx, _input, pictureId) => setUserPictureId(ctx, pictureId),
}
