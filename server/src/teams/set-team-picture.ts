import type * as api from '@plumbline/contract/teams/teams'
import { storeUploadedPicture } from '../blobs/pictures.ts'
import type { Handler } from '../context.ts'
import { setTeamPictureId } from './set-team-picture-id.ts'

const LOGO = { width: 256, height: 256, fit: 'inside' } as const

export const setTeamPicture: Handler<typeof api.setTeamPicture, string> = {
  prepare: (ctx, { file }) => storeUploadedPicture(ctx, file, LOGO),
  handle: (ctx, _input, pictureId) => setTeamPictureId(ctx, pictureId),
}
