import * as users from '@plumbline/contract/users'
import { bind } from '../context.ts'
import { dropMyPicture, showPicture, takeMyPicture } from './pictures.ts'
import { connectedUsers } from './reads.ts'
import { changeMe, saveKyc } from './update-me.ts'

export const userRoutes = [
  bind(users.updateMe, changeMe),
  bind(users.enrichKyc, saveKyc),
  bind(users.listUsers, connectedUsers),
  bind(users.getMyPicture, (ctx, { query }) => showPicture(ctx, ctx.actor.user_id, query)),
  bind(users.setMyPicture, takeMyPicture),
  bind(users.removeMyPicture, dropMyPicture),
  bind(users.getUserPicture, (ctx, { params, query }) => showPicture(ctx, params.userId, query)),
]
