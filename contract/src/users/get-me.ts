import { endpoint } from '../http.ts'
import { Me } from './users.ts'

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'user',
  by_token: 'narrowed',
  summary: 'Get the signed-in user with their companies; renews the anti-forgery cookie',
  reply: Me,
  hears: ['user.updated', 'team.updated'],
})
