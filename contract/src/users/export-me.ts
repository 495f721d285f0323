import { bytes, endpoint } from '../http.ts'

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/me/export',
  access: 'user',
  summary: 'Export everything stored about the caller and written by the caller, as a ZIP of JSON files',
  reply: bytes('application/zip'),
  refuses: ['too_many_requests'],
})
