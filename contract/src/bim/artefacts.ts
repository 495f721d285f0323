import * as z from 'zod/mini'
import { Id } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'

/** A separate module, so that pages with a model's thumbnail do not load the rest of the domain. */
export const getArtefact = endpoint({
  method: 'GET',
  path: '/api/project/:id/model/:variantId/:key/:name',
  access: 'project:VIEWER',
  summary:
    'A part of a converted model: manifest.json, carried-h.json, structure.json, lines.json, panels.json, props-n.json, report.json, thumbnail.png',
  params: z.object({
    id: Id,
    variantId: Id,
    key: z.string().check(z.regex(/^[0-9a-z-]{1,80}$/)),
    name: z.string().check(z.regex(/^(carried-[0-9a-f]{32}|[a-z]+(-\d{1,6})?)\.(json|pack|png)$/)),
  }),
  reply: bytes('application/octet-stream'),
})

export const getChunk = endpoint({
  method: 'GET',
  path: '/api/project/:id/model/:headerId/:chunk',
  access: 'project:VIEWER',
  summary:
    'A chunk of shapes listed in the manifest of any version of this file. Its name is a hash of its bytes, so that it has the same address in all versions',
  params: z.object({
    id: Id,
    headerId: Id,
    chunk: z.string().check(z.regex(/^chunk-[0-9a-f]{32}\.pack$/)),
  }),
  /** the version to look in first; needed only for chunks that none of the latest 100 versions has */
  query: z.object({ variant_id: z.optional(Id) }),
  reply: bytes('application/octet-stream'),
})
