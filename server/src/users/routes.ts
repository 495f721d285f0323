import * as profile from '@plumbline/contract/users/profile'
import * as users from '@plumbline/contract/users/users'
import { bind } from '../context.ts'
import { dropMyPicture, showPicture, takeMyPicture } from './pictures.ts'
import { connectedUsers } from './reads.ts'
import { changeMe, saveKyc } from './update-me.ts'

export const userRoutes = [
  bind(users.updateMe, changeMe),
  bind(profile.enrichKyc, saveKyc),
  bind(users.listUsers, connectedUsers),
  bind(profile.getMyPicture, (ctx, { query }) => showPicture(ctx, ctx.actor.user_id, query)),
  bind(profile.setMyPicture, takeMyPicture),
  bind(profile.removeMyPicture, dropMyPicture),
  bind(profile.getUserPicture, (ctx, { params, query }) => showPicture(ctx, params.userId, query)),
]
