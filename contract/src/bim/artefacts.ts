import * as z from 'zod/mini'
import { Id } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'

/** A separate module, so that pages with a model's thumbnail do not load the rest of the domain. */
export const getArtefact = endpoint({
  method: 'GET',
  path: '/api/project/:id/model/:variantId/:key/:name',
  access: 'project:VIEWER',
  summary:
    'A part of a converted model: manifest.json, structure.json, lines.json, panels.json, props-n.json, chunk-n.pack, report.json, thumbnail.png',
  params: z.object({
    id: Id,
    variantId: Id,
    key: z.string().check(z.regex(/^[0-9a-z-]{1,80}$/)),
    name: z.string().check(z.regex(/^[a-z]+(-\d{1,6})?\.(json|pack|png)$/)),
  }),
  reply: bytes('application/octet-stream'),
})
