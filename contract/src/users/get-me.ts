import { endpoint } from '../http.ts'
import { Me } from './users.ts'

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'user',
  by_token: 'narrowed',
  summary: 'The signed-in user, with teams; renews the anti-forgery cookie',
  reply: Me,
  hears: ['user.updated', 'team.updated'],
})
