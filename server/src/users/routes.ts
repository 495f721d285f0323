import * as exports from '@plumbline/contract/users/export-me'
import * as fileUploads from '@plumbline/contract/users/file-uploads'
import * as profile from '@plumbline/contract/users/profile'
import * as users from '@plumbline/contract/users/users'
import { bindAll, type UserCtx } from '../context.ts'
import { createFileUpload } from './create-file-upload.ts'
import { enrichKyc } from './enrich-kyc.ts'
import { exportMe } from './export-me.ts'
import type { ExportPart } from './export-parts.ts'
import { getMyPicture } from './get-my-picture.ts'
import { getUserPicture } from './get-user-picture.ts'
import { listUsers } from './list-users.ts'
import { removeMyPicture } from './remove-my-picture.ts'
import { setMyPicture } from './set-my-picture.ts'
import { updateMe } from './update-me.ts'

export const userRoutes = [
  ...bindAll(users, { updateMe, listUsers }),
  ...bindAll(fileUploads, { createFileUpload }),
  ...bindAll(profile, { getMyPicture, setMyPicture, removeMyPicture, getUserPicture, enrichKyc }),
]

/** `parts`: the contributions of all domains to the data export; `record` writes the audit log. */
export const exportRoutes = (parts: ExportPart[], record: (ctx: UserCtx) => Promise<void>) =>
  bindAll(exports, { exportMe: exportMe(parts, record) })
