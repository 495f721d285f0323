import * as z from 'zod/mini'
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

const { legal_name, registration_number, website, phone, main_trade, heard_from } = kycFields

export const enrichKyc = endpoint({
  method: 'PATCH',
  path: '/api/me/kyc/enrich',
  access: 'user',
  summary:
    'Save details of the company; a partial update keeps the other details, null deletes an optional one',
  body: atLeastOneOf({
    ...kycFields,
    legal_name: z.nullable(legal_name),
    registration_number: z.nullable(registration_number),
    website: z.nullable(website),
    phone: z.nullable(phone),
    main_trade: z.nullable(main_trade),
    heard_from: z.nullable(heard_from),
  }),
  reply: Me,
  tells: ['user.updated'],
  example: {
    body: { company_type: 'ARCHITECT', company_size: '11-50', job_role: 'ARCHITECT', country: 'NO' },
  },
})
