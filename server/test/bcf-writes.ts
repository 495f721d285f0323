import { bcfApiVersions } from '@plumbline/contract/bcf/api-version'
import { buildFileHeaders, createBcfClient, perspective } from './bcf.ts'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** Every write of the BCF API in both versions, in an order in which each succeeds. */
export function bcfWrites(world: () => World, editor: () => User, owner: () => User) {
  return bcfApiVersions.flatMap((version) => {
    const api = (user: () => User) => createBcfClient(user().client, version, world().ids.id as string)
    const by = () => api(editor)
    const made: Record<string, string> = {}
    const keep = async (name: string, answer: Promise<{ guid: string }>) => {
      made[name] = (await answer).guid
    }
    const bytes = async (method: string, path: string) => {
      const { status } = await by().send(method, path, Buffer.from(version), buildFileHeaders('a.txt'))
      if (status >= 300) throw new Error(`${method} ${path}: ${status}`)
    }
    const at = (path = '') => `/topics/${made.topic}${path}`
    const remove = async (path: string) => {
      const { status } = await by().send('DELETE', path)
      if (status !== 200) throw new Error(`DELETE ${path}: ${status}`)
    }
    const runs: Record<string, () => Promise<unknown>> = {
      putBcfProject: () => api(owner).put('', { name: `Renamed by ${version}` }),
      postTopic: () => keep('topic', by().post('/topics', { title: 'From a program' })),
      putTopic: () => by().put(at(), { title: 'Changed by a program', priority: 'High' }),
      putSnippet: () => bytes('PUT', at('/snippet')),
      putFiles: () => by().put(at('/files'), [{ reference: 'https://example.com/a.ifc' }]),
      putRelatedTopics: () =>
        by().put(at('/related_topics'), [{ related_topic_guid: world().ids.topicGuid }]),
      postViewpoint: () => keep('view', by().post(at('/viewpoints'), { perspective_camera: perspective })),
      postComment: () => keep('comment', by().post(at('/comments'), { comment: 'Seen elsewhere' })),
      putComment: () =>
        by().put(at(`/comments/${made.comment}`), { comment: 'Seen', viewpoint_guid: made.view }),
      deleteComment: () => remove(at(`/comments/${made.comment}`)),
      postDocument: () => bytes('POST', '/documents'),
      postReference: () =>
        keep('reference', by().post(at('/document_references'), { url: 'https://example.com/a' })),
      putReference: () =>
        by().put(at(`/document_references/${made.reference}`), { url: 'https://example.com/b' }),
      ...(version === '3.0' ? { deleteViewpoint: () => remove(at(`/viewpoints/${made.view}`)) } : {}),
      deleteTopic: () => remove(at()),
    }
    return Object.entries(runs).map(([name, run]) => ({
      name: `${name}${version.replace('.', '')}`,
      by: name === 'putBcfProject' ? owner : editor,
      run,
    }))
  })
}
