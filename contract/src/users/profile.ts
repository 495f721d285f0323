import { atLeastOneOf, PictureQuery, pictureUpload } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { kycFields, Me } from './users.ts'

export const getMyPicture = endpoint({
  method: 'GET',
  path: '/api/me/picture',
  access: 'user',
  by_token: 'whole',
  summary: 'Get the caller’s picture of 256 by 256 pixels; with v it can be cached forever',
  query: PictureQuery,
  reply: bytes('image/webp'),
  refuses: ['not_found'],
})

export const setMyPicture = endpoint({
  method: 'POST',
  path: '/api/me/picture',
  access: 'user',
  summary: 'Set the caller’s picture, which is cropped to a square and re-encoded without metadata',
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
  summary: 'Get the picture of a person who shares a company or project with the caller',
  query: PictureQuery,
  reply: bytes('image/webp'),
  refuses: ['not_found'],
})

export const enrichKyc = endpoint({
  method: 'PATCH',
  path: '/api/me/kyc/enrich',
  access: 'user',
  summary: 'Save details of the company; a partial update keeps the other details',
  body: atLeastOneOf(kycFields),
  reply: Me,
  tells: ['user.updated'],
  example: {
    body: { company_type: 'ARCHITECT', company_size: '11-50', job_role: 'ARCHITECT', country: 'NO' },
  },
})
