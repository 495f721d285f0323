import * as users from '@plumbline/contract/users'
import { bind } from '../context.ts'
import { connectedUsers } from './reads.ts'
import { changeMe, saveKyc } from './update-me.ts'

export const userRoutes = [
  bind(users.updateMe, changeMe),
  bind(users.enrichKyc, saveKyc),
  bind(users.listUsers, connectedUsers),
]
