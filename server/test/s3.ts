import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An in-memory fake of the part of S3 that the blob store uses, with pages of two keys; `mostBytes`: taken at once. */
export async function startS3(mostBytes = Number.POSITIVE_INFINITY): Promise<{
  url: string
  keys: () => string[]
  /** uploads in parts that are neither complete nor aborted */
  countOpenUploads: () => number
  close: () => Promise<void>
}> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const PAGE = 2
  /** modification time of every object */
  const modified = '2020-01-01T00:00:00.000Z'
  const error = (code: string) =>
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

  function list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = found.slice(0, PAGE)
    const more = found.length > PAGE
    const contents = page
      .map((key) => {
        const size = objects.get(key)?.length ?? 0
        return `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>${modified}</LastModified></Contents>`
      })
      .join('')
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''))
    const body = await buffer(request)
    const send = (status: number, content: Buffer | string = '') => response.writeHead(status).end(content)
    if (!request.headers.authorization?.includes('Credential=KEY/')) return send(403, error('AccessDenied'))
    if (body.length > mostBytes) return send(400, error('EntityTooLarge'))
    const parts = uploads.get(url.searchParams.get('uploadId') ?? '')
    if (url.searchParams.has('uploads')) {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, new Map())
      return send(
        200,
        `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (url.searchParams.has('uploadId')) {
      if (!parts) return send(404, error('NoSuchUpload'))
      if (request.method === 'PUT') {
        const number = Number(url.searchParams.get('partNumber'))
        parts.set(number, body)
        response.setHeader('etag', `"${number}"`)
        return send(200)
      }
      uploads.delete(url.searchParams.get('uploadId') ?? '')
      if (request.method === 'DELETE') return send(204)
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)]
      objects.set(key, Buffer.concat(named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0))))
      return send(200, '<?xml version="1.0"?><CompleteMultipartUploadResult/>')
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return send(200)
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const match of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(match[1] ?? '')
      return send(200, '<?xml version="1.0"?><DeleteResult/>')
    }
    if (key === '') return request.method === 'HEAD' ? send(200) : send(200, list(url))
    const object = objects.get(key)
    if (!object) return send(404, request.method === 'HEAD' ? '' : error('NoSuchKey'))
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')
    const part = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object
    response.setHeader('content-length', part.length)
    return send(range ? 206 : 200, request.method === 'HEAD' ? '' : part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `s3+http://KEY:SECRET@127.0.0.1:${port}/bucket/some/prefix`,
    keys: () => [...objects.keys()],
    countOpenUploads: () => uploads.size,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
