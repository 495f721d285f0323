import { atLeastOneOf, PictureQuery, pictureUpload } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { kycFields, Me } from './users.ts'
export const getMyPicture = endpoint({
  method: 'GET',
  path: '/api/me/picture',
  access: 'user',
  by_token: 'whole',
  summary: 'The caller’s picture, a square of 256 pixels; with v it can be cached for ever',
  query: PictureQuery,
  reply: bytes('image/webp'),
  refuses: ['not_found'],
})

export const setMyPicture = endpoint({
  method: 'POST',
  path: '/api/me/picture',
  access: 'user',
  summary: 'Set the caller’s picture; it is cut to a square and encoded anew, without its metadata',
  upload: pictureUpload,
  reply: Me,
  refuses: ['too_large', 'unsupported_type', 'too_many_requests'],
  tells: ['user.updated'],
})

export const removeMyPicture = endpoint({
  method: 'DELETE',
  path: '/api/me/picture',
  access: 'user',
  summary: 'Remove the caller’s picture',
  reply: Me,
  tells: ['user.updated'],
})

export const getUserPicture = endpoint({
  method: 'GET',
  path: '/api/user/:userId/picture',
  access: 'user',
  by_token: 'whole',
  summary: 'Picture of a person who shares a team or project with the caller',
  query: PictureQuery,
  reply: bytes('image/webp'),
  refuses: ['not_found'],
})

export const enrichKyc = endpoint({
  method: 'PATCH',
  path: '/api/me/kyc/enrich',
  access: 'user',
  summary: 'Save what is known about the company; partial saves are kept',
  body: atLeastOneOf(kycFields),
  reply: Me,
  tells: ['user.updated'],
  example: {
    body: { company_type: 'ARCHITECT', company_size: '11-50', job_role: 'ARCHITECT', country: 'NO' },
  },
})
