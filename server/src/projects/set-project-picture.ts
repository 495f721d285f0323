import type * as api from '@plumbline/contract/projects/projects'
import { storeUploadedPicture } from '../blobs/pictures.ts'
import type { Handler } from '../context.ts'
import { setProjectPictureId } from './update-project.ts'

const COVER = { width: 960, height: 540, fit: 'cover' } as const

export const setProjectPicture: Handler<typeof api.setProjectPicture, string> = {
  prepare: (ctx, { file }) => storeUploadedPicture(ctx, file, COVER),
  handle: (ctx, _input, pictureId) => setProjectPictureId(ctx, pictureId),
}
